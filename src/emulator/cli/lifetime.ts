import process from 'node:process';
import { isAlive, probeProcess, type ProcessState, requireKnown } from '../../os/processes.ts';

const POLL_MS = 500;

/** Finds out whether a process runs. Outside of Linux a start time costs a process for each probe, so only the pid counts. */
const probePid = async (pid: number): Promise<ProcessState> =>
  process.platform === 'linux'
    ? probeProcess(pid)
    : isAlive(pid)
      ? { kind: 'running', token: 'alive' }
      : { kind: 'gone' };

/**
 * Calls `gone` once when a process has ended, also when another process got its pid since. A process whose state is unknown
 * for a while is probed again. Keeps nothing alive. Resolves to false, and never calls `gone`, if no such process exists.
 * @throws Error if it cannot be found out whether the process exists.
 */
export async function watchProcess(
  pid: number,
  gone: () => void,
  probe: (pid: number) => Promise<ProcessState> = probePid,
  everyMs = POLL_MS,
): Promise<boolean> {
  const first = requireKnown(pid, await probe(pid));
  if (first.kind === 'gone') return false;
  const check = async () => {
    const state = await probe(pid);
    const hasEnded = state.kind === 'gone' || (state.kind === 'running' && state.token !== first.token);
    if (hasEnded) gone();
    else setTimeout(() => void check(), everyMs).unref();
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
