import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds without work after which a worker returns unused memory. */
const IDLE_MS = 1_000;
/** Minimum committed heap for another collection, as a multiple of the heap after the last collection. */
const GROWTH = 1.5;

/** Heap of this process in bytes. */
interface HeapSize {
  /** Bytes that the process holds for its heap. */
  heapTotal: number;
}

/** Parts of the process that an idle worker uses. */
export interface IdleProcess {
  /** Returns whether the worker has unfinished work. */
  isBusy: () => boolean;
  heap: () => HeapSize;
  /** Collects all garbage and returns free memory to the system. Blocks the process for 20 to 80 milliseconds. */
  collect: () => void;
  /** Calls `work` after a time in milliseconds, without keeping the process alive. The returned function cancels the call. */
  after: (ms: number, work: () => void) => () => void;
}

/**
 * Returns the memory of an idle worker to the system. Loading the libraries of an agent creates several times the
 * garbage that V8 would collect by itself, because V8 only collects while code allocates.
 * @returns function to call whenever the worker has received a command. The garbage is collected after a second without
 * commands and work, if the heap has grown since the last collection.
 */
export function createIdleMemory({ isBusy, heap, collect, after }: IdleProcess): () => void {
  let cancel: (() => void) | undefined;
  let sizeAfterLast = 0;
  const check = (): void => {
    cancel = undefined;
    if (isBusy()) return schedule();
    if (heap().heapTotal < sizeAfterLast * GROWTH) return;
    collect();
    sizeAfterLast = heap().heapTotal;
  };
  const schedule = (): void => {
    cancel?.();
    cancel = after(IDLE_MS, check);
  };
  return schedule;
}

/**
 * Returns a function that collects all garbage of this process and returns free memory to the system. The collector is
 * not added to the global object, so an agent does not see it.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return () => {};
  // Only the flavor `last-resort` also shrinks the heap.
  return () => void Reflect.apply(collect, undefined, [{ type: 'major', flavor: 'last-resort' }]);
}
