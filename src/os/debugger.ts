import { url } from 'node:inspector';
import process from 'node:process';

/**
 * Returns the flags for a Node process that contains secrets. By default, SIGUSR1 opens Node's debugger, through which
 * any program of the same user can read the process's memory.
 */
export function noDebuggerFlags(): string[] {
  const flag = '--disable-sigusr1';
  // Versions of Node before 22.14 refuse to start with this flag.
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}

/**
 * Returns whether a debugger listens in this process. Each entry point ignores SIGUSR1 from its first line on, but an
 * earlier signal might have opened the debugger.
 */
export function isDebuggerOpen(): boolean {
  return url() !== undefined;
}
