import path from 'node:path';
import { githubContext } from '../../runner/contexts.ts';
import { renderTemplate, type Scope } from '../../runner/expressions.ts';
import { type ActionManifest, type CompositeRuns, type NodeRuns, stepInputs } from '../../runner/manifest.ts';
import { findManifest, refusedPhase, runNodePhase } from '../../runner/node-action.ts';
import type { Outcome, PhaseRun } from '../../runner/types.ts';
import type { StepModel } from '../schema.ts';
import { readCompositeSteps } from '../read.ts';
import {
  actionHeader,
  fillEach,
  type Frame,
  openLog,
  type PostStep,
  type Session,
  stepScope,
  type Surroundings,
} from '../session.ts';
import type { ActionSource, Conclusion, StepResult } from '../types.ts';
import { checkOut } from './checkout.ts';

const CHECKOUT = /^actions\/checkout@/;

/** Whether a `uses:` can be served: in the workspace, by the model of checkout, or by what the run was given. */
export function isKnown(uses: string, source: (uses: string) => ActionSource | null): boolean {
  return uses.startsWith('./') || CHECKOUT.test(uses) || source(uses) !== null;
}

/** How the post step of a step is framed. */
export type Reframe = Pick<PostStep, 'frame' | 'fill'>;
/** What running a step hands to running its action. */
interface StepTools {
  reframe: Reframe;
  /** Runs a step within a composite action. */
  runStep: RunStep;
}

/** Runs a `uses:` step, and notes its post step. */
export async function runUses(
  frame: Frame,
  step: StepModel,
  tools: StepTools,
  signal: AbortSignal,
): Promise<StepResult> {
  const uses = step.uses ?? '';
  let given: Record<string, string>;
  let manifest: ActionManifest;
  try {
    given = fillEach(step.with, frame.scope);
    const source = frame.session.source(uses);
    if (source !== null && 'play' in source) return await play(frame, uses, given, source, signal);
    if (source === null && CHECKOUT.test(uses)) return await checkOut(frame, uses, given);
    manifest = await findManifest(
      source === null ? path.resolve(frame.session.job.info.folders.workspace, uses) : source.folder,
    );
  } catch (error) {
    return { outcome: refusedPhase(openLog(frame), frame.phase, error).outcome, outputs: {}, processes: [] };
  }
  const { runs } = manifest;
  if (runs.kind === 'composite') {
    return runComposite(frame, { ...manifest, runs }, uses, given, tools.runStep, signal);
  }
  return runNode(frame, step, { ...manifest, runs }, uses, given, tools.reframe, signal);
}

async function runNode(
  frame: Frame,
  step: StepModel,
  manifest: ActionManifest & { runs: NodeRuns },
  uses: string,
  given: Record<string, string>,
  reframe: Reframe,
  signal: AbortSignal,
): Promise<StepResult> {
  const { session } = frame;
  const state: Record<string, string> = {};
  if (manifest.runs.post !== null) {
    session.posts.push({
      name: `Post ${frame.name}`,
      condition: manifest.runs.postIf,
      ...reframe,
      run: async (post, postSignal) =>
        phase(post, manifest, uses, fillEach(step.with, post.scope), state, postSignal),
    });
  }
  const end = await phase(frame, manifest, uses, given, {}, signal);
  Object.assign(state, end.state);
  return end;
}

async function phase(
  frame: Frame,
  manifest: ActionManifest & { runs: NodeRuns },
  uses: string,
  given: Record<string, string>,
  state: Record<string, string>,
  signal: AbortSignal,
): Promise<StepResult & { state: Record<string, string> }> {
  const log = openLog(frame);
  const end = await runNodePhase(frame.session.job, log, {
    phase: frame.phase,
    place: frame.place,
    manifest,
    given,
    env: frame.env,
    state,
    scope: defaultsScope(frame.scope),
    signal,
    onInputs: (values) => {
      if (frame.phase === 'main') actionHeader(log, uses, values, frame.env);
      else log.print('Post job cleanup.');
    },
  });
  frame.session.job.log.summarize(frame.index, frame.phase, end.rawSummary);
  return { outcome: end.outcome, outputs: end.outputs, processes: [end], state: end.savedState };
}

