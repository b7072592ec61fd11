import { type GitHubFailure, toGitHubFailure } from '../../clients/github-failure.ts';
import type { GitHubConnection } from './connection.ts';
import { type GitHubLimits, GITHUB_LIMITS } from './limits.ts';

/** What a call is given besides its own parameters. */
export interface RequestContext {
  owner: string;
  repo: string;
  request: { signal: AbortSignal };
}

/** GitHub with patience: limits, and a few further tries where nothing can happen twice. */
export interface GitHubClient extends Pick<GitHubConnection, 'octokit' | 'redact'> {
  /** `again`: doing it twice is no harm, so that it may be tried again when its answer was lost. */
  call<T>(work: (at: RequestContext) => Promise<T>, options?: { again: boolean }): Promise<T>;
  failureOf(error: unknown): GitHubFailure;
}

/** `stop` ends every call. */
export function createGitHubClient(
  connection: GitHubConnection,
  stop: AbortSignal,
  limits: GitHubLimits = GITHUB_LIMITS,
): GitHubClient {
  const { octokit, owner, repo, redact } = connection;
  return {
    octokit,
    redact,
    failureOf: (error) => toGitHubFailure(error, redact),
    async call(work, { again } = { again: true }) {
      for (let attempt = 0; ; attempt += 1) {
        stop.throwIfAborted();
        const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.tryMs)]);
        try {
          return await work({ owner, repo, request: { signal } });
        } catch (error) {
          const pause = limits.pausesMs[attempt];
          if (stop.aborted || pause === undefined) throw error;
          const delayMs = pauseAfter(error, again, pause);
          if (delayMs === undefined || delayMs > limits.patienceMs) throw error;
          await sleep(delayMs, stop);
        }
      }
    },
  };
}

/** How long to pause before another try; undefined: no other one. */
function pauseAfter(error: unknown, again: boolean, pauseMs: number): number | undefined {
  const status = field(error, 'status');
  const after = Number(header(error, 'retry-after') ?? Number.NaN);
  if (status === 429 || (status === 403 && (!Number.isNaN(after) || isUsedUp(error)))) {
    // Refused, so it was not done, whatever it is.
    return Number.isNaN(after) ? undefined : Math.max(after * 1000, pauseMs);
  }
  // The client gives 500 to what never was answered.
  if (!again || typeof status !== 'number' || status < 500) return undefined;
  return Number.isNaN(after) ? pauseMs : Math.max(after * 1000, pauseMs);
}

const isUsedUp = (error: unknown): boolean => header(error, 'x-ratelimit-remaining') === '0';

function header(error: unknown, name: string): string | undefined {
  const found = field(field(field(error, 'response'), 'headers'), name);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function sleep(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(stop.reason);
      },
      { once: true },
    );
  });
}
