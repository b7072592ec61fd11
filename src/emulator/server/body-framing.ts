import type { IncomingMessage } from 'node:http';

/** What concerns one connection alone (RFC 9110, section 7.6.1), lower case; the proxy's too, and `expect`, which was answered. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Tells which headers (lower case) of a message are not passed on: those of any hop, and those its `Connection` names. */
export function hopByHopOf({ headers }: Pick<IncomingMessage, 'headers'>): (name: string) => boolean {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  return (name) => HOP_BY_HOP.has(name) || named.has(name);
}

/**
 * What has to be said of a body that is passed on besides its `content-length`, when that goes along (`keepsLength`).
 * Unsaid, the body of a GET or a DELETE that came in chunks would stand behind the headers as if it were a request.
 */
export function bodyFraming(
  { headers }: Pick<IncomingMessage, 'headers'>,
  keepsLength: boolean,
): { 'transfer-encoding'?: 'chunked' } {
  const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return hasBody && !keepsLength ? { 'transfer-encoding': 'chunked' } : {};
}
