import path from 'node:path';
import { githubContext } from '../../runner/contexts.ts';
import type { ActionManifest } from '../../runner/manifest.ts';
import { findManifest, runNodePhase } from '../../runner/node-action.ts';
import type { StepModel } from '../schema.ts';
import { fillEach, type Frame, header, openLog, refused } from '../session.ts';
import type { ActionSource, StepResult } from '../types.ts';
import { checkOut } from './checkout.ts';

const CHECKOUT = /^actions\/checkout@/;

/** Returns whether a `uses:` is supported: in the workspace, by the model of checkout, or by the run's options. */
export function isKnown(uses: string, source: (uses: string) => ActionSource | null): boolean {
  return uses.startsWith('./') || CHECKOUT.test(uses) || source(uses) !== null;
}

/** Runs a step with `uses:`, and registers its post step. */
export async function runUses(frame: Frame, step: StepModel, signal: AbortSignal): Promise<StepResult> {
  const { session } = frame;
  const uses = step.uses ?? '';
  let given: Record<string, string>;
  let manifest: ActionManifest;
  try {
    given = fillEach(step.with, frame.scope);
    const source = session.source(uses);
    if (source !== null && 'play' in source) return await play(frame, uses, given, source, signal);
    if (source === null && CHECKOUT.test(uses)) return await checkOut(frame, uses, given);
    manifest = await findManifest(
      source === null ? path.resolve(session.job.info.folders.workspace, uses) : source.folder,
    );
  } catch (error) {
    return refused(openLog(frame), frame.phase, error);
  }
  const state: Record<string, string> = {};
  if (manifest.post !== null) {
    session.posts.push({
      main: frame,
      step,
      condition: manifest.postIf,
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
  manifest: ActionManifest,
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
    scope: frame.scope,
    signal,
    onInputs: (values) => {
      if (frame.phase === 'main') header(log, uses, [], values, frame.env);
      else log.print('Post job cleanup.');
    },
  });
  frame.session.job.log.summarize(frame.phase, end.rawSummary);
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
  header(log, uses, [], inputs, frame.env);
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
    const outcome = log.commandFailed ? 'failure' : (played.outcome ?? 'success');
    return { outcome, outputs: { ...played.outputs }, processes: [] };
  } catch (error) {
    if (!signal.aborted) return refused(log, frame.phase, error);
    log.say('error', 'The operation was canceled.');
    return { outcome: 'cancelled', outputs: {}, processes: [] };
  }
}
