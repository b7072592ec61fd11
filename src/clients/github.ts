import type { getOctokit } from '@actions/github';
import type { Transport } from './transport.ts';
import { USER_AGENT } from './user-agent.ts';

export type GitHub = ReturnType<typeof getOctokit>;

export interface GitHubOptions {
  token: string;
  /** The REST API's address: GITHUB_API_URL of the run. */
  apiUrl: string;
  /** Lends its connections, so that GitHub is reached through the same proxies. */
  transport: Pick<Transport, 'dispatcher'>;
  /** Limit of one request, in real milliseconds. */
  timeoutMs?: number;
}

/**
 * GitHub's client, loaded when the first GitHub call is due: it is most of the bundle, and most runs that fail never
 * need it. It is given undici's own fetch with our pool: another fetch would not know our dispatcher, and the
 * toolkit's would read the proxies a second time (deploy-actions E5.15).
 */
export async function createGitHub(options: GitHubOptions): Promise<GitHub> {
  const { token, apiUrl, transport, timeoutMs = 30_000 } = options;
  const [{ getOctokit }, { fetch }, dispatcher] = await Promise.all([
    import('@actions/github'),
    // Not the package root, which loads WebSocket, mocks and caches as well (see dispatcher.ts).
    import('undici/lib/web/fetch/index.js'),
    transport.dispatcher(),
  ]);
  const pooled: typeof fetch = (url, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return fetch(url, { ...init, signal, dispatcher });
  };
  const quiet = () => {};
  return getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: pooled },
    // Its own log goes straight to the console, past the redactor.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}
