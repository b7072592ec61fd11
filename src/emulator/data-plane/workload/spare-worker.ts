import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import type { CommandProgram, Place, Running } from '../places/place.ts';
import { holdLog, type HeldLog } from './held-log.ts';
import { isSameWorker, librariesOf, type SpareNeeds, whyNoSpare } from './spare-plan.ts';

/** A started worker process that has imported libraries and has loaded no code of the agent. */
interface Spare {
  running: Running;
  /** Output of the process so far. */
  output: HeldLog;
}

/** Keeps at most one spare worker per deployment, which runs the next revision without starting a process. */
export interface SpareWorkers {
  /**
   * Starts a spare worker like the last worker of the deployment, so the worker starts during a build. Does nothing if
   * the deployment had no worker, or has a spare worker already.
   */
  start(deploymentId: string): void;
  /**
   * Returns the spare worker, or `undefined` if no spare worker fits these needs. Stops a spare worker for other needs.
   */
  take(deploymentId: string, needs: SpareNeeds): Spare | undefined;
  /**
   * Reports the needs of a worker that now runs. If spare workers are kept, a spare worker is started once the machine
   * had time for the first requests.
   */
  launched(revision: Pick<CommandProgram, 'deploymentId' | 'revisionId'>, needs: SpareNeeds): void;
  /** Forgets the needs of deleted revisions, and stops the spare workers of their deployments. */
  forget(revisionIds: Iterable<string>): void;
  /** Stops the spare worker of a deployment whose build failed, unless spare workers are kept. */
  failed(deploymentId: string): void;
  close(): Promise<void>;
}

/** Delay of a kept spare worker's start in milliseconds, so its start does not slow down the first requests. */
const DELAY_MS = 250;

/** Maximum time in milliseconds for which a spare worker waits for its revision, unless spare workers are kept. */
const MAX_WAIT_MS = 60_000;

/** Available memory in bytes below which no spare worker is started. */
const MIN_MEMORY_BYTES = 1024 * 1024 * 1024;

/** Maximum number of deployments whose needs are remembered. */
const MAX_REMEMBERED = 200;

export interface SpareWorkerOptions {
  place: Place<CommandProgram>;
  /** Empty folder in which spare workers wait, so they find no file of a checkout. */
  folder: string;
  /** Returns the folder with the cached packages of a key. */
  modulesOf: (moduleKey: string) => string;
  /** True to keep a spare worker for the next revision; false to start spare workers only during builds. */
  isKept: boolean;
  /** Delay of a kept spare worker's start in milliseconds. */
  delayMs?: number;
  /** Returns the available memory in bytes. */
  availableMemory?: () => number;
}

/** Spare worker of one deployment. */
interface Held {
  needs: SpareNeeds;
  spare: Promise<Spare | undefined>;
  started?: Spare | undefined;
  expiry?: NodeJS.Timeout | undefined;
}

/**
 * Creates the keeper of spare workers. A spare worker that cannot be started, or that exits, is ignored, because the
 * next revision then starts its own process.
 */
export function createSpareWorkers({
  place,
  folder,
  modulesOf,
  isKept,
  delayMs = DELAY_MS,
  availableMemory = () => process.availableMemory(),
}: SpareWorkerOptions): SpareWorkers {
  const spares = new Map<string, Held>();
  /** Needs of the last worker of each deployment, the most recent worker last. */
  const remembered = new Map<string, { revisionId: string; needs: SpareNeeds }>();
  const timers = new Map<string, NodeJS.Timeout>();
  const closed = new AbortController();

  const startProcess = async (needs: SpareNeeds): Promise<Spare> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const output = holdLog();
    const program = {
      ...needs.program,
      deploymentId: '',
      revisionId: '',
      cwd: folder,
      speaks: 'link',
    } as const;
    const running = await place.start(program, output.log, closed.signal);
    const [endpoint] = await running.endpoints(closed.signal);
    if (endpoint?.kind !== 'link') throw new Error('the spare worker has no link');
    const modules = needs.moduleKey === undefined ? undefined : modulesOf(needs.moduleKey);
    endpoint.stream.send({ type: 'prepare', imports: librariesOf(needs), modules });
    return { running, output };
  };

  const discard = async (id: string): Promise<void> => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const held = spares.get(id);
    spares.delete(id);
    clearTimeout(held?.expiry);
    await (await held?.spare)?.running.stop(0);
  };

  const start = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const needs = remembered.get(id)?.needs;
    if (needs === undefined || spares.has(id) || whyNoSpare(needs) !== undefined) return;
    if (closed.signal.aborted || availableMemory() < MIN_MEMORY_BYTES) return;
    const held: Held = { needs, spare: startProcess(needs).catch(() => undefined) };
    if (!isKept) held.expiry = setTimeout(() => void discard(id), MAX_WAIT_MS).unref();
    spares.set(id, held);
    void held.spare.then(async (spare) => {
      held.started = spare;
      await spare?.running.ended;
      if (spares.get(id) === held) await discard(id);
    });
  };

  return {
    start,
    take(id, needs) {
      const held = spares.get(id);
      if (held?.started === undefined || !isSameWorker(held.needs, needs)) {
        void discard(id);
        return undefined;
      }
      clearTimeout(held.expiry);
      spares.delete(id);
      return held.started;
    },
    launched({ deploymentId: id, revisionId }, needs) {
      void discard(id);
      remembered.delete(id);
      remembered.set(id, { revisionId, needs });
      for (const oldest of remembered.keys()) {
        if (remembered.size <= MAX_REMEMBERED) break;
        remembered.delete(oldest);
      }
      if (isKept && !closed.signal.aborted) timers.set(id, setTimeout(() => start(id), delayMs).unref());
    },
    forget(revisionIds) {
      const gone = new Set(revisionIds);
      for (const [id, { revisionId }] of remembered) {
        if (!gone.has(revisionId)) continue;
        remembered.delete(id);
        void discard(id);
      }
    },
    failed(id) {
      if (!isKept) void discard(id);
    },
    async close() {
      closed.abort();
      remembered.clear();
      await Promise.all([...spares.keys(), ...timers.keys()].map(discard));
    },
  };
}
