import type { Clock } from '../../../clients/clock.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { LogLine, RevisionRow } from '../../ports/store.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import type { Timing } from '../timing.ts';
import { watchHealth } from '../worker/health-watch.ts';
import { type LiveSlot, liveSlot, type LiveTable, waitForIdle } from './live.ts';

/** A revision that is to serve, and how its worker is restarted. */
export interface ServingRevision {
  deploymentId: string;
  revisionId: string;
  /** Absent for a revision that has no worker at all (stub). */
  start?: (signal: AbortSignal) => Promise<AnyWorker>;
  log: (message: string, level: LogLine['level']) => void;
}
interface PreviousRevision {
  /** Makes it serve again in place of the new revision. */
  restore(): Promise<void>;
  /** Drains running work, up to a deadline, and stops the worker, in the background. */
  retire(): void;
}
export interface Serving {
  /** Sends new requests to this revision. `worker`: the healthy one; absent = it is started, if there is one at all. */
  switchTo(
    server: ServingRevision,
    worker: AnyWorker | undefined,
    signal: AbortSignal,
  ): Promise<PreviousRevision>;
  /**
   * Serves the revision that served before the emulator ended, or while another one had the deployment. Absent: what serves
   * outlives the emulator.
   */
  resume?(server: ServingRevision): Promise<void>;
  /** Removes what runs of a revision that failed, or was ended: it must not serve. Absent: it was stopped when it failed. */
  withdraw?(revision: Pick<RevisionRow, 'id' | 'deploymentId' | 'settings'>): Promise<void>;
  /** Stops what serves a deployment, without draining. */
  stop(deploymentId: string): Promise<void>;
  close(): Promise<void>;
  /** As shown by the emulator's health endpoint. */
  health(): { deployment_id: string; revision_id: string }[];
}
interface ServingOptions {
  live: LiveTable;
  clock: Clock;
  timing: Pick<Timing, 'healthIntervalMs' | 'pingTimeoutMs' | 'stuckMs' | 'drainMs' | 'stopGraceMs'>;
}

/** Decides which worker serves a deployment, and keeps it running. A switch has no downtime: the old worker drains. */
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
  /** The worker that already runs; absent = one is started. */
  first: AnyWorker | undefined;
  /** Starts a worker and resolves once it is healthy. */
  start: (signal: AbortSignal) => Promise<AnyWorker>;
  /** Whether this revision still serves: a replaced one is not restarted. */
  isCurrent: () => boolean;
  /** Called when a worker is up, and with undefined when it is down. */
  onWorkerChange: (worker: AnyWorker | undefined) => void;
  log: (message: string, level: LogLine['level']) => void;
  timing: Pick<Timing, 'healthIntervalMs' | 'pingTimeoutMs' | 'stuckMs'>;
}
/** Keeps one revision's worker running. */
interface WorkerKeeper {
  /** Stops the worker and the restarts. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** The backoff starts over once a worker has run this long. */
const STEADY_MS = 60_000;

/** Restarts a revision's worker with backoff whenever it exits, and ends one that is stuck. */
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
    let delay = FIRST_DELAY_MS;
    while (!stopping.signal.aborted && options.isCurrent()) {
      try {
        const current = worker ?? (await begin());
        const since = performance.now();
        const end = await watchWorker(current, options, stopping.signal);
        worker = undefined;
        if (stopping.signal.aborted || !options.isCurrent()) return;
        if (performance.now() - since > STEADY_MS) delay = FIRST_DELAY_MS;
        const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
        log(`The agent's process ended ${how}. It is restarted in ${delay} ms.`, 'ERROR');
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`The agent could not be restarted: ${errorMessage(error)} Next attempt in ${delay} ms.`, 'ERROR');
      }
      options.onWorkerChange(undefined);
      await clock.sleep(delay, stopping.signal).catch(() => undefined);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
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
 * Resolves with how the worker exited. Checks its health at intervals until then, and ends a worker of ours that is stuck: its runs
 * continue in the next one. A server of an image or a program is left running.
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
