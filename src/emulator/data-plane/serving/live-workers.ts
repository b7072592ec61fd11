import type { AnyWorker, LiveWorkers } from '../../ports/worker.ts';

/** What serves a deployment: a revision, and its worker while one is up. */
export interface ServingSlot {
  readonly revisionId: string;
  readonly worker: AnyWorker | undefined;
}
/** The table of what serves, with the part only the data plane uses. */
export interface LiveWorkerTable extends LiveWorkers {
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
