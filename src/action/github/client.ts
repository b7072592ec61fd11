import { fieldOf } from '../../contract/json-safety.ts';
import { type Clock, realClock, withDeadline } from '../../clients/clock.ts';
import { oneLine } from '../../clients/errors.ts';
import type { GitHub } from '../../clients/github.ts';
import { retry } from '../../clients/retry.ts';
import type { Transport } from '../../clients/transport.ts';

export interface GitHubConnection {
  octokit: GitHub;
  owner: string;
  repo: string;
  /**
   * GitHub's ID of the repository, which stays the same after a rename; `undefined` if the runner does not set it.
   */
  repositoryId?: number | undefined;
  /** Removes secrets from GitHub's responses. */
  redact: (text: string) => string;
}

/** Creates a client for the GitHub URL of the environment; `undefined` without a token or outside a repository. */
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

/** Limits of attempts, in milliseconds. */
export interface RetryLimits {
  /** Limit per attempt in real time, because sockets do not use the product clock. */
  attemptTimeoutMs: number;
  retryDelaysMs: readonly number[];
  /** Maximum `Retry-After` that is respected. */
  maxRetryAfterMs: number;
}

/** Limits of reporting, in real milliseconds. */
export interface GitHubLimits extends RetryLimits {
  /** Limit for all reports at the end of a run. */
  finishTimeoutMs: number;
  /** Limit for all reports of a cancelled run, which the runner kills soon. */
  cancelTimeoutMs: number;
}

export const GITHUB_LIMITS: GitHubLimits = {
  attemptTimeoutMs: 6_000,
  retryDelaysMs: [300, 1_000],
  maxRetryAfterMs: 3_000,
  finishTimeoutMs: 20_000,
  cancelTimeoutMs: 3_000,
};

/** Options of a single call. */
interface RequestContext {
  owner: string;
  repo: string;
  request: { signal: AbortSignal };
}

/** A GitHub client with limits, which retries requests that are safe to repeat. */
export interface GitHubClient extends Pick<GitHubConnection, 'octokit' | 'redact'> {
  /** `repeatable: false`: the call is never sent again after a lost response, because repeating it would do harm. */
  call<T>(work: (at: RequestContext) => Promise<T>, options?: { repeatable: boolean }): Promise<T>;
  failureOf(error: unknown): GitHubFailure;
}

/**
 * `signal` ends every call; `sleep` waits between attempts, in real time by default. GitHub's own retry plug-in was
 * measured: it ignores Retry-After, no signal can end its wait, and it adds 25 kB.
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
  // The request was refused, so it had no effect.
  if (status === 429 || (status === 403 && !Number.isNaN(after))) return delayMs;
  // GitHub's client reports a missing response as status 500.
  return repeatable && typeof status === 'number' && status >= 500 ? delayMs : undefined;
}

// Responses are compared with their requests below. A proxy, cache or server that mixes them up would cause a preview
// to be deleted because of another pull request. A missing field, such as a URL, contradicts nothing.

/** Throws unless the response is about that pull request of the run's repository, under its current name. */
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

/** Throws if the URL of a response, such as `…/issues/7`, does not match the request. */
export function assertUrlEndsWith(
  what: string,
  url: string | null | undefined,
  end: `/${string}/${number}`,
): void {
  if (!url || url.replace(/[?#].*/s, '').endsWith(end)) return;
  throw new MismatchedAnswerError(what, url.split('/').slice(-2).join('/'));
}

/** Returns whether a response has the requested ID or name. GitHub's names are case-insensitive. */
export function isSameName(
  requested: string | number,
  answered: string | number | null | undefined,
): boolean {
  if (answered === null || answered === undefined) return true;
  return String(requested).toLowerCase() === String(answered).toLowerCase();
}

/** Throws if the response has another ID or name. */
export function assertSame(
  what: string,
  requested: string | number,
  answered: string | number | null | undefined,
): void {
  if (!isSameName(requested, answered))
    throw new MismatchedAnswerError(`${what} ${requested}`, String(answered));
}

/** A failed GitHub call, for one warning: status, GitHub's message, and the permission that it names. */
export interface GitHubFailure {
  /** Null without a response, or if the response belongs to another request. */
  status: number | null;
  /** GitHub's message, redacted and on one line. */
  message: string;
  /** Describes the whole failure in a sentence without its final period. */
  description: string;
  /**
   * Lines to add under `permissions:`, such as `pull-requests: write`; all are needed. Empty if GitHub named none.
   */
  permissions: string[];
}

/** A response of GitHub, or of a proxy, that does not match the request. */
class MismatchedAnswerError extends Error {
  override readonly name = 'MismatchedAnswerError';

  /** `requested` and `answered` are phrases such as `pull request #7`. */
  constructor(requested: string, answered: string) {
    super(`GitHub returned ${answered} when ${requested} was requested`);
  }
}

/** Converts any error of a GitHub call. The result contains no header and no body. */
export function toGitHubFailure(error: unknown, redact: (text: string) => string): GitHubFailure {
  const message = oneLine(redact(messageOf(error)));
  // GitHub's client reports a missing response as status 500.
  const status = fieldOf(error, 'response') === undefined ? null : numberAt(error, 'status');
  return {
    status,
    message,
    description: describe(error, status, message),
    permissions: permissionsNeeded(error),
  };
}

/** GitHub's client hides the cause behind the message `fetch failed`. */
function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  if (typeof message !== 'string') return 'unknown error';
  const cause = fieldOf(error, 'cause');
  return message === 'fetch failed' && cause !== undefined ? messageOf(cause) : message;
}

function describe(error: unknown, status: number | null, message: string): string {
  if (error instanceof MismatchedAnswerError) return message;
  // Proxies respond with HTML pages, which are not shown.
  const words = message.trimStart().startsWith('<') ? '' : `: ${message}`;
  return status === null ? `GitHub did not respond${words}` : `GitHub answered ${status}${words}`;
}

/**
 * Reads the header `X-Accepted-GitHub-Permissions` of a refusal. In `contents=write,workflows=write;
 * administration=write` semicolons separate alternatives, and commas separate the permissions that one alternative
 * requires.
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
