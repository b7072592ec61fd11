import type { Clock } from '../../../clients/clock.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { LogLine } from '../../ports/store.ts';
import type { AnyWorker, LiveWorkers } from '../../ports/worker.ts';

/** A revision that is to serve, and how its worker is started again. */
export interface ServingRevision {
  deploymentId: string;
  revisionId: string;
  /** Absent for a revision that has no worker at all (stub). */
  start?: (signal: AbortSignal) => Promise<AnyWorker>;
  log: (message: string, level: LogLine['level']) => void;
}
/** What was replaced by a switch: to be brought back, or to be let go. */
interface PreviousRevision {
  restore(): Promise<void>;
  /** Lets running work end, up to a deadline, and ends the worker. Goes on by itself. */
  retire(): void;
}
export interface Serving {
  /** New requests go to this revision from now on. `worker`: the healthy one; absent = it is started. */
  switchTo(server: ServingRevision, worker: AnyWorker | undefined): PreviousRevision;
  /** Whether a revision of this deployment serves here. */
  serves(deploymentId: string): boolean;
  /** Ends what serves a deployment, without waiting for running work. */
  stop(deploymentId: string): Promise<void>;
  close(): Promise<void>;
  /** As shown by the emulator's health endpoint. */
  health(): { deployment_id: string; revision_id: string; pid: number | null }[];
}
interface ServingOptions {
  live: LiveWorkerTable;
  clock: Clock;
  healthIntervalMs: number;
  healthTimeoutMs: number;
  /** How long work on a replaced revision may take to end, in milliseconds. */
  drainMs: number;
  /** How long a worker may take to end by itself. */
  stopGraceMs: number;
}

