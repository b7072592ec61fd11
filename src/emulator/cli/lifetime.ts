import process from 'node:process';
import { isAlive, startToken } from '../../os/processes.ts';

const POLL_MS = 500;

/** A value that another process with the same ID does not have; undefined when there is no process. */
export type Identify = (pid: number) => Promise<string | undefined>;

/** Elsewhere a start time costs a process each time it is asked for. */
const identifyProcess: Identify =
  process.platform === 'linux' ? startToken : async (pid) => (isAlive(pid) ? 'alive' : undefined);

/**
 * Calls `gone` once when a process has ended, also when its ID was given to another one since. Keeps nothing alive.
 * Resolves to false, and never calls it, when there is no such process to begin with.
 */
export async function watchProcess(
  pid: number,
  gone: () => void,
  identify: Identify = identifyProcess,
  everyMs = POLL_MS,
): Promise<boolean> {
  const identity = await identify(pid);
  if (identity === undefined) return false;
  const check = async () => {
    if ((await identify(pid)) === identity) setTimeout(() => void check(), everyMs).unref();
    else gone();
  };
  setTimeout(() => void check(), everyMs).unref();
  return true;
}

/** Resolves with the name of the first signal that asks this process to end; a second one, of any kind, ends it at once. */
export function untilSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(130);
      isEnding = true;
      resolve(signal);
    });
  }
  return promise;
}
