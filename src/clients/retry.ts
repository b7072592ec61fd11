import type { AttemptResult } from './exchange.ts';
import { isCertificateFault } from './failure.ts';
import { parseRetryAfter } from './retry-after.ts';

/** The state after an attempt. Times are milliseconds; `now` and `deadlineAt` on the product clock. */
export interface RetrySituation {
  result: AttemptResult;
  /** Idempotent: GET, DELETE, and reads that happen to be POSTs. */
  repeatable: boolean;
  /** Attempts so far, this one included. */
  attempt: number;
  now: number;
  deadlineAt: number;
  /** Whether any request to this origin was ever answered. */
  reached: boolean;
  random: () => number;
  backoff: BackoffOptions;
}
type RetryDecision = { kind: 'done' } | { kind: 'give-up' } | { kind: 'retry'; delayMs: number };

/** How often an address that never answered is tried: it is more likely misconfigured than down. */
const UNREACHED_ATTEMPTS = 5;
/** Reserved before the deadline for one last attempt. */
export const LAST_ATTEMPT_MS = 1000;

/**
 * Whether and when a request is retried. Reads are retried after network faults, 408, 425, 429 and 5xx up to the
 * deadline; writes only when they surely never left, or on a 429 or 503 with Retry-After. Retry-After is obeyed without
 * jitter; a read cuts it to the remaining time, a write does not jump the queue.
 */
export function decideRetry(at: RetrySituation): RetryDecision {
  const { result, repeatable } = at;
  if (result.kind === 'answer' && result.answer.status < 400) return { kind: 'done' };
  if (!mayRepeat(at)) return { kind: 'give-up' };

  const asked =
    result.kind === 'answer' && result.answer.retryAfter !== undefined
      ? parseRetryAfter(result.answer.retryAfter, at.now)
      : undefined;
  if (!repeatable && result.kind === 'answer' && asked === undefined) return { kind: 'give-up' };
  // Repeated retries without a delay would be a flood.
  const delayMs = asked || backoffMs(at.attempt, at.random, at.backoff);

  const remaining = at.deadlineAt - at.now;
  if (delayMs + LAST_ATTEMPT_MS <= remaining) return { kind: 'retry', delayMs };
  if (!repeatable || remaining <= LAST_ATTEMPT_MS) return { kind: 'give-up' };
  return { kind: 'retry', delayMs: remaining - LAST_ATTEMPT_MS };
}

function mayRepeat({ result, repeatable, attempt, reached }: RetrySituation): boolean {
  switch (result.kind) {
    case 'answer':
      return repeatable
        ? repeatableStatus(result.answer.status)
        : result.answer.status === 429 || result.answer.status === 503;
    case 'broken':
      if (isCertificateFault(result.code)) return false;
      return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
    case 'timeout':
      return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
    case 'too-large':
      return false;
  }
}

/** Statuses that may be transient; 501 and 505 are permanent. */
function repeatableStatus(status: number): boolean {
  return (
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

export interface BackoffOptions {
  /** Upper bound of the first delay. */
  baseMs: number;
  capMs: number;
}

export const DEFAULT_BACKOFF: BackoffOptions = { baseMs: 500, capMs: 20_000 };

/**
 * The longest delay before attempt number `attempt + 1` (attempt counts from 1), in milliseconds: doubling from `baseMs`
 * to `capMs`. For a program with no other clients beside it; `backoffMs` spreads the delays of many clients.
 */
export function doublingMs(attempt: number, { baseMs, capMs }: BackoffOptions): number {
  // 2 ** 30 already exceeds any cap; larger exponents would only risk infinity.
  return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
}

/**
 * The delay before attempt number `attempt + 1` (attempt counts from 1), in milliseconds: doubling from `baseMs` to
 * `capMs`, the upper half of it random, so that many clients do not retry at the same instant. `random` gives numbers
 * in [0, 1). Never applied to a delay the server asked for.
 */
export function backoffMs(attempt: number, random: () => number, options = DEFAULT_BACKOFF): number {
  const full = doublingMs(attempt, options);
  return Math.round(full / 2 + (full / 2) * random());
}
