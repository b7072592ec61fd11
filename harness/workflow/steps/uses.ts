import path from 'node:path';
import { findManifest } from '../../runner/action/manifest.ts';
import { refused, runNodePhase } from '../../runner/action/node-phase.ts';
import type { ActionManifest, NodeRuns } from '../../runner/action/schema.ts';
import { githubContext } from '../../runner/job/contexts.ts';
import { openLog, type Frame, type PostStep } from '../jobs/session.ts';
import type { StepModel } from '../model/schema.ts';
import type { ActionSource, StepResult } from '../types.ts';
import { checkOut } from './checkout.ts';
import { runComposite, type RunStep } from './composite.ts';
import { actionHeader } from './header.ts';
import { defaultsScope, fillEach } from './values.ts';

const CHECKOUT = /^actions\/checkout@/;

/** Whether a `uses:` can be served: in the workspace, by the model of checkout, or by what the run was given. */
export function isKnown(uses: string, source: (uses: string) => ActionSource | null): boolean {
  return uses.startsWith('./') || CHECKOUT.test(uses) || source(uses) !== null;
}

/** How the post step of a step is framed. */
export type Reframe = Pick<PostStep, 'frame' | 'fill'>;
/** What running a step hands to running its action. */
export interface StepTools {
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
      source === null ? path.resolve(frame.session.job.facts.folders.workspace, uses) : source.folder,
    );
  } catch (error) {
    return { outcome: refused(openLog(frame), frame.phase, error).outcome, outputs: {}, processes: [] };
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
      workspace: job.facts.folders.workspace,
      github: githubContext(job.facts, frame.place),
      signal,
      print: (line) => log.take(line, 'stdout'),
    });
    Object.assign(job.env, played.env);
    const outcome = log.commandFailed ? 'failure' : (played.outcome ?? 'success');
    return { outcome, outputs: { ...log.outputs, ...played.outputs }, processes: [] };
  } catch (error) {
    if (!signal.aborted)
      return { outcome: refused(log, frame.phase, error).outcome, outputs: {}, processes: [] };
    log.say('error', 'The operation was canceled.');
    return { outcome: 'cancelled', outputs: {}, processes: [] };
  }
}
