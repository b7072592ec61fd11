import { BACKOFF } from '../../clients/retry.ts';
import type { ServiceClock } from '../ports/clock.ts';
import type { RunRow, Store } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import type { ClaimedRuns } from './claimed-runs.ts';
import type { AcquiredWorker } from './run-attempts.ts';
import type { createRunClaims } from './run-claims.ts';

/** Maximum delay of a timer, in milliseconds. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1_000;

interface PumpDependencies {
  store: Pick<Store, 'runs'>;
  live: LiveWorkers;
  clock: ServiceClock;
  log: (line: string) => void;
  claimed: ClaimedRuns;
  claims: ReturnType<typeof createRunClaims>;
  acquire: LiveWorkers['acquire'];
  begin: (run: RunRow, held: AcquiredWorker) => void;
  /** Signal that is aborted when no more runs may begin. */
  closing: AbortSignal;
}

/** Creates the searches for pending runs, at most one per deployment at a time. */
export function createRunPumps(dependencies: PumpDependencies) {
  const { live, clock, log, claimed, claims, acquire, begin, closing } = dependencies;
  const pumps = new Map<string, Promise<void>>();
  /** Queued searches for pending runs, keyed by deployment ID. */
  const queued = new Map<string, { afterRun: boolean; done: Promise<void> }>();
  const wakeLater = createDelayedWake(dependencies, (deploymentId) => wake(deploymentId));

  /** Assigns runs to the serving worker until no run is pending or the maximum number is running. */
  const pump = async (deploymentId: string, afterRun: boolean): Promise<void> => {
    // After a claim or the end of a run, usually no run is pending, so the cheaper check comes first.
    for (let looksFirst = afterRun; ; looksFirst = true) {
      if (closing.aborted || claimed.isFull(deploymentId)) return;
      await live.connect?.(deploymentId);
      const held = acquire(deploymentId);
      if (!held) return;
      let next: Awaited<ReturnType<typeof claims.claim>> = 'none-due';
      const now = clock.now();
      try {
        next = await claims.claim(deploymentId, held.worker, { now, looksFirst });
      } finally {
        if (typeof next === 'string') held.release();
      }
      if (next === 'none-pending') return;
      if (next === 'none-due') return wakeLater.schedule(deploymentId, now);
      begin(next, held);
    }
  };

  const wake = (deploymentId: string, { afterRun = false } = {}): void => {
    if (closing.aborted) return;
    // The clock must not be moved while a run is about to begin.
    const allowMoves = clock.delayMoves();
    const waiting = queued.get(deploymentId);
    if (waiting) {
      // A search that is already queued also finds the runs of this wake-up.
      waiting.afterRun &&= afterRun;
      void waiting.done.then(allowMoves);
      return;
    }
    // Each deployment has at most one search for pending runs. A wake-up during a search queues one more search.
    const next = { afterRun, done: Promise.resolve() };
    next.done = (pumps.get(deploymentId) ?? Promise.resolve())
      .then(() => {
        queued.delete(deploymentId);
        return pump(deploymentId, next.afterRun);
      })
      .catch((failure: unknown) => {
        log(`runs of deployment ${deploymentId} are delayed: ${String(failure)}`);
        setTimeout(() => wake(deploymentId), BACKOFF.recovery.baseMs).unref();
      })
      .finally(() => {
        allowMoves();
        if (pumps.get(deploymentId) === next.done) pumps.delete(deploymentId);
      });
    queued.set(deploymentId, next);
    pumps.set(deploymentId, next.done);
  };
  return {
    wake,
    /** Returns a promise for the end of the deployment's current search, or `undefined` if no search is running. */
    current: (deploymentId: string): Promise<void> | undefined => pumps.get(deploymentId),
    /** Resolves once all current searches for pending runs have ended. */
    ended: (): Promise<unknown> => Promise.all(pumps.values()),
  };
}

/** Creates timers that wake a deployment when its next delayed run is due. */
function createDelayedWake(
  { store, clock, closing }: Pick<PumpDependencies, 'store' | 'clock' | 'closing'>,
  wake: (deploymentId: string) => void,
) {
  const waiting = new Map<string, AbortController>();
  return {
    /** Schedules the next wake-up. Called when no run could be started at `now`. */
    async schedule(deploymentId: string, now: number): Promise<void> {
      waiting.get(deploymentId)?.abort();
      waiting.delete(deploymentId);
      const at = await store.runs.nextStart(deploymentId, now);
      if (at === undefined || closing.aborted) return;
      const controller = new AbortController();
      waiting.set(deploymentId, controller);
      const wait = Math.max(at - clock.now(), 0);
      clock.sleep(Math.min(wait, MAX_WAIT_MS), AbortSignal.any([closing, controller.signal])).then(
        () => wake(deploymentId),
        () => undefined,
      );
    },
  };
}
