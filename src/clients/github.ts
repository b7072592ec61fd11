import type { getOctokit } from '@actions/github';
import { oneLine } from './problem.ts';
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

/** What a failed GitHub call comes down to, for one warning: status, GitHub's words, and the permission it names. */
export interface GitHubFailure {
  status: number | null;
  /** Redacted, one line. */
  message: string;
  /** Lines to add under `permissions:`, such as `pull-requests: write`: all are needed. Empty when GitHub named none. */
  permissions: string[];
}

/** Reads any error of a GitHub call; shows no header and no body. */
export function readGitHubFailure(error: unknown, redact: (text: string) => string): GitHubFailure {
  const message = error instanceof Error ? error.message : 'unknown error';
  return {
    status: numberAt(error, 'status'),
    message: oneLine(redact(message)),
    permissions: permissionsNeeded(error),
  };
}

/**
 * From the header `X-Accepted-GitHub-Permissions` of a refusal: in `contents=write,workflows=write; administration=write`
 * the semicolon parts choices, of which one is enough, and the comma what a choice needs together.
 */
function permissionsNeeded(error: unknown): string[] {
  const header = fieldAt(fieldAt(fieldAt(error, 'response'), 'headers'), 'x-accepted-github-permissions');
  if (typeof header !== 'string') return [];
  const [first = ''] = header.split(';');
  return Array.from(
    first.matchAll(/([a-z_]+)=([a-z]+)/g),
    ([, name = '', level = '']) => `${name.replaceAll('_', '-')}: ${level}`,
  );
}

function fieldAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function numberAt(value: unknown, key: string): number | null {
  const field = fieldAt(value, key);
  return typeof field === 'number' ? field : null;
}
