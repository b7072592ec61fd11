/** What a request says of whose it is. */
export type ProxyCredentials =
  | { kind: 'none' }
  | { kind: 'malformed' }
  | { kind: 'claim'; sandboxId: string; token: string };

const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;

/**
 * Reads `Proxy-Authorization: Basic base64(sbx-<id>:<token>)` (facts D.2) from a request's raw headers, name and value in turn. Two of them
 * are malformed: it could not be said which one counts.
 */
export function parseProxyCredentials(rawHeaders: readonly string[]): ProxyCredentials {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length !== 19 || rawHeaders[i]?.toLowerCase() !== 'proxy-authorization') continue;
    if (value !== undefined) return { kind: 'malformed' };
    value = rawHeaders[i + 1];
  }
  if (value === undefined) return { kind: 'none' };
  const encoded = BASIC.exec(value)?.[1];
  if (encoded === undefined) return { kind: 'malformed' };
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  if (!text.startsWith('sbx-') || colon === -1) return { kind: 'malformed' };
  return { kind: 'claim', sandboxId: text.slice(4, colon), token: text.slice(colon + 1) };
}
