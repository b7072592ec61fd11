import type { Clock } from '../../clients/clock.ts';
import { ApiError } from '../../clients/errors.ts';

/**
 * When to look for what a lost answer may have done, as pauses in milliseconds: a minute in all, because a gateway that
 * gave up may still hand the request on. The request itself is never sent again (DESIGN §5): nothing tells the service
 * that the second one means the first.
 */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
/** Looks that fail take long themselves. */
const AT_MOST_MS = 180_000;

/**
 * Looks again and again until there is something to see; undefined when the minute is over. A look that fails saw
 * nothing: whatever is wrong with it, the write before it is what has to be told.
 */
export async function findAfterLostAnswer<T>(
  clock: Clock,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const startedAt = clock.now();
  for (const pause of PAUSES_MS) {
    if (clock.now() - startedAt > AT_MOST_MS) break;
    if (pause > 0) await clock.sleep(pause, signal);
    try {
      const seen = await look();
      if (seen !== undefined) return seen;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return undefined;
}

/** A write was sent and its answer was lost: it may have happened. */
export function isLostAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'ambiguous';
}
