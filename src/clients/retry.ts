import type { AttemptResult } from './exchange.ts';
import { parseRetryAfter } from './retry-after.ts';

/** State after an attempt. `now` and `deadlineAt` are milliseconds of the injected clock. */
export interface RetrySituation {
  result: AttemptResult;
  /** True if the call is idempotent: GET, DELETE, and POST requests that only read. */
  repeatable: boolean;
  /** Number of attempts so far, including the last attempt. */
  attempt: number;
  now: number;
  deadlineAt: number;
  /** True if a request to this origin has received a response before. */
  reached: boolean;
  random: () => number;
  backoff: BackoffOptions;
}
type RetryDecision = { kind: 'done' } | { kind: 'give-up' } | { kind: 'retry'; delayMs: number };

/** Maximum number of attempts for an origin that has never responded, because the URL is probably wrong. */
const UNREACHED_ATTEMPTS = 5;
/** Number of milliseconds before the deadline that are reserved for the last attempt. */
export const LAST_ATTEMPT_MS = 1000;

/**
 * Decides whether and when to retry a request. Reads are retried after network failures, 408, 425, 429 and 5xx until
 * the deadline. Writes are retried only if they were certainly not sent, or after a 429 or 503 with Retry-After. A
 * delay from Retry-After has no random part, and is limited to the remaining time if the request is a read.
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
  // A Retry-After of 0 is ignored, because retries without a delay would flood the service.
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

/** Returns whether a status might be transient. The statuses 501 and 505 are permanent. */
function repeatableStatus(status: number): boolean {
  return (
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

/** Returns whether an error code concerns a certificate. A retry cannot help after a certificate error. */
export function isCertificateFault(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
}

export interface BackoffOptions {
  /** Maximum length of the first delay in milliseconds. */
  baseMs: number;
  capMs: number;
  /** Share of each delay that is random, from 0 to 1, by default 0.5. */
  randomShare?: number;
}

/** Delays between attempts, keyed by the purpose of the attempt. */
export const BACKOFF = {
  /** Delays after a failed request to the service. */
  request: { baseMs: 500, capMs: 20_000 },
  /** Delays while starting, finding and streaming a run of the agent. */
  run: { baseMs: 500, capMs: 5_000 },
  /** Delays before restarting a program that has ended, such as a worker or a sidecar. */
  restart: { baseMs: 250, capMs: 30_000 },
  /** Delays before restarting the credential proxy. The delays are short, because all sandboxes wait for the proxy. */
  proxyRestart: { baseMs: 50, capMs: 5_000 },
  /** Delays before restarting the TypeScript compiler that describes an agent's types. */
  typeParser: { baseMs: 60_000, capMs: 3_600_000 },
  /** Delays between requests of a build pod or an agent pod to the control plane. */
  controlPlane: { baseMs: 500, capMs: 15_000 },
  /**
   * Delays while a rollout waits for the API server of a cluster, which can be down for minutes. The delays are short,
   * so the rollout continues soon after the API server is up.
   */
  cluster: { baseMs: 2_000, capMs: 5_000 },
  /** Delays before reopening a stream of a cluster, such as a watch or a log. */
  clusterStream: { baseMs: 1_000, capMs: 30_000 },
  /**
   * Delays after a conflict between two statements or transactions. The delays are fully random, because two clients
   * with equal delays would conflict again.
   */
  conflict: { baseMs: 2, capMs: 100, randomShare: 1 },
  /**
   * Delays before repeating a migration that a long statement has blocked. During the delays, replicas execute the
   * statements that have queued behind the migration.
   */
  migration: { baseMs: 500, capMs: 5_000 },
  /**
   * Delays between writing a section to a comment that several jobs share and reading the comment to check the section.
   * The minimum delay exceeds the usual duration of a request, because another job might still be writing.
   */
  comment: { baseMs: 3_000, capMs: 5_000, randomShare: 0.4 },
  /** Delays between writes while the disk is full or the database is unreachable. */
  storage: { baseMs: 500, capMs: 500 },
  /**
   * Delays between attempts to reach the database, after a failed start or a lost lease. The random share is large, so
   * that replicas do not reconnect at the same moment when the database is back.
   */
  database: { baseMs: 1_000, capMs: 5_000, randomShare: 0.8 },
  /** Delays after an unexpected failure of the emulator, such as a restart or a lost connection. */
  recovery: { baseMs: 1_000, capMs: 1_000 },
} satisfies Record<string, BackoffOptions>;

/**
 * Returns the maximum delay in milliseconds after attempt number `attempt` (counted from 1). The delay doubles from
 * `baseMs` to `capMs`. Use {@link backoffMs} if many clients retry.
 */
export function doublingMs(attempt: number, { baseMs, capMs }: BackoffOptions): number {
  // 2 ** 30 already exceeds any cap, and a larger exponent would overflow.
  return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
}

/**
 * Returns the delay in milliseconds after attempt number `attempt` (counted from 1). The delay doubles from `baseMs` to
 * `capMs`, and has a random part, so that clients do not retry at the same time. `random` returns numbers in [0, 1).
 */
export function backoffMs(attempt: number, random: () => number, options: BackoffOptions): number {
  const { randomShare = 0.5 } = options;
  return Math.round(doublingMs(attempt, options) * (1 - randomShare + randomShare * random()));
}

interface RetryOptions {
  /**
   * Returns the delay in milliseconds before the next attempt, or `undefined` if the error is final. `attempt` is the
   * number of attempts so far, at least 1.
   */
  delayAfter: (error: unknown, attempt: number) => number | undefined | Promise<number | undefined>;
  /** Waits for `ms` milliseconds. No further attempt follows if the promise rejects. */
  sleep: (ms: number) => Promise<void>;
}

/**
 * Repeats work until it succeeds.
 * @throws the error of the last attempt, or the error of `delayAfter` or `sleep`.
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
