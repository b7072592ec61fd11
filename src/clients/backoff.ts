export interface BackoffOptions {
  /** Upper bound of the first delay. */
  baseMs: number;
  /** No delay is longer. */
  capMs: number;
}

export const DEFAULT_BACKOFF: BackoffOptions = { baseMs: 500, capMs: 20_000 };

/**
 * How long to wait before try number `attempt + 1` (attempt counts from 1), in milliseconds: doubling from `baseMs` to
 * `capMs`, the upper half of it random, so that many clients do not come back at the same instant. `random` gives
 * numbers in [0, 1). Never applied to a delay the server asked for (DESIGN §5).
 */
export function backoffMs(attempt: number, random: () => number, options = DEFAULT_BACKOFF): number {
  // 2 ** 30 already exceeds any cap; larger exponents would only risk infinity.
  const full = Math.min(options.capMs, options.baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
  return Math.round(full / 2 + (full / 2) * random());
}
