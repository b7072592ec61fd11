/**
 * Responses for requests that the proxy does not forward: status, error type and sentence. The responses are constants
 * that never repeat data from a client or upstream.
 */
export const REFUSALS = {
  'ambiguous-request': [400, 'http_request_error', 'the request is ambiguous'],
  'bad-authority': [400, 'http_request_error', 'the host or port of the request is invalid'],
  'bad-target': [
    400,
    'http_request_error',
    'the target is not valid for this proxy: send complete http:// URLs, use CONNECT for https, and send only the path within a tunnel',
  ],
  'ambiguous-path': [400, 'http_request_error', 'the path of the request is ambiguous'],
  'unsignable-target': [
    400,
    'http_request_error',
    'the path or query cannot be signed for AWS: escape + and other special characters, and send no dot segments, no parameters without a name, and no parameter of S3 twice',
  ],
  'unsignable-header': [
    400,
    'http_request_error',
    'a header cannot be signed for AWS: send only visible ASCII characters and spaces in X-Amz-*, Content-Type and Content-MD5, and X-Amz-Content-Sha256 only once',
  ],
  'signed-chunks': [
    400,
    'http_request_error',
    'the chunks of the body have their own signatures, which the proxy cannot replace: configure the client to sign the body as a whole, or for S3 over https not to sign the body',
  ],
  'upgrade-refused': [400, 'http_upgrade_failed', 'only upgrades to websocket are forwarded'],
  denied: [403, 'http_request_denied', 'this sandbox may not reach that host and port'],
  'plaintext-credential-refused': [
    403,
    'http_request_denied',
    'a secret would be sent unencrypted: use the https URL',
  ],
  'budget-used-up': [
    403,
    'http_request_denied',
    'the rule for this request has no uses left: ask the owner of the configuration for more uses',
  ],
  'rule-expired': [
    403,
    'http_request_denied',
    'the rule for this request has expired: ask the owner of the configuration to extend the time',
  ],
  'signing-scope-unknown': [
    403,
    'http_request_denied',
    'the host name does not contain the region and service of AWS, or contains another region than the rule: specify region and service in the rule',
  ],
  'placeholder-refused': [
    403,
    'http_request_denied',
    'the request contains a placeholder that no rule replaces there: send it only to the hosts and in the places of its rule',
  ],
  'address-refused': [
    403,
    'destination_ip_prohibited',
    'every address of that host is private, local or reserved',
  ],
  'method-not-allowed': [405, 'http_request_denied', 'this method echoes headers and is not forwarded'],
  'token-missing': [407, 'http_request_denied', 'the proxy requires the token of the sandbox'],
  'token-wrong': [407, 'http_request_denied', 'the token does not match the name of the sandbox'],
  'request-timeout': [408, 'http_request_error', 'the head of the request did not arrive in time'],
  'body-too-large': [
    413,
    'http_request_error',
    'the body is larger than 8 MiB, so placeholders in it cannot be replaced',
  ],
  'signed-body-too-large': [
    413,
    'http_request_error',
    'the body is larger than 32 MiB, so the request cannot be signed: for S3, send X-Amz-Content-Sha256 with the hash of the body or UNSIGNED-PAYLOAD',
  ],
  'body-encoded': [
    415,
    'http_request_error',
    'the body has a Content-Encoding, so placeholders in it cannot be replaced: send the body uncompressed',
  ],
  'expectation-refused': [417, 'http_request_error', 'only Expect: 100-continue is supported'],
  misdirected: [421, 'http_request_error', 'the Host header specifies another authority than the connection'],
  'head-too-large': [
    431,
    'http_request_error',
    'the request has more than 32 KiB of headers, or its placeholders add more than 64 KiB',
  ],
  'upstream-unresolved': [502, 'dns_error', 'the name of that host could not be resolved'],
  'upstream-unreachable': [502, 'connection_refused', 'the connection to that host could not be opened'],
  'upstream-certificate': [502, 'tls_certificate_error', 'the certificate of that host is not trusted'],
  'upstream-tls': [502, 'tls_protocol_error', 'that host does not support TLS 1.2 or later with this proxy'],
  'upstream-broken': [
    502,
    'connection_terminated',
    'that host closed the connection before the response was complete',
  ],
  'upstream-answer': [502, 'http_protocol_error', 'that host sent an invalid HTTP response'],
  'upstream-proxy': [502, 'connection_refused', 'the upstream proxy did not open the connection'],
  'not-configured': [503, 'proxy_configuration_error', 'this sandbox currently has no configuration'],
  'no-certificate': [503, 'proxy_internal_error', 'no certificate could be created for that host'],
  'too-many-connections': [503, 'connection_limit_reached', 'this sandbox has too many connections open'],
  'too-much-body': [
    503,
    'proxy_internal_limit_reached',
    'the proxy must read this body completely and has no memory left for it: send fewer large bodies at a time, or try again later',
  ],
  'internal-error': [503, 'proxy_internal_error', 'the proxy failed and forwarded nothing'],
  'upstream-connect-timeout': [504, 'connection_timeout', 'that host did not accept the connection in time'],
  'upstream-timeout': [504, 'http_response_timeout', 'that host did not respond in time'],
} as const;

export type RefusalReason = keyof typeof REFUSALS;

interface RefusalAnswer {
  status: number;
  /** Alternating names and values of headers. */
  headers: string[];
  body: string;
}

/**
 * Returns the response for a refusal. After a refusal, the connection closes, except after 407, because clients retry
 * with their token on the same connection.
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
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  431: 'Request Header Fields Too Large',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns a refusal as bytes, for cases without a `ServerResponse`: CONNECT, upgrades and unparsable requests. */
export function refusalBytes(reason: RefusalReason): string {
  const { status, headers, body } = refusalAnswer(reason);
  const lines = [`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ''}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Thrown when a request must be refused. */
export class RefusalError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(REFUSALS[reason][2], options);
    this.name = 'RefusalError';
    this.reason = reason;
  }
}
