import { url } from 'node:inspector';
import process from 'node:process';

/**
 * Returns the flags for one of our Node processes that holds secrets. By default Node opens its debugger on SIGUSR1,
 * and then every program of the same user can read the memory of the process.
 */
export function noDebuggerFlags(): string[] {
  const flag = '--disable-sigusr1';
  // Node before 22.14 does not know this flag and would refuse to start.
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}

/**
 * Returns whether a debugger listens in this process. Each entry point ignores SIGUSR1 in its first line; an earlier
 * signal has opened the debugger.
 */
export function isDebuggerOpen(): boolean {
  return url() !== undefined;
}
