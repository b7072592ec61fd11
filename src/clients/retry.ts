import type { AttemptResult } from './exchange.ts';
import { isCertificateFault } from './failure.ts';
import { parseRetryAfter } from './retry-after.ts';

/** State after an attempt. Times are milliseconds; `now` and `deadlineAt` use the product clock. */
export interface RetrySituation {
  result: AttemptResult;
  /** True if the call is idempotent: GET, DELETE, and POSTs that only read. */
  repeatable: boolean;
  /** Number of attempts so far, including this one. */
  attempt: number;
  now: number;
  deadlineAt: number;
  /** True if any request to this origin ever got a response. */
  reached: boolean;
  random: () => number;
  backoff: BackoffOptions;
}
type RetryDecision = { kind: 'done' } | { kind: 'give-up' } | { kind: 'retry'; delayMs: number };

/**
 * Maximum number of attempts for an address that never responded, because it is more likely misconfigured than down.
 */
const UNREACHED_ATTEMPTS = 5;
/** Time reserved before the deadline for one last attempt, in milliseconds. */
export const LAST_ATTEMPT_MS = 1000;

/**
 * Decides whether and when to retry a request. Reads are retried after network faults, 408, 425, 429 and 5xx up to
 * the deadline. Writes are retried only if they certainly never left, or on a 429 or 503 with Retry-After.
 * Retry-After is used without jitter; for a read it is shortened to the remaining time, for a write it is not.
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
  // Repeated retries without a delay would flood the service.
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

/** Returns whether a status may be temporary; 501 and 505 are permanent. */
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
 * Returns the maximum delay before attempt number `attempt + 1` (counted from 1), in milliseconds: doubling from
 * `baseMs` to `capMs`. For a program that is the only client; `backoffMs` spreads the delays of many clients.
 */
export function doublingMs(attempt: number, { baseMs, capMs }: BackoffOptions): number {
  // 2 ** 30 already exceeds any cap; larger exponents could only overflow.
  return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
}

/**
 * Returns the delay before attempt number `attempt + 1` (counted from 1), in milliseconds: doubling from `baseMs` to
 * `capMs`. The upper half is random, so that many clients do not retry at the same time. `random` returns numbers in
 * [0, 1). Never used for a delay that the server requested.
 */
export function backoffMs(attempt: number, random: () => number, options = DEFAULT_BACKOFF): number {
  const full = doublingMs(attempt, options);
  return Math.round(full / 2 + (full / 2) * random());
}
