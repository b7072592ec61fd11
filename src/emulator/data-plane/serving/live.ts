import { DEFAULT_HTTP, type HttpSettings } from '../../ports/agent-http.ts';
import type { AnyWorker, LiveWorkers } from '../../ports/worker.ts';
import { type CorsPolicy, DEFAULT_CORS, toCorsPolicy } from '../../server/cors.ts';

/** A worker of a serving revision, with the requests and runs that use it. */
export interface HeldWorker {
  readonly worker: AnyWorker;
  /** Whether it may be given new work. */
  readonly isUsable: () => boolean;
  /** Called when the last one that used it has ended. */
  onIdle: (() => void) | undefined;
  holds: number;
  /** By the clock of `performance.now`. */
  idleSince: number;
}

/** The serving revision of a deployment, and its workers that are up, here or over links. */
export interface LiveSlot {
  readonly revisionId: string;
  readonly workers: Set<HeldWorker>;
  /** What its configuration says, also while no worker is up; undefined: none was up yet. */
  http: HttpSettings | undefined;
  cors: CorsPolicy | undefined;
}

/** The workers that serve, of all places, with the part that only the data plane uses. */
export interface LiveTable extends Omit<LiveWorkers, 'connect'> {
  /** Sends new requests to this slot. Returns the previous one. */
  assign(deploymentId: string, slot: LiveSlot): LiveSlot | undefined;
  slot(deploymentId: string): LiveSlot | undefined;
  clear(deploymentId: string): void;
  /** Adds a worker that is up to the slot of a deployment. */
  add(
    deploymentId: string,
    slot: LiveSlot,
    added: Pick<HeldWorker, 'worker' | 'isUsable' | 'onIdle'>,
  ): HeldWorker;
  /** Which web pages may call the serving revision, also while its workers are down; undefined: none was up yet. */
  corsPolicy(deploymentId: string): CorsPolicy | undefined;
}

/** @param cors What holds until a worker is up. */
export const liveSlot = (revisionId: string, cors?: CorsPolicy): LiveSlot => ({
  revisionId,
  workers: new Set(),
  http: undefined,
  cors,
});

/** The workers of a slot that may be given new work. */
export const usableIn = (slot: LiveSlot): HeldWorker[] =>
  [...slot.workers].filter(({ isUsable }) => isUsable());

/** Resolves when no request or run uses a worker of the slot any more; the slot must no longer be assigned. */
export async function waitForIdle({ workers }: LiveSlot): Promise<void> {
  const inUse = [...workers].filter(({ holds }) => holds > 0);
  await Promise.all(inUse.map((held) => new Promise<void>((resolve) => (held.onIdle = resolve))));
}

export function createLiveTable(): LiveTable {
  const slots = new Map<string, LiveSlot>();
  const listeners = new Set<(deploymentId: string) => void>();

  const tell = (deploymentId: string): void => {
    for (const listener of listeners) listener(deploymentId);
  };
  const hold = (held: HeldWorker): (() => void) => {
    held.holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held.holds -= 1;
      if (held.holds > 0) return;
      held.idleSince = performance.now();
      held.onIdle?.();
    };
  };
  /** The one that has least to do. */
  const take = <W extends AnyWorker>(deploymentId: string, isWanted: (worker: AnyWorker) => worker is W) => {
    const slot = slots.get(deploymentId);
    let found: { held: HeldWorker; worker: W } | undefined;
    for (const held of slot ? usableIn(slot) : []) {
      const { worker, holds } = held;
      if (isWanted(worker) && (found === undefined || holds < found.held.holds)) found = { held, worker };
    }
    return found && { worker: found.worker, release: hold(found.held) };
  };

  return {
    activeRevision: (deploymentId) => slots.get(deploymentId)?.revisionId,
    acquire: (deploymentId) => take(deploymentId, (worker) => worker.address === undefined),
    acquireServer: (deploymentId) => take(deploymentId, (worker) => worker.address !== undefined),
    httpSettings: (deploymentId) => slots.get(deploymentId)?.http,
    corsPolicy: (deploymentId) => slots.get(deploymentId)?.cors,
    onServe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    slot: (deploymentId) => slots.get(deploymentId),
    clear: (deploymentId) => void slots.delete(deploymentId),
    assign(deploymentId, slot) {
      const previous = slots.get(deploymentId);
      slots.set(deploymentId, slot);
      if (usableIn(slot).length > 0) tell(deploymentId);
      return previous;
    },
    add(deploymentId, slot, added) {
      const held: HeldWorker = { ...added, holds: 0, idleSince: performance.now() };
      const isFirst = usableIn(slot).length === 0;
      const { worker } = held;
      slot.workers.add(held);
      slot.http = (worker.address === undefined ? worker.http : undefined) ?? DEFAULT_HTTP;
      slot.cors = policyOf(worker);
      if (isFirst && slots.get(deploymentId) === slot) tell(deploymentId);
      return held;
    },
  };
}

/** A server that an image or a program brings answers pages itself: this is for what is refused before it is asked. */
function policyOf(worker: AnyWorker): CorsPolicy {
  const settings = worker.address === undefined ? worker.cors : undefined;
  return settings === undefined ? DEFAULT_CORS : toCorsPolicy(settings);
}
