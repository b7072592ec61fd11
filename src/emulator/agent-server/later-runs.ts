import type { Clock } from '../../clients/clock.ts';
import type { Store } from '../seams/store.ts';

/** No timer is set for longer; then it is looked again. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/** Wakes a deployment when the next of its runs that begin later may begin. The rows are the truth: nothing is lost. */
export interface LaterRuns {
  /** There is nothing to do at this moment: looks when there will be. */
  plan(deploymentId: string): Promise<void>;
  close(): void;
}

export function createLaterRuns(
  { store, clock }: { store: Pick<Store, 'runs'>; clock: Clock },
  wake: (deploymentId: string) => void,
): LaterRuns {
  const waiting = new Map<string, AbortController>();
  let closed = false;
  return {
    async plan(deploymentId) {
      waiting.get(deploymentId)?.abort();
      waiting.delete(deploymentId);
      const now = clock.now();
      const at = await store.runs.nextLater(deploymentId, now);
      if (at === undefined || closed) return;
      const controller = new AbortController();
      waiting.set(deploymentId, controller);
      clock.sleep(Math.min(at - now, LONGEST_WAIT_MS), controller.signal).then(
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