async function play(
  frame: Frame,
  uses: string,
  inputs: Record<string, string>,
  source: Extract<ActionSource, { play: unknown }>,
  signal: AbortSignal,
): Promise<StepResult> {
  const log = openLog(frame);
  const { job } = frame.session;
  actionHeader(log, uses, inputs, frame.env);
  try {
    const played = await source.play({
      uses,
      inputs,
      env: frame.env,
      workspace: job.info.folders.workspace,
      github: githubContext(job.info, frame.place),
      signal,
      print: (line) => log.take(line, 'stdout'),
    });
    Object.assign(job.env, played.env);
    const outcome = log.commandFailed ? 'failure' : (played.outcome ?? 'success');
    return { outcome, outputs: { ...log.outputs, ...played.outputs }, processes: [] };
  } catch (error) {
    if (!signal.aborted)
      return { outcome: refusedPhase(log, frame.phase, error).outcome, outputs: {}, processes: [] };
    log.say('error', 'The operation was canceled.');
    return { outcome: 'cancelled', outputs: {}, processes: [] };
  }
}

/** Runs one step where it is told to; `index` is the step's whose log it writes to. */
type RunStep = (
  session: Session,
  around: Surroundings,
  step: StepModel,
  index: number,
  outer: AbortSignal,
) => Promise<StepResult & { frame: Frame; shown: { conclusion: Conclusion } }>;

/**
 * Runs a composite action: its steps one after the other, with a `steps` context, inputs and a status of its own, and
 * then its outputs. Its annotations and its summary are the step's.
 */
async function runComposite(
  frame: Frame,
  manifest: ActionManifest & { runs: CompositeRuns },
  uses: string,
  given: Readonly<Record<string, string>>,
  runStep: RunStep,
  signal: AbortSignal,
): Promise<StepResult> {
  const { session } = frame;
  const processes: PhaseRun[] = [];
  const log = openLog(frame);
  let status: Outcome = 'success';
  try {
    const { values, warnings } = stepInputs(manifest, given, defaultsScope(frame.scope));
    for (const warning of warnings) log.say('warning', warning);
    actionHeader(log, uses, values, frame.env);
    const inside: Surroundings = {
      steps: {},
      inputs: values,
      status: () => (session.job.status === 'cancelled' ? 'cancelled' : status),
      env: frame.own,
      actionPath: manifest.folder,
    };
    for (const step of readCompositeSteps(manifest.runs.steps)) {
      const done = await runStep(session, inside, step, frame.index, signal);
      frame.logs.push(...done.frame.logs);
      processes.push(...done.processes);
      const { conclusion } = done.shown;
      if (conclusion === 'cancelled') status = 'cancelled';
      else if (conclusion === 'failure' && status === 'success') status = 'failure';
    }
    const scope = stepScope(session, inside, { ...frame.place, actionPath: manifest.folder }, frame.env);
    const outputs = Object.fromEntries(
      Object.entries(manifest.outputs).flatMap(([name, { value }]) =>
        value === null ? [] : [[name, renderTemplate(value, scope)]],
      ),
    );
    return { outcome: status, outputs, processes };
  } catch (error) {
    return { outcome: refusedPhase(log, frame.phase, error).outcome, outputs: {}, processes };
  }
}

/** What a default of an action's input may look at. */
function defaultsScope(scope: Scope): Scope {
  const { github, runner, job, strategy, matrix } = scope.contexts;
  const { hashFiles } = scope.functions;
  return {
    contexts: {
      github: github ?? null,
      runner: runner ?? null,
      job: job ?? null,
      strategy: strategy ?? null,
      matrix: matrix ?? null,
    },
    functions: hashFiles === undefined ? {} : { hashFiles },
  };
}
