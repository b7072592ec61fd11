import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A webhook whose host is resolved already. */
export interface PinnedRequest {
  url: string;
  /** Body as JSON. */
  text: string;
  headers: Readonly<Record<string, string>>;
  /** The only addresses to which the request connects. */
  addresses: readonly string[];
  signal: AbortSignal;
  /** Called with the beginning of the response's body. */
  onText?: ((text: string) => void) | undefined;
}

/**
 * Sends a webhook to the first given address that accepts a connection, and returns the status of the response. Does not look up the host
 * again, and does not follow redirects. Rejects if no response arrives.
 */
export async function postPinned({
  url,
  text,
  headers,
  addresses,
  signal,
  onText,
}: PinnedRequest): Promise<number> {
  const { protocol, hostname } = new URL(url);
  if (addresses.length === 0) throw new Error(`the host ${hostname} was not found`);
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, options, done) => {
    const [first] = found;
    if (options.all === true) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
  const request = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<number>((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        lookup,
        signal,
        // Every webhook has its own connection, because a pooled connection could lead to another address.
        agent: false,
      },
      (response) => {
        const status = response.statusCode ?? 0;
        const end = () => {
          resolve(status);
          response.destroy();
        };
        // Only the beginning of the body is read, because the receiver might send a body without an end.
        response.once('data', (data: Buffer) => {
          onText?.(data.toString());
          end();
        });
        response.once('end', end);
        response.once('error', end);
      },
    );
    sent.once('error', reject);
    sent.end(text);
  });
}
