import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';

/** Credentials of a request: the sandbox's own token, or other credentials. */
export type Credentials = 'right' | 'none' | 'wrong' | 'of-another' | 'bearer' | 'twice';

/**
 * Requests that reached the upstreams. `ours` means exactly one request with exactly one credential: the credential of
 * the rule.
 */
export type Upstream = 'nothing' | 'clean' | 'ours' | 'key';

/** Outcome for the client: a status, a closed connection without a status, or a TLS alert in the handshake. */
export type Outcome = number | 'closed' | 'alert';

/** An attack: the bytes to send and the required outcome. */
export interface Attack {
  title: string;
  /**
   * Target of the tunnel that is requested first. Without a target, the bytes are sent directly to the proxy's port.
   */
  connect?: string;
  credentials?: Credentials;
  /** Server name in the handshake, by default the tunnel's host, or null for none. */
  sni?: string | null;
  alpn?: string[];
  /** Set to use the tunnel without TLS. */
  clear?: true;
  /**
   * String to send in the tunnel or to the port, in Latin-1. `{auth}` is replaced with the line with the correct
   * credentials.
   */
  send: string;
  /** Permitted outcomes. The refusal of a tunnel counts as a response. */
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

/** Returns an attack with one request in a tunnel to the rule's host. */
export const inside = (
  title: string,
  send: string,
  answer: Attack['answer'],
  upstream: Upstream = 'nothing',
  more: Partial<Attack> = {},
): Attack => ({ title, connect: 'api.test:443', send, answer, upstream, ...more });

/** Returns an attack with bytes to the proxy's port. */
export const outside = (
  title: string,
  send: string,
  answer: Attack['answer'],
  upstream: Upstream = 'nothing',
  more: Partial<Attack> = {},
): Attack => ({ title, send, answer, upstream, ...more });

/** Returns an attack that requests a tunnel, which the proxy must refuse. */
export const tunnel = (connect: string, answer: Attack['answer'], more: Partial<Attack> = {}): Attack => ({
  title: `CONNECT ${JSON.stringify(connect)}`,
  connect,
  send: request('GET /repos/x HTTP/1.1', 'Host: api.test'),
  answer,
  upstream: 'nothing',
  ...more,
});

/** Waits until an expectation holds, and throws its last error after `ms` milliseconds. */
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
