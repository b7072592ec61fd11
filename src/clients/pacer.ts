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

/** When the work of the current turn of the event loop began, or `undefined` if no work has begun in it. */
let turnBegun: number | undefined;

/**
 * Notes that work begins which may be long and cannot be divided, such as parsing a large message. Pacers that
 * `createLoopPacer` returned count it, so that a statement of the database does not follow it in the same turn.
 */
export function beginTurn(): void {
  if (turnBegun !== undefined) return;
  turnBegun = performance.now();
  setLoopImmediate(() => {
    turnBegun = undefined;
  });
}

/**
 * Resolves after a whole turn of the event loop, in which timers and requests were served. A single immediate can
 * fire in the turn that requested it.
 */
export async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** `signal` ends the work at its next pause, for example because the client has disconnected. */
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
 * Creates a pacer for work of many callers, such as the statements of a database in this process. A slice begins with
 * the first work of a turn of the event loop, no matter which caller requested it.
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
      // The caller continues to work in this turn.
      beginTurn();
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
