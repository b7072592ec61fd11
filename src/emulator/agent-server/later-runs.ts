import type { Clock } from '../../clients/clock.ts';
import type { Store } from '../ports/store.ts';

/** No timer is set for longer; then it is looked again. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/** Wakes a deployment when the next of its runs that begin later may begin. The rows are the truth: nothing is lost. */
export interface ScheduledRuns {
  /** There was nothing to do at `now`, by the clock: looks when there will be. */
  schedule(deploymentId: string, now: number): Promise<void>;
  close(): void;
}

export function createScheduledRuns(
  { store, clock }: { store: Pick<Store, 'runs'>; clock: Clock },
  wake: (deploymentId: string) => void,
): ScheduledRuns {
  const waiting = new Map<string, AbortController>();
  let closed = false;
  return {
    async schedule(deploymentId, now) {
      waiting.get(deploymentId)?.abort();
      waiting.delete(deploymentId);
      const at = await store.runs.nextStart(deploymentId, now);
      if (at === undefined || closed) return;
      const controller = new AbortController();
      waiting.set(deploymentId, controller);
      // Time went on while the store was asked.
      const wait = Math.max(at - clock.now(), 0);
      clock.sleep(Math.min(wait, LONGEST_WAIT_MS), controller.signal).then(
        () => wake(deploymentId),
        () => undefined,
      );
    },
    close() {
      closed = true;
      for (const controller of waiting.values()) controller.abort();
    },
  };
}
