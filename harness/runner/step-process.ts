import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { createCommandFiles, readCommandFiles } from './command-files.ts';
import { githubContext, runnerContext, stepEnvironment, type StepIdentity } from './contexts.ts';
import type { Job } from './job.ts';
import type { StepLog } from './log.ts';
import { type ProcessEnd, runProcess } from './process.ts';
import type { Outcome, Phase, PhaseRun } from './types.ts';

interface StepProcessRequest {
  phase: Phase;
  place: StepIdentity;
  command: string;
  args: readonly string[];
  cwd: string;
  /** The `env` context of the step. */
  env: Record<string, string>;
  inputs: Record<string, string>;
  state: Record<string, string>;
  /** True if the process receives the environment that only actions get. */
  services: boolean;
  signal: AbortSignal | undefined;
  /** Returns the runner's message for an exit code other than 0. */
  failed?: (exitCode: number) => string;
}

/** Result of a step's process, and its commands from files and standard output. */
export interface StepEnd extends PhaseRun {
  outputs: Record<string, string>;
  savedState: Record<string, string>;
  setEnv: Record<string, string>;
  addedPaths: string[];
}

/**
 * Runs one process of a step with new command files and its environment. The lines of the process go to the log, and
 * its file commands change the job.
 */
export async function runStepProcess(job: Job, log: StepLog, request: StepProcessRequest): Promise<StepEnd> {
  const startedAt = performance.now();
  const files = await createCommandFiles(job.info.folders.temp, randomUUID());
  const environment = stepEnvironment({
    github: githubContext(job.info, request.place),
    runner: runnerContext(job.info),
    files,
    trackingId: job.info.trackingId,
    env: request.env,
    inputs: request.inputs,
    state: request.state,
    paths: job.paths,
    services: request.services ? job.services : {},
  });
  let end: ProcessEnd | null = null;
  let problem: string | null = null;
  try {
    end = await runProcess({
      command: request.command,
      args: request.args,
      cwd: request.cwd,
      env: environment,
      signal: request.signal,
      cancelAfterMs: job.cancelAfterMs,
      onStart: (pid) => job.onStart(pid, request.phase),
      onLine: (line, stream) => log.take(line, stream),
    });
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const leftGroup = end?.leftGroup ?? null;
  if (leftGroup !== null) job.leftGroups.add(leftGroup);
  const written = await readCommandFiles(files);
  for (const error of written.errors) log.say('error', error);
  if (problem !== null) log.say('error', problem);
  Object.assign(job.env, written.env);
  for (const folder of written.paths) {
    if (job.paths.includes(folder)) job.paths.splice(job.paths.indexOf(folder), 1);
    job.paths.push(folder);
  }
  return {
    phase: request.phase,
    outcome: outcomeOf(end, log, request, written.failed),
    exitCode: end?.exitCode ?? null,
    endedBy: end?.endedBy ?? null,
    durationMs: performance.now() - startedAt,
    argv: [request.command, ...request.args],
    environment,
    files: written.raw,
    rawSummary: written.summary,
    summaryRefused: written.summaryRefused,
    leftRunning: leftGroup !== null,
    outputs: written.outputs,
    savedState: written.state,
    setEnv: written.env,
    addedPaths: written.paths,
  };
}

function outcomeOf(
  end: ProcessEnd | null,
  log: StepLog,
  request: StepProcessRequest,
  filesFailed: boolean,
): Outcome {
  if (end?.cancelled) {
    log.say('error', 'The operation was canceled.');
    return 'cancelled';
  }
  if (end !== null && end.exitCode !== 0 && request.failed !== undefined) {
    // The exit code after a signal is 128 plus the number of the signal.
    const signal = Object.entries(constants.signals).find(([name]) => name === end.endedBy)?.[1] ?? 0;
    log.say('error', request.failed(end.exitCode ?? 128 + signal));
  }
  return end?.exitCode === 0 && !filesFailed && !log.commandFailed ? 'success' : 'failure';
}
