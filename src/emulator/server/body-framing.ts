import type { IncomingMessage } from 'node:http';

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
