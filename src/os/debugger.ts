import { url } from 'node:inspector';
import process from 'node:process';

/**
 * Flags for a Node process of ours that holds secrets. By default Node opens its debugger on SIGUSR1, and then every program
 * of the same user reads the memory of the process.
 */
export function noDebuggerFlags(): string[] {
  const flag = '--disable-sigusr1';
  // Node before 22.14 does not know the flag and would refuse to start.
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}

/**
 * Tells whether a debugger listens in this process. Each entry point ignores SIGUSR1 in its first line; a signal that arrived
 * before that line has opened the debugger.
 */
export function isDebuggerOpen(): boolean {
  return url() !== undefined;
}
