import { setImmediate as setLoopImmediate } from 'node:timers';
import { setImmediate } from 'node:timers/promises';

/** Maximum time in milliseconds for which a slice of work occupies the event loop. */
const SLICE_MS = 10;

/** Divides long work into slices, so the process can respond to requests between two slices. */
export interface Pacer {
  /** True if the work has occupied the event loop for a whole slice. Reading this property costs almost nothing. */
  readonly isDue: boolean;
  /** Lets other work run before the next slice begins. @throws the signal's reason if the signal is aborted. */
  pause(): Promise<void>;
}

/** Time when work began in the current turn of the event loop, or `undefined` if no work has begun. */
let turnBegun: number | undefined;

/**
 * Records that indivisible work begins, such as the parsing of a large message. Pacers from `createLoopPacer` count the
 * time of this work, so that no database statement follows the work in the same turn of the event loop.
 */
export function beginTurn(): void {
  if (turnBegun !== undefined) return;
  turnBegun = performance.now();
  setLoopImmediate(() => {
    turnBegun = undefined;
  });
}

/**
 * Resolves after a whole turn of the event loop, which has handled timers and requests. Two immediates are needed,
 * because a single immediate might fire in the current turn.
 */
export async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Creates a pacer for one piece of work. An aborted `signal` ends the work at the next pause, for example after the
 * client disconnects.
 */
export function createPacer(signal?: AbortSignal): Pacer {
  beginTurn();
  let begun = performance.now();
  return {
    get isDue() {
      return performance.now() - begun >= SLICE_MS;
    },
    async pause() {
      await nextTurn();
      signal?.throwIfAborted();
      beginTurn();
      begun = performance.now();
    },
  };
}

/**
 * Creates a pacer that many callers share, such as the statements of a database in this process. A slice begins with
 * the first work in an event loop turn, regardless of the caller.
 */
export function createLoopPacer(): Pacer {
  return {
    get isDue() {
      if (turnBegun !== undefined) return performance.now() - turnBegun >= SLICE_MS;
      beginTurn();
      return false;
    },
    async pause() {
      await nextTurn();
      // After the pause, the caller's work continues in a new turn of the event loop.
      beginTurn();
    },
  };
}

/** A pacer that never divides work, for use if the order of the work must not depend on the machine's speed. */
export const NO_PACER: Pacer = { isDue: false, pause: async () => {} };

/** Returns the elements for which the test returns true, in their order. Lets other work run between slices. */
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
