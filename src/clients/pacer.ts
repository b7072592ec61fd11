import { setImmediate as setLoopImmediate } from 'node:timers';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which work may occupy the event loop before other work gets its turn. */
const SLICE_MS = 10;

/** Divides long work into slices, so that the process can respond to requests during it. */
export interface Pacer {
  /** True if the work has occupied the event loop for a whole slice. Reading it costs almost nothing. */
  readonly isDue: boolean;
  /** Lets other work run, then begins the next slice. @throws the signal's reason once it is aborted. */
  pause(): Promise<void>;
}

/** `signal` ends the work at its next pause, for example because the client has disconnected. */
export function createPacer(signal?: AbortSignal): Pacer {
  let begun = performance.now();
  return {
    get isDue() {
      return performance.now() - begun >= SLICE_MS;
    },
    async pause() {
      await setImmediate();
      signal?.throwIfAborted();
      begun = performance.now();
    },
  };
}

/**
 * Creates a pacer for work of many callers, such as the statements of a database in this process. A slice begins with
 * the first work after a turn of the event loop, no matter which caller requested it.
 */
export function createLoopPacer(): Pacer {
  let begun: number | undefined;
  const begin = (): void => {
    begun = performance.now();
    setLoopImmediate(() => {
      begun = undefined;
    });
  };
  return {
    get isDue() {
      if (begun !== undefined) return performance.now() - begun >= SLICE_MS;
      begin();
      return false;
    },
    async pause() {
      await setImmediate();
      // The caller continues to work in this turn.
      if (begun === undefined) begin();
    },
  };
}

/** A pacer that never divides work, for work whose order must not depend on the speed of the machine. */
export const NO_PACER: Pacer = { isDue: false, pause: async () => {} };

/** Returns the elements that pass the test, in order. Other work runs in between. */
export async function filterPaced<T>(
  all: Iterable<T>,
  test: (one: T) => boolean,
  pacer: Pacer,
): Promise<T[]> {
  const passed: T[] = [];
  for (const one of all) {
    if (test(one)) passed.push(one);
    if (pacer.isDue) await pacer.pause();
  }
  return passed;
}
