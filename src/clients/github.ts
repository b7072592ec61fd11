import type { getOctokit } from '@actions/github';
import type { Dispatcher } from 'undici';
import { type AttemptResult, exchange, type WireRequest } from './exchange.ts';
import type { Transport } from './transport.ts';
import { USER_AGENT } from './headers.ts';

export type GitHub = ReturnType<typeof getOctokit>;

export interface GitHubOptions {
  token: string;
  /** URL of GitHub's REST API, from GITHUB_API_URL. */
  apiUrl: string;
  /** Transport whose connection pool sends the requests to GitHub, so the requests use the configured proxies. */
  transport: Pick<Transport, 'dispatcher'>;
  /** Time limit of one request in milliseconds of wall-clock time. */
  timeoutMs?: number;
}

/**
 * Creates the GitHub client. Loads Octokit on the first call, because Octokit is most of the bundle and most failing
 * runs do not need it. Requests use our connection pool, because another `fetch` would bypass the pool or read the
 * proxy variables differently.
 */
export async function createGitHub(options: GitHubOptions): Promise<GitHub> {
  const { token, apiUrl, transport, timeoutMs = 30_000 } = options;
  const [{ getOctokit }, dispatcher] = await Promise.all([import('@actions/github'), transport.dispatcher()]);
  const quiet = () => {};
  return getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: createFetch(dispatcher, timeoutMs) },
    // The log of Octokit is disabled, because the log would bypass the redactor.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Options that Octokit passes to `fetch`. */
interface FetchInit {
  method?: WireRequest['method'];
  headers?: Record<string, string>;
  body?: string | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/** Maximum size of a response in bytes. A page of a hundred objects is much smaller. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum number of redirects of a request. A repository that was renamed several times causes several redirects. */
const MAX_REDIRECTS = 5;
const BODILESS: readonly number[] = [204, 205, 304];

/**
 * Creates a function with the features of `fetch` that Octokit needs: JSON in requests and responses, and redirects
 * within GitHub for renamed repositories. The function uses our connection pool, and avoids undici's `fetch`, which
 * would enlarge the bundle by a tenth. Like `fetch`, the function rejects with the signal's reason, or with a TypeError
 * that has a cause.
 */
function createFetch(
  dispatcher: Dispatcher,
  timeoutMs: number,
): (address: string | URL, init?: FetchInit) => Promise<Response> {
  return async (address, { method = 'GET', headers = {}, body, signal } = {}) => {
    let url = new URL(address);
    for (let redirects = 0; ; redirects += 1) {
      const wire = { method, url, headers, ...(body ? { body } : {}), maxBytes: MAX_BYTES, timeoutMs };
      const { answer } = requireAnswer(await exchange(dispatcher, { ...wire, signal: signal ?? undefined }));
      if (answer.status < 300 || answer.status === 304 || answer.status >= 400) {
        const text = BODILESS.includes(answer.status) ? null : answer.body;
        const response = new Response(text, { status: answer.status, headers: answer.headers });
        Object.defineProperty(response, 'url', { value: url.href });
        return response;
      }
      const next = redirects < MAX_REDIRECTS ? follow(url, method, answer) : undefined;
      if (next === undefined) throw failed(new Error(`a redirect (${answer.status}), which is not followed`));
      url = next;
    }
  };
}

function requireAnswer(result: AttemptResult): Extract<AttemptResult, { kind: 'answer' }> {
  switch (result.kind) {
    case 'answer':
      return result;
    case 'timeout':
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    case 'too-large':
      throw failed(new Error('the response is larger than any GitHub response'));
    case 'broken':
      throw failed(result.cause);
  }
}

const failed = (cause: Error): TypeError => new TypeError('fetch failed', { cause });

/**
 * Returns the target of a redirect, or `undefined` if the redirect must not be followed. The target must have the
 * origin of the request, because the request contains the token.
 */
function follow(
  from: URL,
  method: WireRequest['method'],
  { status, location }: { status: number; location: string | undefined },
): URL | undefined {
  const repeats = [307, 308].includes(status) || ([301, 302].includes(status) && method === 'GET');
  const to = repeats && location !== undefined ? URL.parse(location, from.href) : null;
  return to?.origin === from.origin ? to : undefined;
}
