import { stripVTControlCharacters } from 'node:util';
import type { ProcessEnd, Processes, ProcessSpec } from '../../ports/processes.ts';
import type { LogLine } from '../../ports/store.ts';

/** Takes one line of a revision's log. */
export type WriteLog = (message: string, level?: LogLine['level']) => void;

/** What every step of a build works with. */
export interface StepContext {
  processes: Processes;
  /** Aborted when the revision is no longer ours to advance. */
  signal: AbortSignal;
  log: WriteLog;
  /** The allow-list for programs that fetch; no secret of the deployment is in it. */
  env: Record<string, string>;
  limits: BuildLimits;
}

export interface BuildLimits {
  /** How long one install or build command may take, in milliseconds. */
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

/** Runs a program of the build to its end; what it prints goes to the log, without colours. */
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

/** How a command line is run: by the shell everybody expects on this platform. */
export function shellCommand(line: string): { command: string; args: string[] } {
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`] }
    : { command: '/bin/sh', args: ['-c', line] };
}