/** Decides which worker serves a deployment, and keeps it alive (DESIGN §6: zero-downtime switch, drain). */
export function createServing(options: ServingOptions): Serving {
  const { live, clock, stopGraceMs } = options;
  const keepers = new Map<string, WorkerKeeper>();
  const retiring = new Set<Promise<void>>();
  const closing = new AbortController();

  const keep = (server: ServingRevision, worker: AnyWorker | undefined): WorkerKeeper | undefined => {
    const { deploymentId, revisionId, start } = server;
    if (!start) return undefined;
    const wanted = () => live.seat(deploymentId)?.revisionId === revisionId;
    return keepWorkerRunning({
      clock,
      first: worker,
      start,
      isCurrent: wanted,
      onWorkerChange: (now) => {
        if (wanted()) live.assign(deploymentId, { revisionId, worker: now });
      },
      log: server.log,
      healthIntervalMs: options.healthIntervalMs,
      healthTimeoutMs: options.healthTimeoutMs,
    });
  };

  const retire = async (seat: ServingSlot | undefined, keeper: WorkerKeeper | undefined): Promise<void> => {
    if (seat?.worker) {
      const deadline = clock.sleep(options.drainMs, closing.signal).catch(() => undefined);
      await Promise.race([live.waitForIdle(seat.worker), deadline]);
    }
    await keeper?.stop(stopGraceMs);
  };

  return {
    switchTo(server, worker) {
      const { deploymentId, revisionId } = server;
      const before = live.assign(deploymentId, { revisionId, worker });
      const oldKeeper = keepers.get(deploymentId);
      const keeper = keep(server, worker);
      if (keeper) keepers.set(deploymentId, keeper);
      else keepers.delete(deploymentId);
      return {
        async restore() {
          if (before) live.assign(deploymentId, before);
          else live.clear(deploymentId);
          if (oldKeeper) keepers.set(deploymentId, oldKeeper);
          else keepers.delete(deploymentId);
          await keeper?.stop(stopGraceMs);
        },
        retire() {
          const done = retire(before, oldKeeper).finally(() => retiring.delete(done));
          retiring.add(done);
        },
      };
    },
    serves: (deploymentId) => live.seat(deploymentId) !== undefined,
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
        const seat = live.seat(deploymentId);
        return {
          deployment_id: deploymentId,
          revision_id: seat?.revisionId ?? '',
          pid: seat?.worker?.pid ?? null,
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
  /** Whether this revision still serves: what was replaced is not started again. */
  isCurrent: () => boolean;
  /** A worker came up, or (undefined) is down. */
  onWorkerChange: (worker: AnyWorker | undefined) => void;
  log: (message: string, level: LogLine['level']) => void;
  /** How often to ask whether it still answers, and how long it may take, in milliseconds. */
  healthIntervalMs: number;
  healthTimeoutMs: number;
}
/** Keeps one revision served. */
interface WorkerKeeper {
  /** Ends the worker, and the keeping. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** A worker that lived this long did not die of starting: the delays begin anew. */
const STEADY_MS = 60_000;

/** Starts a revision's worker again whenever it ends, less and less eagerly, and tells when it stops answering. */
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
        const end = await watchOver(current, options, stopping.signal);
        worker = undefined;
        if (stopping.signal.aborted || !options.isCurrent()) return;
        if (performance.now() - since > STEADY_MS) delay = FIRST_DELAY_MS;
        const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
        log(`The agent's process ended ${how}. It is started again in ${delay} ms.`, 'ERROR');
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`The agent could not be started again: ${errorMessage(error)} Next try in ${delay} ms.`, 'ERROR');
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

/** Resolves with how the worker ended; meanwhile asks for its health now and then. */
async function watchOver(
  worker: AnyWorker,
  options: WorkerKeeperOptions,
  stopping: AbortSignal,
): Promise<{ code: number | null; signal: string | null }> {
  const gone = new AbortController();
  const ask = async () => {
    const over = AbortSignal.any([gone.signal, stopping]);
    for (let healthy = true; ; ) {
      await options.clock.sleep(options.healthIntervalMs, over);
      const answers = await worker.ping(options.healthTimeoutMs);
      if (over.aborted || answers === healthy) continue;
      healthy = answers;
      if (healthy) options.log('The agent answers its health check again.', 'INFO');
      else options.log('The agent no longer answers its health check; it stays in place.', 'WARNING');
    }
  };
  const asking = ask().catch(() => undefined);
  const end = await worker.exited;
  gone.abort();
  await asking;
  return end;
}

/** What serves a deployment: a revision, and its worker while one is up. */
interface ServingSlot {
  readonly revisionId: string;
  readonly worker: AnyWorker | undefined;
}
/** The table of what serves, with the part only the data plane uses. */
interface LiveWorkerTable extends LiveWorkers {
  /** From now on new requests go here. Gives what sat there before. */
  assign(deploymentId: string, slot: ServingSlot): ServingSlot | undefined;
  seat(deploymentId: string): ServingSlot | undefined;
  clear(deploymentId: string): void;
  /** Resolves when nobody holds the worker any more. Nobody can begin to once its seat is taken. */
  waitForIdle(worker: AnyWorker): Promise<void>;
}

export function createLiveWorkers(): LiveWorkerTable {
  const seats = new Map<string, ServingSlot>();
  const holds = new Map<AnyWorker, number>();
  const waiters = new Map<AnyWorker, (() => void)[]>();
  const listeners = new Set<(deploymentId: string) => void>();

  const letGo = (worker: AnyWorker) => {
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
      if (held) letGo(worker);
      held = false;
    };
  };
  return {
    activeRevision: (deploymentId) => seats.get(deploymentId)?.revisionId,
    acquire(deploymentId) {
      const worker = seats.get(deploymentId)?.worker;
      return worker && worker.address === undefined ? { worker, release: hold(worker) } : undefined;
    },
    acquireServer(deploymentId) {
      const worker = seats.get(deploymentId)?.worker;
      return worker && worker.address !== undefined ? { worker, release: hold(worker) } : undefined;
    },
    onServe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    assign(deploymentId, seat) {
      const before = seats.get(deploymentId);
      seats.set(deploymentId, seat);
      if (seat.worker) for (const listener of listeners) listener(deploymentId);
      return before;
    },
    seat: (deploymentId) => seats.get(deploymentId),
    clear: (deploymentId) => void seats.delete(deploymentId),
    waitForIdle(worker) {
      if (!holds.has(worker)) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.set(worker, [...(waiters.get(worker) ?? []), resolve]);
      });
    },
  };
}
