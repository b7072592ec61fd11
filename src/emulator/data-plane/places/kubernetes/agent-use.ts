import { errorMessage } from '../../../../os/errors.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { Store } from '../../../ports/store.ts';

/** Records which agents this replica uses, so that no replica counts them as idle. */
export interface AgentUse {
  /** Records that an agent is used now. With a signal, the use lasts until the signal aborts. */
  record(deploymentId: string, signal?: AbortSignal): void;
  /** Stores the last uses, and stops. */
  close(): Promise<void>;
}

export interface AgentUseOptions {
  store: Pick<Store, 'agentUse'>;
  clock: Pick<ServiceClock, 'now'>;
  /** Time without use after which an agent is idle, in milliseconds. */
  idleMs: number;
  log: Log;
}

/** Milliseconds for which uses are collected before they are stored together. */
const GATHER_MS = 500;

/** Returns the interval in milliseconds at which each replica stores a continued use of an agent again. */
export const useIntervalMs = (idleMs: number): number => idleMs / 4;

/** Creates the record of uses. An agent's use is stored at most once in each interval, however many requests it gets. */
export function createAgentUse({ store, clock, idleMs, log }: AgentUseOptions): AgentUse {
  const intervalMs = useIntervalMs(idleMs);
  /** Number of requests in progress by deployment. */
  const open = new Map<string, number>();
  /** Times at which uses were last recorded, by deployment. */
  const recordedAt = new Map<string, number>();
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();
  let loggedProblem: string | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ids = [...waiting];
    waiting = new Set();
    if (ids.length === 0) return;
    const at = clock.now();
    storing = storing
      .then(() => store.agentUse.record(ids, at))
      .catch((error: unknown) => {
        // The next use in each interval is stored again, so nothing is repeated here.
        for (const id of ids) recordedAt.delete(id);
        const problem = errorMessage(error);
        if (problem !== loggedProblem) log(`the use of agents could not be stored: ${problem}`);
        loggedProblem = problem;
      });
  };
  const note = (deploymentId: string): void => {
    const now = performance.now();
    if (now - (recordedAt.get(deploymentId) ?? Number.NEGATIVE_INFINITY) < intervalMs) return;
    recordedAt.set(deploymentId, now);
    waiting.add(deploymentId);
    timer ??= setTimeout(flush, GATHER_MS).unref();
  };
  const repeat = setInterval(() => {
    const before = performance.now() - intervalMs;
    for (const [id, at] of recordedAt) if (at <= before && !open.has(id)) recordedAt.delete(id);
    for (const id of open.keys()) note(id);
  }, intervalMs);
  repeat.unref();

  return {
    record(deploymentId, signal) {
      note(deploymentId);
      if (signal === undefined || signal.aborted) return;
      open.set(deploymentId, (open.get(deploymentId) ?? 0) + 1);
      const end = () => {
        const left = (open.get(deploymentId) ?? 1) - 1;
        if (left > 0) open.set(deploymentId, left);
        else open.delete(deploymentId);
        note(deploymentId);
      };
      signal.addEventListener('abort', end, { once: true });
    },
    async close() {
      clearInterval(repeat);
      flush();
      await storing;
    },
  };
}
