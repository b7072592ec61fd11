import { url } from 'node:inspector';
import process from 'node:process';

/**
 * Returns the flags for a Node process that contains secrets. Without the flags, SIGUSR1 opens Node's debugger, and any
 * program of the same user can then read the memory of the process.
 */
export function noDebuggerFlags(): string[] {
  const flag = '--disable-sigusr1';
  // Versions of Node before 22.14 do not start with `--disable-sigusr1`.
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}

/**
 * Returns whether a debugger listens in this process. Each entry point ignores SIGUSR1 from the first line on, but an
 * earlier signal might have opened the debugger.
 */
export function isDebuggerOpen(): boolean {
  return url() !== undefined;
}
