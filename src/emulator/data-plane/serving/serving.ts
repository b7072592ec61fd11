import type { Clock } from '../../../clients/clock.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { LogLine, RevisionRow } from '../../ports/store.ts';
import type { AnyWorker, LiveWorkers } from '../../ports/worker.ts';
import { DEFAULT_HTTP, type HttpSettings } from '../../ports/agent-http.ts';
import { type CorsPolicy, DEFAULT_CORS, toCorsPolicy } from '../../server/cors.ts';
import type { Timing } from '../timing.ts';
import { watchHealth } from '../worker/health-watch.ts';

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
  /** Serves the revision that served before the emulator ended, or while another one had the deployment. */
  resume(server: ServingRevision): Promise<void>;
  /** Removes what runs of a revision that failed, or was ended: it must not serve. */
  withdraw(revision: Pick<RevisionRow, 'id' | 'deploymentId' | 'settings'>): Promise<void>;
  /** Stops what serves a deployment, without draining. */
  stop(deploymentId: string): Promise<void>;
  close(): Promise<void>;
  /** As shown by the emulator's health endpoint. */
  health(): { deployment_id: string; revision_id: string; pid: number | null }[];
}
interface ServingOptions {
  live: LiveWorkerTable;
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
        if (isCurrent()) live.assign(deploymentId, { revisionId, worker: now });
      },
      log: server.log,
    });
  };

  const retire = async (slot: ServingSlot | undefined, keeper: WorkerKeeper | undefined): Promise<void> => {
    if (slot?.worker) {
      const deadline = clock.sleep(drainMs, closing.signal).catch(() => undefined);
      await Promise.race([live.waitForIdle(slot.worker), deadline]);
    }
    await keeper?.stop(stopGraceMs);
  };

  const switchTo = (server: ServingRevision, worker: AnyWorker | undefined): PreviousRevision => {
    const { deploymentId, revisionId } = server;
    const previous = live.assign(deploymentId, { revisionId, worker });
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
    // Its worker was stopped when it failed.
    withdraw: () => Promise.resolve(),
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
          pid: slot?.worker?.pid ?? null,
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

/** The serving revision of a deployment, and its worker while one is up. */
interface ServingSlot {
  readonly revisionId: string;
  readonly worker: AnyWorker | undefined;
}
/** The table of serving slots, with the part that only the data plane uses. */
interface LiveWorkerTable extends LiveWorkers {
  /** Sends new requests here. Returns the previous slot. */
  assign(deploymentId: string, slot: ServingSlot): ServingSlot | undefined;
  slot(deploymentId: string): ServingSlot | undefined;
  /** Which web pages may call the serving revision, also while its worker is down; undefined: it was never up. */
  corsPolicy(deploymentId: string): CorsPolicy | undefined;
  clear(deploymentId: string): void;
  /** Resolves when no request uses the worker any more. No new one can once its slot is assigned to another. */
  waitForIdle(worker: AnyWorker): Promise<void>;
}

export function createLiveWorkers(): LiveWorkerTable {
  const slots = new Map<string, ServingSlot>();
  const policies = new Map<string, CorsPolicy>();
  const settings = new Map<string, HttpSettings>();
  const holds = new Map<AnyWorker, number>();
  const waiters = new Map<AnyWorker, (() => void)[]>();
  const listeners = new Set<(deploymentId: string) => void>();

  const release = (worker: AnyWorker) => {
    const left = (holds.get(worker) ?? 1) - 1;
    if (left > 0) {
      holds.set(worker, left);
      return;
    }
    holds.delete(worker);
    for (const wake of waiters.get(worker) ?? []) wake();
    waiters.delete(worker);
  };
  const hold = (worker: AnyWorker) => {
    holds.set(worker, (holds.get(worker) ?? 0) + 1);
    let held = true;
    return () => {
      if (held) release(worker);
      held = false;
    };
  };
  return {
    activeRevision: (deploymentId) => slots.get(deploymentId)?.revisionId,
    acquire(deploymentId) {
      const worker = slots.get(deploymentId)?.worker;
      return worker && worker.address === undefined ? { worker, release: hold(worker) } : undefined;
    },
    acquireServer(deploymentId) {
      const worker = slots.get(deploymentId)?.worker;
      return worker && worker.address !== undefined ? { worker, release: hold(worker) } : undefined;
    },
    onServe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    assign(deploymentId, slot) {
      const previous = slots.get(deploymentId);
      slots.set(deploymentId, slot);
      if (slot.worker) {
        policies.set(deploymentId, policyOf(slot.worker));
        settings.set(deploymentId, settingsOf(slot.worker));
      } else if (previous?.revisionId !== slot.revisionId) {
        policies.delete(deploymentId);
        settings.delete(deploymentId);
      }
      if (slot.worker) for (const listener of listeners) listener(deploymentId);
      return previous;
    },
    slot: (deploymentId) => slots.get(deploymentId),
    corsPolicy: (deploymentId) => policies.get(deploymentId),
    httpSettings: (deploymentId) => settings.get(deploymentId),
    clear(deploymentId) {
      slots.delete(deploymentId);
      policies.delete(deploymentId);
      settings.delete(deploymentId);
    },
    waitForIdle(worker) {
      if (!holds.has(worker)) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.set(worker, [...(waiters.get(worker) ?? []), resolve]);
      });
    },
  };
}

/** A server that an image or a program brings answers pages itself: this is for what is refused before it is asked. */
export function policyOf(worker: AnyWorker): CorsPolicy {
  const settings = worker.address === undefined ? worker.cors : undefined;
  return settings === undefined ? DEFAULT_CORS : toCorsPolicy(settings);
}

function settingsOf(worker: AnyWorker): HttpSettings {
  return (worker.address === undefined ? worker.http : undefined) ?? DEFAULT_HTTP;
}
