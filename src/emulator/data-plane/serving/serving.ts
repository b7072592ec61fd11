import type { Clock } from '../../../clients/clock.ts';
import type { LogLine } from '../../ports/store.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { type WorkerKeeper, keepWorkerRunning } from './keeper.ts';
import type { LiveWorkerTable, ServingSlot } from './live-workers.ts';

/** A revision that is to serve, and how its worker is started again. */
export interface ServingRevision {
  deploymentId: string;
  revisionId: string;
  /** Absent for a revision that has no worker at all (stub). */
  start?: (signal: AbortSignal) => Promise<AnyWorker>;
  log: (message: string, level: LogLine['level']) => void;
}
/** What was replaced by a switch: to be brought back, or to be let go. */
export interface PreviousRevision {
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
export interface ServingOptions {
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
