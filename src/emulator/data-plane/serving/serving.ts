import type { Clock } from '../../../clients/clock.ts';
import { BACKOFF, doublingMs } from '../../../clients/retry.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { LogLine, RevisionRow } from '../../ports/store.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import type { Timing } from '../timing.ts';
import { watchHealth } from '../worker/health-watch.ts';
import { type LiveSlot, liveSlot, type LiveTable, waitForIdle } from './live.ts';

/** A revision that can serve requests, with the function that restarts its worker. */
export interface ServingRevision {
  deploymentId: string;
  revisionId: string;
  /** Starts the worker; absent if the revision has no worker, for example with the runtime `stub`. */
  start?: (signal: AbortSignal) => Promise<AnyWorker>;
  log: (message: string, level: LogLine['level']) => void;
}
interface PreviousRevision {
  /** Makes the previous revision active again instead of the new revision. */
  restore(): Promise<void>;
  /** Stops the previous worker in the background when its work has ended, but at the latest at a deadline. */
  retire(): void;
}
export interface Serving {
  /**
   * Makes new requests go to this revision. `worker` is the revision's healthy worker. If `worker` is absent, a worker
   * is started, unless the revision has no `start` function.
   */
  switchTo(
    server: ServingRevision,
    worker: AnyWorker | undefined,
    signal: AbortSignal,
  ): Promise<PreviousRevision>;
  /**
   * Starts the revision that was active when an emulator last served the deployment; absent if the agents' processes
   * outlive the emulator.
   */
  resume?(server: ServingRevision): Promise<void>;
  /**
   * Removes the processes or pods of a revision that failed or was ended; absent if the runtime itself has already
   * removed them.
   */
  withdraw?(revision: Pick<RevisionRow, 'id' | 'deploymentId' | 'settings'>): Promise<void>;
  /** Stops the processes of a deployment's active revision, without waiting for their work. */
  stop(deploymentId: string): Promise<void>;
  close(): Promise<void>;
  /** Returns the active revisions, for the emulator's health endpoint. */
  health(): { deployment_id: string; revision_id: string }[];
}
interface ServingOptions {
  live: LiveTable;
  clock: Clock;
  timing: Pick<Timing, 'healthIntervalMs' | 'pingTimeoutMs' | 'stuckMs' | 'drainMs' | 'stopGraceMs'>;
}

/**
 * Creates the component that chooses the worker of each deployment and keeps it running. A switch to another revision
 * has no downtime, because the old worker stays until its work is complete.
 */
export function createServing(options: ServingOptions): Serving {
  const { live, clock, timing } = options;
  const { drainMs, stopGraceMs } = timing;
  const keepers = new Map<string, WorkerKeeper>();
  const retiring = new Set<Promise<void>>();
  const closing = new AbortController();

  const addTo = (deploymentId: string, slot: LiveSlot, worker: AnyWorker) =>
    live.add(deploymentId, slot, { worker, isUsable: () => true, onIdle: undefined });

  const keep = (server: ServingRevision, worker: AnyWorker | undefined): WorkerKeeper | undefined => {
    const { deploymentId, revisionId, start } = server;
    if (!start) return undefined;
    const isCurrent = () => live.slot(deploymentId)?.revisionId === revisionId;
    return keepWorkerRunning({
      clock,
      timing,
      first: worker,
      start,
      isCurrent,
      onWorkerChange: (now) => {
        const slot = live.slot(deploymentId);
        if (slot?.revisionId !== revisionId) return;
        slot.workers.clear();
        if (now) addTo(deploymentId, slot, now);
      },
      log: server.log,
    });
  };

  const retire = async (slot: LiveSlot | undefined, keeper: WorkerKeeper | undefined): Promise<void> => {
    if (slot) {
      const deadline = clock.sleep(drainMs, closing.signal).catch(() => undefined);
      await Promise.race([waitForIdle(slot), deadline]);
    }
    await keeper?.stop(stopGraceMs);
  };

  const switchTo = (server: ServingRevision, worker: AnyWorker | undefined): PreviousRevision => {
    const { deploymentId, revisionId } = server;
    const slot = liveSlot(revisionId);
    if (worker) addTo(deploymentId, slot, worker);
    const previous = live.assign(deploymentId, slot);
    const oldKeeper = keepers.get(deploymentId);
    const keeper = keep(server, worker);
    if (keeper) keepers.set(deploymentId, keeper);
    else keepers.delete(deploymentId);
    return {
      async restore() {
        if (previous) live.assign(deploymentId, previous);
        else live.clear(deploymentId);
        if (oldKeeper) keepers.set(deploymentId, oldKeeper);
        else keepers.delete(deploymentId);
        await keeper?.stop(stopGraceMs);
      },
      retire() {
        const done = retire(previous, oldKeeper).finally(() => retiring.delete(done));
        retiring.add(done);
      },
    };
  };

  return {
    switchTo: (server, worker) => Promise.resolve(switchTo(server, worker)),
    resume: (server) => Promise.resolve(void switchTo(server, undefined)),
    async stop(deploymentId) {
      live.clear(deploymentId);
      const keeper = keepers.get(deploymentId);
      keepers.delete(deploymentId);
      await keeper?.stop(stopGraceMs);
    },
    async close() {
      closing.abort();
      const ids = [...keepers.keys()];
      for (const id of ids) live.clear(id);
      await Promise.all([...ids.map((id) => keepers.get(id)?.stop(stopGraceMs)), ...retiring]);
      keepers.clear();
    },
    health: () =>
      [...keepers.keys()].map((deploymentId) => {
        const slot = live.slot(deploymentId);
        return {
          deployment_id: deploymentId,
          revision_id: slot?.revisionId ?? '',
          pid: slot?.workers.values().next().value?.worker.pid ?? null,
        };
      }),
  };
}

