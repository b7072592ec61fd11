import process from 'node:process';
import { isAlive, probeProcess, type ProcessState, requireKnown } from '../../os/processes.ts';

const POLL_MS = 500;

/**
 * Returns the state of a process. Outside Linux, only the process ID is compared, because each read of a start time
 * would need another process.
 */
const probePid = async (pid: number): Promise<ProcessState> =>
  process.platform === 'linux'
    ? probeProcess(pid)
    : isAlive(pid)
      ? { kind: 'running', token: 'alive' }
      : { kind: 'gone' };

/**
 * Calls `gone` once when a process has exited, even if a new process has received the same ID. If the state of the
 * process cannot be read, probes again. The watch does not prevent this process from exiting. Resolves to false without
 * calling `gone` if the process does not exist at the first probe.
 * @throws Error if the first probe cannot read the state.
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

/**
 * Resolves with the name of the first signal that asks this process to stop. A second signal ends this process
 * immediately.
 */
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
