import { url } from 'node:inspector';
import process from 'node:process';

/**
 * Returns the flags for a Node process that holds secrets. By default, Node opens its debugger on SIGUSR1, through
 * which any program of the same user can read the process's memory.
 */
export function noDebuggerFlags(): string[] {
  const flag = '--disable-sigusr1';
  // Node before 22.14 refuses to start with this flag.
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}

/**
 * Returns whether a debugger listens in this process. Each entry point ignores SIGUSR1 from its first line on, but
 * the signal may have arrived earlier and opened the debugger.
 */
export function isDebuggerOpen(): boolean {
  return url() !== undefined;
}
