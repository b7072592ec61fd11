import type { Clock } from '../../clients/clock.ts';
import { ApiError } from '../../clients/errors.ts';

/**
 * When to look for what a lost answer may have done, as pauses in milliseconds: a minute in all, because a gateway that
 * gave up may still hand the request on. The request itself is never sent again (DESIGN §5): nothing tells the service
 * that the second one means the first.
 */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;

/** Looks again and again until there is something to see; undefined when the minute is over. */
export async function lookAgain<T>(
  clock: Clock,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const pause of PAUSES_MS) {
    if (pause > 0) await clock.sleep(pause, signal);
    const seen = await look();
    if (seen !== undefined) return seen;
  }
  return undefined;
}

/** A write was sent and its answer was lost: it may have happened. */
export function isLost(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'ambiguous';
}
