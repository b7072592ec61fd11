import { fieldOf } from '../../contract/json-safety.ts';
import { type Clock, realClock, withDeadline } from '../../clients/clock.ts';
import { oneLine } from '../../clients/errors.ts';
import type { GitHub } from '../../clients/github.ts';
import { BACKOFF, type BackoffOptions, retry } from '../../clients/retry.ts';
import type { Transport } from '../../clients/transport.ts';
import { CommentReplacedError } from '../publish/comments.ts';

export interface GitHubConnection {
  octokit: GitHub;
  owner: string;
  repo: string;
  /**
   * GitHub's ID of the repository, which does not change if the repository is renamed, or `undefined` if the runner
   * does not set the ID.
   */
  repositoryId?: number | undefined;
  /** Removes secrets from GitHub's responses. */
  redact: (text: string) => string;
}

/** Creates a client for the GitHub URL in the environment, or returns `undefined` without a token or repository. */
export async function openGitHub(options: {
  token: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  transport: Pick<Transport, 'dispatcher'>;
  redact: (text: string) => string;
}): Promise<GitHubConnection | undefined> {
  const { token, env, transport, redact } = options;
  const [owner, repo, ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  if (token === undefined || !owner || !repo || rest.length > 0) return undefined;
  const { createGitHub } = await import('../../clients/github.ts');
  const apiUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
  const octokit = await createGitHub({ token, apiUrl, transport });
  return { octokit, owner, repo, repositoryId: readId(env['GITHUB_REPOSITORY_ID']), redact };
}

function readId(text: string | undefined): number | undefined {
  const id = Number(text);
  return text && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Limits and delays of the attempts of one request, in milliseconds. */
export interface RetryLimits {
  /** Time limit of an attempt in milliseconds of wall-clock time, because sockets do not use the injected clock. */
  attemptTimeoutMs: number;
  retryDelaysMs: readonly number[];
  /** Maximum delay in milliseconds that the client accepts from `Retry-After`. */
  maxRetryAfterMs: number;
}

/** Limits for reporting to GitHub, in milliseconds of wall-clock time. */
export interface GitHubLimits extends RetryLimits {
  /** Time limit for all reports at the end of a run. */
  finishTimeoutMs: number;
  /** Time limit for all reports of a canceled run, which the runner soon kills. */
  cancelTimeoutMs: number;
  /** Delays between a write of a shared comment and the read that confirms the write. */
  confirmBackoff: BackoffOptions;
  /** Waits between requests, by default in wall-clock time. */
  sleep?: Clock['sleep'] | undefined;
}

export const GITHUB_LIMITS: GitHubLimits = {
  attemptTimeoutMs: 6_000,
  retryDelaysMs: [300, 1_000],
  maxRetryAfterMs: 3_000,
  finishTimeoutMs: 20_000,
  cancelTimeoutMs: 3_000,
  confirmBackoff: BACKOFF.comment,
};

interface RequestContext {
  owner: string;
  repo: string;
  request: { signal: AbortSignal };
}

/** A GitHub client that limits each attempt and retries requests that are safe to repeat. */
export interface GitHubClient extends Pick<GitHubConnection, 'octokit' | 'redact'> {
  /**
   * Runs a request with retries. `repeatable: false` means that a request must not be repeated after a lost response,
   * because a second request would do harm.
   */
  call<T>(work: (at: RequestContext) => Promise<T>, options?: { repeatable: boolean }): Promise<T>;
  /** Waits `ms` milliseconds, or rejects when the client's signal or `also` aborts. */
  sleep(ms: number, also?: AbortSignal): Promise<void>;
  failureOf(error: unknown): GitHubFailure;
}

/** Time limits that are long enough for short GitHub outages. */
const PATIENT_LIMITS: RetryLimits = {
  attemptTimeoutMs: 30_000,
  retryDelaysMs: [1_000, 4_000],
  maxRetryAfterMs: 60_000,
};

/** Creates a client for requests whose result decides what the run does. Waits for the end of short GitHub outages. */
export function createPatientClient(
  connection: GitHubConnection,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): GitHubClient {
  return createGitHubClient(connection, signal, PATIENT_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
}

/**
 * Creates a client whose requests end when `signal` aborts. `sleep` waits between attempts, by default in wall-clock
 * time. GitHub's own retry plug-in is not used, because it ignores Retry-After, no signal can end its wait, and it adds
 * 25 kB.
 */
export function createGitHubClient(
  { octokit, owner, repo, redact }: GitHubConnection,
  signal: AbortSignal,
  limits: RetryLimits = GITHUB_LIMITS,
  sleep: Clock['sleep'] = (ms, aborted) => realClock.sleep(ms, aborted),
): GitHubClient {
  return {
    octokit,
    redact,
    failureOf: (error) => toGitHubFailure(error, redact),
    sleep: (ms, also) => sleep(ms, also === undefined ? signal : AbortSignal.any([signal, also])),
    call: (work, { repeatable } = { repeatable: true }) =>
      retry(() => work({ owner, repo, request: { signal: withDeadline(signal, limits.attemptTimeoutMs) } }), {
        delayAfter(error, attempt) {
          const delayMs = retryDelayMs(error, repeatable, limits.retryDelaysMs[attempt - 1]) ?? Number.NaN;
          return !signal.aborted && delayMs <= limits.maxRetryAfterMs ? delayMs : undefined;
        },
        sleep: (ms) => sleep(ms, signal),
      }),
  };
}

function retryDelayMs(error: unknown, repeatable: boolean, leastMs: number | undefined): number | undefined {
  if (leastMs === undefined) return undefined;
  const status = fieldOf(error, 'status');
  const after = Number(headerOf(error, 'retry-after') ?? Number.NaN);
  const delayMs = Number.isNaN(after) ? leastMs : Math.max(after * 1000, leastMs);
  // If GitHub refused the request because of a rate limit, the request had no effect.
  if (status === 429 || (status === 403 && !Number.isNaN(after))) return delayMs;
  // Octokit reports a missing response as status 500.
  return repeatable && typeof status === 'number' && status >= 500 ? delayMs : undefined;
}

// The `assert` functions in this file compare responses with their requests. If a proxy, cache or server mixed up
// responses, the action could delete another pull request's preview. The `assert` functions accept a missing field,
// such as a URL.

/** Throws unless the response is about the requested pull request in the run's (perhaps renamed) repository. */
export function assertSamePullRequest(
  { owner, repo, repositoryId }: Pick<GitHubConnection, 'owner' | 'repo' | 'repositoryId'>,
  number: number,
  answer: { number: number; base: { repo: { id?: number; full_name: string } } },
): void {
  const { id, full_name: name } = answer.base.repo;
  const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  if (answer.number === number && (same || (repositoryId !== undefined && id === repositoryId))) return;
  throw new MismatchedAnswerError(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
}

/** Throws if the URL in a response does not end with the requested path, such as `/issues/7`. */
export function assertUrlEndsWith(
  what: string,
  url: string | null | undefined,
  end: `/${string}/${number}`,
): void {
  if (!url || url.replace(/[?#].*/s, '').endsWith(end)) return;
  throw new MismatchedAnswerError(what, url.split('/').slice(-2).join('/'));
}

/**
 * Returns whether a response has the requested ID or name. Ignores letter case, because names on GitHub are
 * case-insensitive.
 */
export function isSameName(
  requested: string | number,
  answered: string | number | null | undefined,
): boolean {
  if (answered === null || answered === undefined) return true;
  return String(requested).toLowerCase() === String(answered).toLowerCase();
}

/** Throws if the response has another ID or name than the request. */
export function assertSame(
  what: string,
  requested: string | number,
  answered: string | number | null | undefined,
): void {
  if (!isSameName(requested, answered))
    throw new MismatchedAnswerError(`${what} ${requested}`, String(answered));
}

/** Facts about a failed GitHub request for one warning: status, message, and missing permissions. */
export interface GitHubFailure {
  /** HTTP status, or null if no response arrived or the response belongs to another request. */
  status: number | null;
  /** GitHub's error message, redacted and on one line. */
  message: string;
  /** Describes the failure in a sentence without the final period. */
  description: string;
  /**
   * Lines, such as `pull-requests: write`, that must all be added under `permissions:`, or an empty list if GitHub
   * reported no permission.
   */
  permissions: string[];
}

/** Thrown if a response from GitHub or from a proxy does not match the request. */
class MismatchedAnswerError extends Error {
  override readonly name = 'MismatchedAnswerError';

  /** `requested` and `answered` are phrases such as `pull request #7`. */
  constructor(requested: string, answered: string) {
    super(`GitHub returned ${answered} when ${requested} was requested`);
  }
}

/** Converts an error of a GitHub request to facts without headers and without a body. */
export function toGitHubFailure(error: unknown, redact: (text: string) => string): GitHubFailure {
  const message = oneLine(redact(messageOf(error)));
  // Octokit reports a missing response as status 500.
  const status = fieldOf(error, 'response') === undefined ? null : numberAt(error, 'status');
  return {
    status,
    message,
    description: describe(error, status, message),
    permissions: permissionsNeeded(error),
  };
}

/** Returns the error's message, or the message of its cause if the HTTP client's message is only `fetch failed`. */
function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  if (typeof message !== 'string') return 'unknown error';
  const cause = fieldOf(error, 'cause');
  return message === 'fetch failed' && cause !== undefined ? messageOf(cause) : message;
}

function describe(error: unknown, status: number | null, message: string): string {
  if (error instanceof MismatchedAnswerError || error instanceof CommentReplacedError) return message;
  // Omits a message that is a proxy's HTML page.
  const words = message.trimStart().startsWith('<') ? '' : `: ${message}`;
  return status === null ? `GitHub did not respond${words}` : `GitHub answered ${status}${words}`;
}

/**
 * Returns the permissions from the header `X-Accepted-GitHub-Permissions` of GitHub's refusal. In
 * `contents=write,workflows=write; administration=write`, semicolons separate alternatives, and commas separate the
 * permissions that an alternative requires.
 */
function permissionsNeeded(error: unknown): string[] {
  const [first = ''] = (headerOf(error, 'x-accepted-github-permissions') ?? '').split(';');
  return Array.from(
    first.matchAll(/(?<![a-z_])([a-z_]+)=([a-z]+)/g),
    ([, name = '', level = '']) => `${name.replaceAll('_', '-')}: ${level}`,
  );
}

function headerOf(error: unknown, name: string): string | undefined {
  const found = fieldOf(fieldOf(fieldOf(error, 'response'), 'headers'), name);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

function numberAt(value: unknown, key: string): number | null {
  const field = fieldOf(value, key);
  return typeof field === 'number' ? field : null;
}
