/**
 * Responses of the proxy for requests that it does not forward: status, error type and sentence. All are constants
 * and never repeat data from a client or upstream.
 */
export const REFUSALS = {
  'ambiguous-request': [400, 'http_request_error', 'the request can be read in two ways'],
  'bad-authority': [400, 'http_request_error', 'the host and port of the request are not well formed'],
  'bad-target': [
    400,
    'http_request_error',
    'this is no target for this proxy: send http:// URLs whole, use CONNECT for https, and in a tunnel send the path',
  ],
  'ambiguous-path': [400, 'http_request_error', 'the path of the request can be read in two ways'],
  'upgrade-refused': [400, 'http_upgrade_failed', 'only an upgrade to websocket is forwarded'],
  denied: [403, 'http_request_denied', 'this sandbox may not reach that host and port'],
  'plaintext-credential-refused': [
    403,
    'http_request_denied',
    'a secret would go out unencrypted: ask for the https URL',
  ],
  'address-refused': [
    403,
    'destination_ip_prohibited',
    'every address of that host is private, local or reserved',
  ],
  'method-not-allowed': [405, 'http_request_denied', 'this method echoes headers and is not forwarded'],
  'token-missing': [407, 'http_request_denied', 'the proxy wants the token of the sandbox'],
  'token-wrong': [407, 'http_request_denied', 'the token and the name of the sandbox do not belong together'],
  'request-timeout': [408, 'http_request_error', 'the head of the request did not come in time'],
  'expectation-refused': [417, 'http_request_error', 'only Expect: 100-continue is known'],
  misdirected: [421, 'http_request_error', 'Host names another authority than the connection was opened for'],
  'head-too-large': [431, 'http_request_error', 'the headers of the request are larger than 32 KiB'],
  'upstream-unresolved': [502, 'dns_error', 'the name of that host was not found'],
  'upstream-unreachable': [502, 'connection_refused', 'no connection to that host could be made'],
  'upstream-certificate': [502, 'tls_certificate_error', 'the certificate of that host is not trusted'],
  'upstream-tls': [502, 'tls_protocol_error', 'that host does not speak TLS 1.2 or later with this proxy'],
  'upstream-broken': [502, 'connection_terminated', 'that host ended the connection without a whole answer'],
  'upstream-answer': [502, 'http_protocol_error', 'that host answered something that is not HTTP'],
  'upstream-proxy': [502, 'connection_refused', 'the proxy in front of this one did not open the connection'],
  'not-configured': [503, 'proxy_configuration_error', 'this sandbox has no configuration at present'],
  'no-certificate': [503, 'proxy_internal_error', 'no certificate could be made for that host'],
  'too-many-connections': [503, 'connection_limit_reached', 'this sandbox has too many connections open'],
  'internal-error': [503, 'proxy_internal_error', 'the proxy failed and forwarded nothing'],
  'upstream-connect-timeout': [504, 'connection_timeout', 'that host did not answer the connection in time'],
  'upstream-timeout': [504, 'http_response_timeout', 'that host did not answer in time'],
} as const;

export type RefusalReason = keyof typeof REFUSALS;

interface RefusalAnswer {
  status: number;
  /** Alternating names and values. */
  headers: string[];
  body: string;
}

/**
 * Returns the response for a refusal. The connection then closes, except after 407, because clients then retry with
 * their token.
 */
export function refusalAnswer(reason: RefusalReason): RefusalAnswer {
  const [status, error, sentence] = REFUSALS[reason];
  const body = `credential proxy: ${sentence} (${reason})\n`;
  const headers = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    `${Buffer.byteLength(body)}`,
    'Proxy-Status',
    `agent-deploy; error=${error}; details="${reason}"`,
  ];
  if (status === 407) headers.push('Proxy-Authenticate', 'Basic realm="sandbox"');
  if (status === 405) headers.push('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  headers.push('Connection', status === 407 ? 'keep-alive' : 'close');
  return { status, headers, body };
}

const STATUS_TEXT: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  431: 'Request Header Fields Too Large',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * Returns the bytes of a refusal, for cases without a `ServerResponse`: CONNECT, upgrades, and requests that could
 * not be parsed.
 */
export function refusalBytes(reason: RefusalReason): string {
  const { status, headers, body } = refusalAnswer(reason);
  const lines = [`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ''}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Thrown to refuse a request. */
export class RefusalError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(REFUSALS[reason][2], options);
    this.name = 'RefusalError';
    this.reason = reason;
  }
}
