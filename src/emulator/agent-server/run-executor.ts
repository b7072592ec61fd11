import type { ServiceClock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import { createClaimedRuns } from './claimed-runs.ts';
import { createRunAttempts, createWorkerPool } from './run-attempts.ts';
import { createRunClaims } from './run-claims.ts';
import { createRunEndings } from './run-endings.ts';
import { createRunHandlers } from './run-handlers.ts';
import type { StoppedRun } from './run-outcome.ts';
import { createRunPumps } from './run-pumps.ts';
import { createRunSearch } from './run-search.ts';
import { createRunResults, type RunWatch } from './run-results.ts';
import type { RunScope } from './run-row.ts';
import { createStaleThreads } from './stale-threads.ts';
import type { OtherReplicas } from './shared/other-replicas.ts';
import { createRunStreams, type RunStreams } from './streams/run-streams.ts';

/** Polling interval of emulators that share a store, in milliseconds. */
const POLL_MS = 1_000;

export interface RunExecutorDependencies {
  store: Store;
  live: LiveWorkers;
  clock: ServiceClock;
  log: (line: string) => void;
  instanceId?: string | undefined;
  /** Called when runs have ended, because the runs' webhooks might be due. */
  onRunsEnded?: () => void;
  /** Replicas on the same store except this replica, or absent if no other replicas exist. */
  others?: OtherReplicas | undefined;
  /** Called when another replica has changed a cron. */
  onCronsChanged?: (deploymentId: string) => void;
}

/**
 * Executes the store's pending runs on live workers and stores the outcomes of the runs. Because the store is the
 * source of truth, an acknowledged run survives a crash of its worker or of the emulator.
 */
export interface RunExecutor {
  /** Requeues the runs that the previous process left running, and then executes each serving worker's pending runs. */
  start(): Promise<void>;
  /** Starts to look for pending runs of this deployment. */
  wake(deploymentId: string): void;
  /**
   * Returns a watch for the end of a run. Start the watch before you create the run or check that the run is
   * unfinished, because the watch does not report an earlier end.
   */
  watch(runId: string): RunWatch;
  /** Reports that these runs are stored. A stored run that cannot be found later was deleted. */
  created(runIds: readonly string[]): void;
  readonly streams: RunStreams;
  /** ID of this process among the store's replicas, or `undefined` without other replicas. */
  readonly instanceId: string | undefined;
  /**
   * Aborts runs that were just stopped in the store, and responds to waiting clients. Resolves once all work on the
   * runs has ended. The next runs of the runs' threads start only after this work.
   */
  abortStopped(stopped: readonly StoppedRun[]): Promise<void>;
  /**
   * Runs `work`, which stops runs of this scope in the store. While `work` runs, no events of the runs are stored. With
   * `flush`, for runs that keep their results, all events that the runs have sent are stored first. Waits only briefly
   * for the events of each worker.
   */
  pause<T>(scope: RunScope, options: { flush: boolean }, work: () => Promise<T>): Promise<T>;
  notifyCronsChanged(deploymentId: string): void;
  /** Accepts no more runs, aborts active runs, and leaves the aborted runs pending for the next start. */
  close(): Promise<void>;
}

export function createRunExecutor(dependencies: RunExecutorDependencies): RunExecutor {
  const { store, live, clock, log, instanceId, others, onRunsEnded = () => undefined } = dependencies;
  const closing = new AbortController();
  let unsubscribe: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let begun = 0;
  const results = createRunResults();
  const claimed = createClaimedRuns();
  const claims = createRunClaims({ store, claimed, instanceId });
  const workers = createWorkerPool(live);
  const streams = createRunStreams({ store, now: () => clock.now(), log, closing: closing.signal, others });
  const staleThreads = createStaleThreads({ store, acquire: workers.acquire, clock, log });
  const wake: ReturnType<typeof createRunPumps>['wake'] = (id, options) => pumps.wake(id, options);
  const shared = { ...dependencies, instanceId, others, claimed, claims, streams, staleThreads, wake };
  const endings = createRunEndings({
    ...shared,
    onRunsEnded,
    results,
    closing: closing.signal,
    currentPump: (deploymentId) => pumps.current(deploymentId),
  });
  const attempts = createRunAttempts({
    ...shared,
    settle: endings.settle,
    markDead: workers.markDead,
    closing: closing.signal,
  });
  const pumps = createRunPumps({
    ...shared,
    acquire: workers.acquire,
    begin(...run) {
      begun += 1;
      attempts.begin(...run);
    },
    closing: closing.signal,
  });
  const search = createRunSearch({
    store,
    wake,
    ended: (deploymentId) => pumps.current(deploymentId),
    begun: () => begun,
    closing: closing.signal,
  });

  return {
    async start() {
      unsubscribe = live.onServe((deploymentId) => {
        wake(deploymentId);
        endings.refreshAll(deploymentId);
      });
      const left = await store.runs.requeueRunning();
      if (left > 0) log(`${left} unfinished runs of the previous start are resumed`);
      await others?.start(
        createRunHandlers({
          ...shared,
          results,
          endWork: endings.endWork,
          cronsChanged: (deploymentId) => dependencies.onCronsChanged?.(deploymentId),
        }),
      );
      if (others) {
        timer = setInterval(() => void search.poll().catch(() => undefined), POLL_MS);
        timer.unref();
      }
      await search.wakeAll();
    },
    wake(deploymentId) {
      wake(deploymentId);
      if (claimed.isFull(deploymentId)) others?.notify({ kind: 'pending', deploymentId });
    },
    watch: (runId) => results.watch(runId),
    created: (runIds) => results.created(runIds),
    streams,
    abortStopped: (stopped) => endings.abortStopped(stopped),
    instanceId: others?.instanceId,
    async pause(scope, options, work) {
      const [release] = await Promise.all([
        others?.pause(scope, options),
        options.flush && claimed.flushWrites(scope),
      ]);
      try {
        return await streams.pauseStreams(scope, work);
      } finally {
        release?.();
      }
    },
    notifyCronsChanged: (deploymentId) => others?.notify({ kind: 'crons', deploymentId }),
    async close() {
      clearInterval(timer);
      unsubscribe();
      closing.abort();
      await pumps.ended();
      await search.close();
      await claimed.abortAll();
      await staleThreads.close();
      await others?.close();
    },
  };
}
