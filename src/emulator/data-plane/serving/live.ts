import { createListeners } from '../../../clients/listeners.ts';
import { DEFAULT_HTTP, type HttpSettings } from '../../ports/agent-http.ts';
import type { AnyWorker, LiveWorkers } from '../../ports/worker.ts';
import { type CorsPolicy, DEFAULT_CORS, toCorsPolicy } from '../../server/cors.ts';

/** Worker of a serving revision, with the number of requests and runs that use the worker. */
export interface HeldWorker {
  readonly worker: AnyWorker;
  /** Returns whether the worker may receive new work. */
  readonly isUsable: () => boolean;
  /** Called when the last request or run of the worker has ended. */
  onIdle: (() => void) | undefined;
  holds: number;
  /** Time when the worker became idle, from `performance.now`. */
  idleSince: number;
}

/** Serving revision of a deployment, with its running workers: local workers or linked workers in pods. */
export interface LiveSlot {
  readonly revisionId: string;
  readonly workers: Set<HeldWorker>;
  /**
   * HTTP settings of the revision's configuration, or `undefined` until the first worker has run. The settings stay
   * known while no worker runs.
   */
  http: HttpSettings | undefined;
  cors: CorsPolicy | undefined;
}

/** Workers of all active revisions, for every runtime, with functions that only the data plane uses. */
export interface LiveTable extends Omit<LiveWorkers, 'connect'> {
  /** Makes new requests go to this slot, and returns the previous slot. */
  assign(deploymentId: string, slot: LiveSlot): LiveSlot | undefined;
  slot(deploymentId: string): LiveSlot | undefined;
  clear(deploymentId: string): void;
  /** Adds a running worker to the slot of a deployment. */
  add(
    deploymentId: string,
    slot: LiveSlot,
    added: Pick<HeldWorker, 'worker' | 'isUsable' | 'onIdle'>,
  ): HeldWorker;
  /** Returns which web pages may call the active revision, or `undefined` before its first worker runs. */
  corsPolicy(deploymentId: string): CorsPolicy | undefined;
}

/** Creates a slot without workers. @param cors Policy until the first worker runs. */
export const liveSlot = (revisionId: string, cors?: CorsPolicy): LiveSlot => ({
  revisionId,
  workers: new Set(),
  http: undefined,
  cors,
});

/** Returns the workers of a slot that may receive new work. */
export const usableWorkers = (slot: LiveSlot): HeldWorker[] =>
  [...slot.workers].filter(({ isUsable }) => isUsable());

/**
 * Resolves once no request and no run uses a worker of the slot. Call this function after another slot was assigned to
 * the deployment.
 */
export async function waitForIdle({ workers }: LiveSlot): Promise<void> {
  const inUse = [...workers].filter(({ holds }) => holds > 0);
  await Promise.all(inUse.map((held) => new Promise<void>((resolve) => (held.onIdle = resolve))));
}

export function createLiveTable(): LiveTable {
  const slots = new Map<string, LiveSlot>();
  const { add: onServe, notify: tell } = createListeners<[deploymentId: string]>();

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
  /** Returns the worker with the fewest requests and runs. */
  const take = <W extends AnyWorker>(deploymentId: string, isWanted: (worker: AnyWorker) => worker is W) => {
    const slot = slots.get(deploymentId);
    let found: { held: HeldWorker; worker: W } | undefined;
    for (const held of slot ? usableWorkers(slot) : []) {
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
    onServe,
    slot: (deploymentId) => slots.get(deploymentId),
    clear: (deploymentId) => void slots.delete(deploymentId),
    assign(deploymentId, slot) {
      const previous = slots.get(deploymentId);
      slots.set(deploymentId, slot);
      if (usableWorkers(slot).length > 0) tell(deploymentId);
      return previous;
    },
    add(deploymentId, slot, added) {
      const held: HeldWorker = { ...added, holds: 0, idleSince: performance.now() };
      const isFirst = usableWorkers(slot).length === 0;
      const { worker } = held;
      slot.workers.add(held);
      slot.http = (worker.address === undefined ? worker.http : undefined) ?? DEFAULT_HTTP;
      slot.cors = policyOf(worker);
      if (isFirst && slots.get(deploymentId) === slot) tell(deploymentId);
      return held;
    },
  };
}

/**
 * Returns the policy for web pages. A server in an image or a program applies its own policy, so its requests get the
 * default policy only if they are refused before they reach the server.
 */
function policyOf(worker: AnyWorker): CorsPolicy {
  const settings = worker.address === undefined ? worker.cors : undefined;
  return settings === undefined ? DEFAULT_CORS : toCorsPolicy(settings);
}
