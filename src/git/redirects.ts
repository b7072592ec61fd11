import { openDispatcher } from '../clients/dispatcher.ts';
import { exchange } from '../clients/exchange.ts';
import { proxySettings } from '../clients/network-environment.ts';

/** Result of checking whether a git server redirects requests for a repository. */
export type GitRedirect =
  /** The server sends no redirect, or does not respond. */
  | { kind: 'none' }
  /** The repository has moved to another address on the same origin. */
  | { kind: 'moved'; address: string }
  /**
   * The target of the redirect is another server or not a repository. `reason` is a phrase that follows "the server".
   */
  | { kind: 'refused'; reason: string };

/** Requests a URL without following a redirect. Returns `undefined` if no response arrived. */
type RequestHead = (url: URL) => Promise<{ status: number; location: string | undefined } | undefined>;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 10_000;
/**
 * Maximum number of bytes that are read of a response's body, because only the status and the `Location` header are
 * needed.
 */
const MAX_BODY_BYTES = 64 * 1024;
/** Path of the first request that git sends for a fetch. */
const DISCOVERY_PATH = '/info/refs';
const DISCOVERY_QUERY = '?service=git-upload-pack';

/**
 * Finds the target of a git server's redirect for a repository. `address` is the http(s) URL of the repository, without
 * credentials. Accepts a redirect within the same origin (a renamed repository), and refuses any other redirect. Git
 * must not follow redirects itself, because git would send the `Authorization` header to the new host.
 */
export async function findRedirect(address: string, request: RequestHead): Promise<GitRedirect> {
  const { origin } = new URL(address);
  let current = address.replace(/(?<!\/)\/+$/, '');
  for (let followed = 0; ; followed += 1) {
    const response = await request(new URL(`${current}${DISCOVERY_PATH}${DISCOVERY_QUERY}`));
    if (response === undefined || !REDIRECT_STATUSES.has(response.status)) break;
    if (followed === MAX_REDIRECTS) {
      return { kind: 'refused', reason: `redirects more than ${MAX_REDIRECTS} times` };
    }
    const target = URL.parse(response.location ?? '', `${current}${DISCOVERY_PATH}`);
    if (response.location === undefined || target === null) {
      return { kind: 'refused', reason: `responds with ${response.status} without a usable Location header` };
    }
    if (target.origin !== origin || target.username !== '' || target.password !== '') {
      return { kind: 'refused', reason: `redirects to ${target.origin}, which is another origin` };
    }
    if (!target.pathname.endsWith(DISCOVERY_PATH) || target.search !== DISCOVERY_QUERY) {
      return { kind: 'refused', reason: 'redirects to a page that is not a Git repository' };
    }
    current = `${target.origin}${target.pathname.slice(0, -DISCOVERY_PATH.length)}`;
  }
  return current === address.replace(/(?<!\/)\/+$/, '')
    ? { kind: 'none' }
    : { kind: 'moved', address: current };
}

/**
 * Finds a redirect with requests from this process to the origin of `address`. `authorization` is the value of the
 * `Authorization` header, and `env` configures the proxy. Rejects only with the signal's reason if `signal` aborts.
 */
export async function requestRedirect(
  { address, authorization }: { address: string; authorization: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<GitRedirect> {
  const dispatcher = await openDispatcher({ proxies: proxySettings(env), connectTimeoutMs: TIMEOUT_MS });
  try {
    return await findRedirect(address, async (url) => {
      const result = await exchange(dispatcher, {
        method: 'GET',
        url,
        headers: { accept: '*/*', ...(authorization !== undefined && { authorization }) },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BODY_BYTES,
        signal,
      });
      return result.kind === 'answer' ? result.answer : undefined;
    });
  } finally {
    await dispatcher.destroy();
  }
}
