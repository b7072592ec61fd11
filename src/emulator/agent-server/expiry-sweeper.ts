import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clients/clock.ts';
import type { Store } from '../ports/store.ts';
import { pruneHistories } from './threads.ts';

/** Interval between sweeps in milliseconds. Expired items are hidden even before a sweep deletes them. */
const SWEEP_INTERVAL_MS = 60_000;
/** Number of threads that are read at a time. */
const BATCH_SIZE = 100;

/** Deletes expired items, and prunes the histories of threads that store only their latest state. */
export interface ExpirySweeper {
  start(): void;
  /** Runs one sweep over all deployments. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a sweeper. Several emulators can sweep the same store, because each change is a single transaction. */
export function createExpirySweeper({
  store,
  clock,
  log,
  isOurs = () => Promise.resolve(true),
}: {
  store: Store;
  clock: Clock;
  log: (line: string) => void;
  /** Returns whether this process should sweep now, or absent if the process should always sweep. */
  isOurs?: () => Promise<boolean>;
}): ExpirySweeper {
  const over = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();

  const sweep = async (): Promise<void> => {
    await store.items.removeExpired();
    for (;;) {
      const due = await store.threads.listPrunable(BATCH_SIZE);
      for (const { id, deploymentId } of due) {
        if (over.signal.aborted) return;
        await store.transaction(async (tx) => {
          const thread = await tx.threads.head(deploymentId, id);
          if (thread?.expiry?.strategy !== 'keep_latest' || thread.status === 'busy') return;
          await pruneHistories(tx, deploymentId, [id]);
          const { expiry } = thread;
          // Restarts the thread's time to live, because later checkpoints must be pruned too.
          await tx.threads.update(id, { expiry: { ...expiry, at: clock.now() + expiry.ttlMs } });
        });
        await setImmediate();
      }
      if (due.length < BATCH_SIZE) return;
    }
  };

  const sweepIfOurs = async (): Promise<void> => {
    if (await isOurs()) await sweep();
  };

  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.sleep(SWEEP_INTERVAL_MS, over.signal);
      await sweepIfOurs().catch((failure: unknown) => {
        log(`expired threads and items could not be deleted; the next sweep retries: ${String(failure)}`);
      });
    }
  };

  return {
    start() {
      sweeping = run().catch(() => undefined);
    },
    sweep,
    async close() {
      over.abort();
      await sweeping;
    },
  };
}
