import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';

/** Credentials of a request: the sandbox's own token, or something else. */
export type Credentials = 'right' | 'none' | 'wrong' | 'of-another' | 'bearer' | 'twice';

/**
 * Requests that reached the upstreams. `ours` means exactly one request with exactly one credential: the credential of
 * the rule.
 */
export type Upstream = 'nothing' | 'clean' | 'ours' | 'key';

/** Outcome for the client: a status, a closed connection without one, or a TLS alert in the handshake. */
export type Outcome = number | 'closed' | 'alert';

/** An attack: the bytes to send and the required outcome. */
export interface Attack {
  title: string;
  /** Target of the tunnel to request first. If absent, the bytes are sent directly to the proxy's port. */
  connect?: string;
  credentials?: Credentials;
  /** Server name in the handshake; null for none. Defaults to the tunnel's host. */
  sni?: string | null;
  alpn?: string[];
  /** Set to use the tunnel without TLS. */
  clear?: true;
  /**
   * Text to send in the tunnel or to the port, in Latin-1. `{auth}` is replaced by the line with the right
   * credentials.
   */
  send: string;
  /** Allowed outcomes. A refused tunnel counts as the response. */
  answer: Outcome | Outcome[];
  upstream: Upstream;
  /** Set if the connection must close after the response. */
  closes?: true;
  /** Set if the proxy must not resolve any name. */
  silent?: true;
  /** Required request line at the upstream, byte for byte. */
  line?: string;
}

/** Returns the bytes of a request with exactly these names and values. */
export const request = (line: string, ...fields: string[]): string => [line, ...fields, '', ''].join('\r\n');

/** Returns a GET request for the rule's host. */
export const get = (target: string, ...fields: string[]): string =>
  request(`GET ${target} HTTP/1.1`, 'Host: api.test', ...fields);

/** Returns a POST request for the rule's host with these framing headers and this body. */
export const post = (fields: string[], body: string): string =>
  `${request('POST /repos/x HTTP/1.1', 'Host: api.test', ...fields)}${body}`;

/** An attack with one request in a tunnel to the rule's host. */
export const inside = (
  title: string,
  send: string,
  answer: Attack['answer'],
  upstream: Upstream = 'nothing',
  more: Partial<Attack> = {},
): Attack => ({ title, connect: 'api.test:443', send, answer, upstream, ...more });

/** An attack with bytes to the proxy's port. */
export const outside = (
  title: string,
  send: string,
  answer: Attack['answer'],
  upstream: Upstream = 'nothing',
  more: Partial<Attack> = {},
): Attack => ({ title, send, answer, upstream, ...more });

/** An attack that requests a tunnel. The proxy must refuse it. */
export const tunnel = (connect: string, answer: Attack['answer'], more: Partial<Attack> = {}): Attack => ({
  title: `CONNECT ${JSON.stringify(connect)}`,
  connect,
  send: request('GET /repos/x HTTP/1.1', 'Host: api.test'),
  answer,
  upstream: 'nothing',
  ...more,
});

/** Waits until an expectation holds. After `ms` milliseconds, throws its last error. */
export async function eventually(expectation: () => void | Promise<void>, ms = WAIT_LIMIT_MS): Promise<void> {
  const deadline = Date.now() + ms;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
