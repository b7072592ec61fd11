import { WAIT_LIMIT_MS } from './hang-limit.ts';

/**
 * Waits for a condition: calls `look` until it returns a value other than undefined and false, and returns that
 * value. After `withinMs`, throws an error that contains `what`.
 */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  what = `what ${look.toString()} looks for`,
  withinMs = WAIT_LIMIT_MS,
): Promise<T> {
  for (const end = performance.now() + withinMs; ; ) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
