import { setImmediate as setLoopImmediate } from 'node:timers';
import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may hold the event loop before other work gets its turn, in milliseconds. */
const SLICE_MS = 10;

/** Divides long work into slices, so that requests that arrive during it are answered. */
export interface Pacer {
  /** Whether the work has held the event loop for a whole slice. Costs nothing worth mentioning. */
  readonly isDue: boolean;
  /** Lets other work run, and begins the next slice. @throws the signal's reason once it is aborted. */
  pause(): Promise<void>;
}

/** `signal`: ends the work at its next pause, for instance because the client has left. */
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
 * A pacer for work of many callers, such as the statements of a database that runs in this process: a slice begins with the first
 * work after the event loop has turned, no matter which caller asked for it.
 */
export function createLoopPacer(): Pacer {
  let begun: number | undefined;
  return {
    get isDue() {
      if (begun !== undefined) return performance.now() - begun >= SLICE_MS;
      begun = performance.now();
      setLoopImmediate(() => {
        begun = undefined;
      });
      return false;
    },
    async pause() {
      await setImmediate();
    },
  };
}

/** A pacer for work whose order must not depend on how fast the machine is: the work is never divided. */
export const NO_PACER: Pacer = { isDue: false, pause: async () => {} };

/** The elements that pass the test, in order; other work runs between them. */
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
