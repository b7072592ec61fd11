/** The credentials of a request: the sandbox's own token, or anything else. */
export type Credentials = 'right' | 'none' | 'wrong' | 'of-another' | 'bearer' | 'twice';

/** What the upstreams may have seen afterwards. `ours` = exactly one request, with exactly one credential: the rule's. */
export type Upstream = 'nothing' | 'clean' | 'ours' | 'key';

/** What comes back: a status, the end of the connection without one, or an alert in the handshake. */
export type Outcome = number | 'closed' | 'alert';

/** One attack: bytes in, and the required outcome. */
export interface Attack {
  title: string;
  /** The tunnel that is asked for first; absent: the bytes go to the proxy's port as they are. */
  connect?: string;
  credentials?: Credentials;
  /** The server name in the handshake; null: none. Absent: the tunnel's host. */
  sni?: string | null;
  alpn?: string[];
  /** The tunnel is used in clear. */
  clear?: true;
  /** Sent in the tunnel, or to the port: latin1. `{auth}` becomes the right credentials' line. */
  send: string;
  /** Any of these. A tunnel that is refused counts as the answer. */
  answer: Outcome | Outcome[];
  upstream: Upstream;
  /** The connection ends after the answer. */
  closes?: true;
  /** Not even a name was looked up. */
  silent?: true;
  /** The upstream's request line must be this, byte for byte. */
  line?: string;
}

/** A request's bytes: names and values exactly as given. */
export const request = (line: string, ...fields: string[]): string => [line, ...fields, '', ''].join('\r\n');

/** A GET of the rule's host in its tunnel. */
export const get = (target: string, ...fields: string[]): string =>
  request(`GET ${target} HTTP/1.1`, 'Host: api.test', ...fields);

/** A POST of the rule's host with these framing fields and this body. */
export const post = (fields: string[], body: string): string =>
  `${request('POST /repos/x HTTP/1.1', 'Host: api.test', ...fields)}${body}`;

/** A tunnel to the rule's host and one request in it. */
export const inside = (
  title: string,
  send: string,
  answer: Attack['answer'],
  upstream: Upstream = 'nothing',
  more: Partial<Attack> = {},
): Attack => ({ title, connect: 'api.test:443', send, answer, upstream, ...more });

/** Bytes to the proxy's own port. */
export const outside = (
  title: string,
  send: string,
  answer: Attack['answer'],
  upstream: Upstream = 'nothing',
  more: Partial<Attack> = {},
): Attack => ({ title, send, answer, upstream, ...more });

/** Only requests the tunnel, which must not open. */
export const tunnel = (connect: string, answer: Attack['answer'], more: Partial<Attack> = {}): Attack => ({
  title: `CONNECT ${JSON.stringify(connect)}`,
  connect,
  send: request('GET /repos/x HTTP/1.1', 'Host: api.test'),
  answer,
  upstream: 'nothing',
  ...more,
});

/** Waits until an expectation holds; throws its last failure when it does not within `ms`. */
export async function eventually(expectation: () => void | Promise<void>, ms = 10_000): Promise<void> {
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
