import { loadManifest, ManifestError, type NodePhase, refusedPhase, runNodePhase } from './node-action.ts';
import type { ActionManifest } from './manifest.ts';
import { evaluate, isTruthy } from './expressions.ts';
import { LOCAL_STEP } from './contexts.ts';
import { closeJob, jobScope, openJob, type Job } from './job.ts';
import { StepLog } from './log.ts';
import type { StepEnd } from './step-process.ts';
import { unmaskedPlaces } from './masks.ts';
import type { ActionRun, Outcome, Phase, RunActionOptions } from './types.ts';

interface Ran {
  end: StepEnd;
  log: StepLog;
}

/**
 * Runs a node action as the only step of a job, as the GitHub runner does: environment, inputs, event, file commands,
 * workflow commands, masks, post step and cancellation. If the runner refuses the action, the step fails, with the
 * error among its annotations.
 */
export async function runAction(options: RunActionOptions): Promise<ActionRun> {
  const startedAt = performance.now();
  const job = await openJob(options);
  Object.assign(job.env, options.env);
  try {
    const phases = options.phases ?? ['main', 'post'];
    let manifest: ActionManifest;
    try {
      manifest = await loadManifest(options.actionYml);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      const log = stepLog(job, 'main');
      return report(job, { end: refusedPhase(log, 'main', error), log }, null, startedAt);
    }
    const state = { ...options.state };
    const main = phases.includes('main') ? await runPhase(job, manifest, options, 'main', {}) : null;
    job.status = main?.end.outcome ?? 'success';
    Object.assign(state, main?.end.savedState);
    const post = phases.includes('post') ? await runPost(job, manifest, options, state) : null;
    return report(job, main, post, startedAt, state);
  } finally {
    await closeJob(job);
  }
}

async function runPost(
  job: Job,
  manifest: ActionManifest,
  options: RunActionOptions,
  state: Record<string, string>,
): Promise<Ran | null> {
  if (manifest.post === null) return null;
  try {
    if (!isTruthy(evaluate(manifest.postIf, jobScope(job)))) return null;
  } catch (error) {
    const log = stepLog(job, 'post');
    return { end: refusedPhase(log, 'post', error), log };
  }
  return runPhase(job, manifest, options, 'post', state);
}

async function runPhase(
  job: Job,
  manifest: ActionManifest,
  options: RunActionOptions,
  phase: Phase,
  state: Record<string, string>,
): Promise<Ran> {
  const log = stepLog(job, phase);
  const request: NodePhase = {
    phase,
    place: LOCAL_STEP,
    manifest,
    given: options.inputs ?? {},
    env: job.env,
    state,
    scope: jobScope(job),
    // A canceled job still runs its post step, with separate time limits.
    signal: phase === 'main' || options.phases?.length === 1 ? options.signal : undefined,
  };
  const end = await runNodePhase(job, log, request);
  job.log.summarize(phase, end.rawSummary);
  return { end, log };
}

function stepLog(job: Job, phase: Phase): StepLog {
  return new StepLog(job.log, {
    step: 0,
    phase,
    debug: job.info.debug,
    workspace: job.info.folders.workspace,
  });
}

function report(
  job: Job,
  main: Ran | null,
  post: Ran | null,
  startedAt: number,
  state: Record<string, string> = {},
): ActionRun {
  const ran = [main, post].filter((phase) => phase !== null);
  const first = main ?? post;
  const { lines } = job.log;
  const outputs = Object.assign({}, ...ran.map(({ end }) => end.outputs)) as Record<string, string>;
  const annotations = ran.flatMap(({ log }) => log.annotations);
  const outcome: Outcome = first?.end.outcome ?? 'success';
  const log = lines.flatMap((line) => line.text ?? []).join('\n');
  logsOfTest().push(log);
  return {
    outcome,
    exitCode: first?.end.exitCode ?? null,
    outputs,
    summary: job.log.summary(),
    annotations,
    masks: job.log.masks,
    maskViolations: [...job.log.lateMasks, ...unmaskedPlaces(job.log.hidden, annotations, outputs)],
    log,
    rawLog: lines.map((line) => line.raw).join('\n'),
    lines,
    state: Object.assign(state, post?.end.savedState),
    exportedEnv: Object.assign({}, ...ran.map(({ end }) => end.setEnv)) as Record<string, string>,
    addedPaths: ran.flatMap(({ end }) => end.addedPaths),
    deprecatedCommands: ran.flatMap(({ log }) => log.deprecatedCommands),
    commands: ran.flatMap(({ log }) => log.commands),
    durationMs: performance.now() - startedAt,
    main: main?.end ?? null,
    post: post?.end ?? null,
  };
}

/** Returns the logs of the actions that the current test ran, which the test environment shows if the test fails. */
function logsOfTest(): string[] {
  const shared = globalThis as { [key: symbol]: string[] | undefined };
  return (shared[Symbol.for('agent-deploy.action-logs')] ??= []);
}
