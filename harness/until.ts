import { WAIT_LIMIT_MS } from './hang-limit.ts';

/** Milliseconds between the first two calls, and their maximum. */
const PAUSE_MS = { first: 5, max: 25 };

/**
 * Waits for a condition: calls `look` until it returns a value other than undefined and false, and returns that value.
 * After `withinMs` milliseconds, throws an error that contains `what`. The pauses between the calls grow, because most
 * calls are requests, which take processor time from the work that the test waits for.
 */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  what = `what ${look.toString()} looks for`,
  withinMs = WAIT_LIMIT_MS,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 1.2, PAUSE_MS.max)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
