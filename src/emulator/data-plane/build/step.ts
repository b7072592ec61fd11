import { stripVTControlCharacters } from 'node:util';
import type { ProcessEnd, Processes, ProcessSpec } from '../../ports/processes.ts';
import type { LogLine } from '../../ports/store.ts';

/** Takes one line of a revision's log. */
export type WriteLog = (message: string, level?: LogLine['level']) => void;

/** What every step of a build needs. */
export interface StepContext {
  processes: Processes;
  /** Aborted when the work is cancelled. */
  signal: AbortSignal;
  log: WriteLog;
  /** The allow-list for programs that fetch; no secret of the deployment is in it. */
  env: Record<string, string>;
  limits: BuildLimits;
}

export interface BuildLimits {
  commandMs: number;
  /** How much one such command may print, in bytes. */
  outputBytes: number;
  /** How much a checkout with its packages may take on disk, in bytes. */
  folderBytes: number;
}

export const DEFAULT_LIMITS: BuildLimits = {
  commandMs: 15 * 60_000,
  outputBytes: 16 * 1024 * 1024,
  folderBytes: 4 * 1024 * 1024 * 1024,
};

/** Runs a program of the build to its end; its output goes to the log, without colours. */
export async function runProgram(
  context: StepContext,
  spec: Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'kind'> & { env?: Record<string, string> },
): Promise<ProcessEnd> {
  const { processes, limits, log, signal } = context;
  return processes.start({
    ...spec,
    env: { ...context.env, ...spec.env },
    timeoutMs: limits.commandMs,
    maxOutputBytes: limits.outputBytes,
    signal,
    onLine: (line) => log(stripVTControlCharacters(line)),
  }).ended;
}

/** Runs a command line in the default shell of this platform. */
export function shellCommand(line: string): { command: string; args: string[] } {
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`] }
    : { command: '/bin/sh', args: ['-c', line] };
}

/**
 * A step of a revision failed for a reason its author can fix. The message says what happened, what was expected and what to
 * do; it becomes the revision's status message and the last line of its log. It never contains a secret.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** The step was cancelled, not failed: the revision is no longer this instance's to advance. */
export class StepAborted extends Error {
  override readonly name = 'StepAborted';
}

/** Returns when the program succeeded. `what`: `"npm ci"`. @throws StepFailure with the reason, StepAborted. */
export function expectSuccess(end: ProcessEnd, what: string, hint = 'See its output above'): void {
  switch (end.kind) {
    case 'exit':
      if (end.code === 0) return;
      throw new StepFailure(`${what} ended with exit code ${end.code}. ${hint}.`);
    case 'signal':
      throw new StepFailure(`${what} was ended by ${end.signal}. ${hint}.`);
    case 'timeout':
      throw new StepFailure(
        `${what} took longer than ${Math.round(end.afterMs / 1000)} s and was ended. ${hint}.`,
      );
    case 'output-limit':
      throw new StepFailure(
        `${what} printed more than ${end.bytes} bytes and was ended. Make it print less.`,
      );
    case 'not-started':
      throw new StepFailure(`${what} could not be started: ${end.reason}. ${hint}.`);
    case 'aborted':
      throw new StepAborted(`${what} was aborted`);
  }
}