interface WorkerKeeperOptions {
  clock: Clock;
  /** Worker that is already running, or `undefined` if a worker must be started. */
  first: AnyWorker | undefined;
  /** Starts a worker, and resolves once the worker is healthy. */
  start: (signal: AbortSignal) => Promise<AnyWorker>;
  /** Returns whether this revision is still active. The worker of an inactive revision is not restarted. */
  isCurrent: () => boolean;
  /** Called with the worker when it runs, and with `undefined` when it has exited. */
  onWorkerChange: (worker: AnyWorker | undefined) => void;
  log: (message: string, level: LogLine['level']) => void;
  timing: Pick<Timing, 'healthIntervalMs' | 'pingTimeoutMs' | 'stuckMs'>;
}
interface WorkerKeeper {
  /** Stops the worker without restarting it, and resolves when the worker has ended. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Run time in milliseconds after which a worker counts as steady, so the delay before its next restart is the shortest
 * delay.
 */
const STEADY_MS = 60_000;

/** Restarts a revision's worker with backoff when the worker exits, and kills a stuck worker. */
function keepWorkerRunning(options: WorkerKeeperOptions): WorkerKeeper {
  const { clock, log } = options;
  const stopping = new AbortController();
  let worker = options.first;

  const begin = async (): Promise<AnyWorker> => {
    const started = await options.start(stopping.signal);
    worker = started;
    if (stopping.signal.aborted) await started.stop(0);
    else options.onWorkerChange(started);
    return started;
  };
  const keep = async () => {
    for (let attempt = 1; !stopping.signal.aborted && options.isCurrent(); attempt += 1) {
      let delay = doublingMs(attempt, BACKOFF.restart);
      try {
        const current = worker ?? (await begin());
        const since = performance.now();
        const end = await watchWorker(current, options, stopping.signal);
        worker = undefined;
        if (stopping.signal.aborted || !options.isCurrent()) return;
        if (performance.now() - since > STEADY_MS) attempt = 1;
        delay = doublingMs(attempt, BACKOFF.restart);
        const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
        log(`The agent's process ended ${how}. It will be restarted in ${delay} ms.`, 'ERROR');
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`The agent could not be restarted: ${errorMessage(error)} Next attempt in ${delay} ms.`, 'ERROR');
      }
      options.onWorkerChange(undefined);
      await clock.sleep(delay, stopping.signal).catch(() => undefined);
    }
  };
  const kept = keep();
  return {
    async stop(graceMs) {
      stopping.abort();
      await worker?.stop(graceMs);
      await kept;
    },
  };
}

/**
 * Checks the health of a worker until it exits, and resolves with how it exited. Ends a stuck worker of graphs, because
 * its runs continue in the next worker. Does not end a stuck server of an image or a program.
 */
async function watchWorker(
  worker: AnyWorker,
  options: WorkerKeeperOptions,
  stopping: AbortSignal,
): Promise<{ code: number | null; signal: string | null }> {
  const { clock, log, timing } = options;
  const gone = new AbortController();
  const watched = watchHealth(worker, {
    clock,
    timing,
    log,
    isRestarted: worker.address === undefined,
    over: AbortSignal.any([gone.signal, stopping]),
  })
    .then((outcome) => (outcome === 'stuck' ? worker.stop(0) : undefined))
    .catch(() => undefined);
  const end = await worker.exited;
  gone.abort();
  await watched;
  return end;
}
