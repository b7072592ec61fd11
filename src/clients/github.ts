import type { getOctokit } from '@actions/github';
import { createFetch } from './github-fetch.ts';
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
 * need it. It is given a fetch over our pool: another one would not know our dispatcher, and the toolkit's would read
 * the proxies a second time (deploy-actions E5.15).
 */
export async function createGitHub(options: GitHubOptions): Promise<GitHub> {
  const { token, apiUrl, transport, timeoutMs = 30_000 } = options;
  const [{ getOctokit }, dispatcher] = await Promise.all([import('@actions/github'), transport.dispatcher()]);
  const quiet = () => {};
  return getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: createFetch(dispatcher, timeoutMs) },
    // Its own log goes straight to the console, past the redactor.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}
