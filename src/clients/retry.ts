import type { AttemptResult } from './exchange.ts';
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

/** Returns whether the fault concerns a certificate, so that retrying cannot help. */
export function isCertificateFault(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
}

export interface BackoffOptions {
  /** Upper bound of the first delay. */
  baseMs: number;
  capMs: number;
  /** Random part of each delay, from 0 to 1; a half by default. */
  randomShare?: number;
}

/** Delays between attempts, by the purpose of the attempt. */
export const BACKOFF = {
  /** Delays after a failed request to the service. */
  request: { baseMs: 500, capMs: 20_000 },
  /** Delays while starting, finding and following a run of the agent. */
  run: { baseMs: 500, capMs: 5_000 },
  /** Delays before restarting a program that has ended, such as a worker or a sidecar. */
  restart: { baseMs: 250, capMs: 30_000 },
  /** Delays before restarting the credential proxy, for which all sandboxes wait. */
  proxyRestart: { baseMs: 50, capMs: 5_000 },
  /** Delays before restarting the TypeScript compiler that describes an agent's types, when a request needs them. */
  typeParser: { baseMs: 60_000, capMs: 3_600_000 },
  /** Delays between requests of a build or an agent pod to the control plane. */
  controlPlane: { baseMs: 500, capMs: 15_000 },
  /** Delays after a statement or transaction conflicted with another. Equal delays would conflict again. */
  conflict: { baseMs: 2, capMs: 100, randomShare: 1 },
  /** Delays between writes while the disk is full or the database is unreachable. */
  storage: { baseMs: 500, capMs: 500 },
  /** Delays after an unexpected failure of the emulator's own work, such as a restart or a lost connection. */
  recovery: { baseMs: 1_000, capMs: 1_000 },
} satisfies Record<string, BackoffOptions>;

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
 * `capMs`. The random part prevents that many clients retry at the same time. `random` returns numbers in [0, 1).
 * Never used for a delay that the server requested.
 */
export function backoffMs(attempt: number, random: () => number, options: BackoffOptions): number {
  const { randomShare = 0.5 } = options;
  return Math.round(doublingMs(attempt, options) * (1 - randomShare + randomShare * random()));
}

interface RetryOptions {
  /**
   * Returns the delay before the next attempt, in milliseconds; `undefined` if the error is final. `attempt` counts the
   * attempts so far, from 1.
   */
  delayAfter: (error: unknown, attempt: number) => number | undefined | Promise<number | undefined>;
  /** Waits, or rejects to end the attempts. */
  sleep: (ms: number) => Promise<void>;
}

/**
 * Repeats work until it succeeds.
 * @throws the last error without a next attempt, or the error of `delayAfter` or `sleep`.
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  { delayAfter, sleep }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const delayMs = await delayAfter(error, attempt);
      if (delayMs === undefined) throw error;
      await sleep(delayMs);
    }
  }
}
