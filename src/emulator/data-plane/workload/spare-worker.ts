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

/** Keeps at most one spare worker, which runs the next revision without starting a process. */
export interface SpareWorkers {
  /** Returns the spare worker, or `undefined` if no spare worker fits these needs. Stops a spare worker for other needs. */
  take(needs: SpareNeeds): Spare | undefined;
  /** Starts a spare worker once the machine had time for the first requests to the running worker. */
  prepare(needs: SpareNeeds): void;
  close(): Promise<void>;
}

/** Delay of a spare worker's start in milliseconds, so its start does not slow down the first requests. */
const DELAY_MS = 250;

/** Available memory in bytes below which no spare worker is started. */
const MIN_MEMORY_BYTES = 1024 * 1024 * 1024;

export interface SpareWorkerOptions {
  place: Place<CommandProgram>;
  /** Empty folder in which spare workers wait, so they find no file of a checkout. */
  folder: string;
  /** Returns the folder with the cached packages of a key. */
  modulesOf: (moduleKey: string) => string;
  /** Delay of the start in milliseconds. */
  delayMs?: number;
  /** Returns the available memory in bytes. */
  availableMemory?: () => number;
}

/**
 * Creates the keeper of the spare worker. A spare worker that cannot be started, or that exits, is ignored, because the
 * next revision then starts its own process.
 */
export function createSpareWorkers({
  place,
  folder,
  modulesOf,
  delayMs = DELAY_MS,
  availableMemory = () => process.availableMemory(),
}: SpareWorkerOptions): SpareWorkers {
  let current:
    | { needs: SpareNeeds; spare: Promise<Spare | undefined>; started?: Spare | undefined }
    | undefined;
  let timer: NodeJS.Timeout | undefined;
  const closed = new AbortController();

  const start = async (needs: SpareNeeds): Promise<Spare | undefined> => {
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

  const discard = async (): Promise<void> => {
    clearTimeout(timer);
    const before = current;
    current = undefined;
    await (await before?.spare)?.running.stop(0);
  };

  const begin = (needs: SpareNeeds): void => {
    if (closed.signal.aborted || availableMemory() < MIN_MEMORY_BYTES) return;
    const own: NonNullable<typeof current> = { needs, spare: start(needs).catch(() => undefined) };
    current = own;
    void own.spare.then(async (spare) => {
      own.started = spare;
      await spare?.running.ended;
      if (current === own) current = undefined;
    });
  };

  return {
    take(needs) {
      clearTimeout(timer);
      const found = current;
      if (found?.started !== undefined && isSameWorker(found.needs, needs)) {
        current = undefined;
        return found.started;
      }
      void discard();
      return undefined;
    },
    prepare(needs) {
      if (whyNoSpare(needs) !== undefined || closed.signal.aborted) return;
      void discard();
      timer = setTimeout(() => begin(needs), delayMs).unref();
    },
    async close() {
      closed.abort();
      await discard();
    },
  };
}
