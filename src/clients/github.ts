import type { getOctokit } from '@actions/github';
import type { Dispatcher } from 'undici';
import { type AttemptResult, exchange, type WireRequest } from './exchange.ts';
import type { Transport } from './transport.ts';
import { USER_AGENT } from './headers.ts';

export type GitHub = ReturnType<typeof getOctokit>;

export interface GitHubOptions {
  token: string;
  /** URL of the REST API: GITHUB_API_URL of the run. */
  apiUrl: string;
  /** Provides the connections, so that GitHub is reached through the same proxies. */
  transport: Pick<Transport, 'dispatcher'>;
  /** Time limit of one request, in real milliseconds. */
  timeoutMs?: number;
}

/**
 * Creates GitHub's client, which is loaded on the first GitHub call: it is most of the bundle, and most runs that
 * fail never need it. It uses a fetch over our pool, because another fetch would not use our dispatcher, and the
 * toolkit's would read the proxy variables separately.
 */
export async function createGitHub(options: GitHubOptions): Promise<GitHub> {
  const { token, apiUrl, transport, timeoutMs = 30_000 } = options;
  const [{ getOctokit }, dispatcher] = await Promise.all([import('@actions/github'), transport.dispatcher()]);
  const quiet = () => {};
  return getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: createFetch(dispatcher, timeoutMs) },
    // Its own log would bypass the redactor.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Options of GitHub's client for a request. */
interface FetchInit {
  method?: WireRequest['method'];
  headers?: Record<string, string>;
  body?: string | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/** Maximum size of a response in bytes; far more than a page of a hundred objects of any kind. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum number of redirects, for a repository that was renamed several times. */
const MAX_REDIRECTS = 5;
const BODILESS: readonly number[] = [204, 205, 304];

/**
 * Implements the part of `fetch` that GitHub's client needs, over our pool: JSON in both directions, and redirects
 * within GitHub for renamed repositories. undici's own fetch is a tenth of the whole bundle. Rejects like fetch: with
 * the signal's reason, or a TypeError with a cause.
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

/** Returns the target of an allowed redirect: never another origin, because the token is sent along. */
function follow(
  from: URL,
  method: WireRequest['method'],
  { status, location }: { status: number; location: string | undefined },
): URL | undefined {
  const repeats = [307, 308].includes(status) || ([301, 302].includes(status) && method === 'GET');
  const to = repeats && location !== undefined ? URL.parse(location, from.href) : null;
  return to?.origin === from.origin ? to : undefined;
}
