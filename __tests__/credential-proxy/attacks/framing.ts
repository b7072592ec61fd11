import { type Attack, get, inside, post, request } from './attack.ts';

const EVIL = 'GET /repos/evil HTTP/1.1\r\nHost: api.test\r\n\r\n';
const chunked = (size: string, body: string): string =>
  post(['Transfer-Encoding: chunked'], `${size}\r\n${body}\r\n0\r\n\r\n`);

/**
 * Requests whose end two parsers may determine differently. Each request is refused, the connection is closed, and no
 * complete request reaches the upstream.
 */
const ambiguous: [title: string, send: string][] = [
  [
    'Content-Length and Transfer-Encoding',
    post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ],
  [
    'Transfer-Encoding and Content-Length',
    post(['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'),
  ],
  ['two lengths that differ', post(['Content-Length: 3', 'Content-Length: 4'], 'abcd')],
  ['two lengths that agree', post(['Content-Length: 4', 'Content-Length: 4'], 'abcd')],
  ['a list of lengths', post(['Content-Length: 4, 4'], 'abcd')],
  ['a length with a sign', post(['Content-Length: +4'], 'abcd')],
  ['a negative length', post(['Content-Length: -1'], 'abcd')],
  ['a hexadecimal length', post(['Content-Length: 0x4'], 'abcd')],
  ['an empty length', post(['Content-Length: '], 'abcd')],
  ['a length that is too large', post([`Content-Length: ${'9'.repeat(30)}`], 'abcd')],
  ['Transfer-Encoding: xchunked', post(['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
  ['Transfer-Encoding: identity', post(['Transfer-Encoding: identity'], '0\r\n\r\n')],
  ['Transfer-Encoding: chunked, identity', post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n')],
  ['Transfer-Encoding: identity, chunked', post(['Transfer-Encoding: identity, chunked'], '0\r\n\r\n')],
  ['Transfer-Encoding: gzip, chunked', post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
  [
    'Transfer-Encoding twice',
    post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ],
  [
    'Transfer-Encoding twice, the second with an unknown value',
    post(['Transfer-Encoding: chunked', 'Transfer-encoding: cow'], '0\r\n\r\n'),
  ],
  ['Transfer-Encoding with vertical tab', post(['Transfer-Encoding: \x0bchunked'], '0\r\n\r\n')],
  ['a quoted Transfer-Encoding', post(['Transfer-Encoding: "chunked"'], '0\r\n\r\n')],
  [
    'Transfer_Encoding with a Content-Length',
    post(['Content-Length: 4', 'Transfer_Encoding: chunked'], 'abcd'),
  ],
  ['Content_Length with chunks', post(['Transfer-Encoding: chunked', 'Content_Length: 4'], '0\r\n\r\n')],
  ['a blank before the colon', post(['Content-Length : 4'], 'abcd')],
  ['a tab before the colon', post(['Transfer-Encoding\t: chunked'], '0\r\n\r\n')],
  ['a folded line', get('/repos/x', 'X-A: a', ' b')],
  ['a folded Transfer-Encoding', post(['Transfer-Encoding:', ' chunked'], '0\r\n\r\n')],
  ['a first line that is folded', 'GET /repos/x HTTP/1.1\r\n Host: api.test\r\n\r\n'],
  ['bare line feeds', 'GET /repos/x HTTP/1.1\nHost: api.test\n\n'],
  ['one bare line feed', 'GET /repos/x HTTP/1.1\r\nHost: api.test\nX-A: b\r\n\r\n'],
  ['a carriage return in a value', get('/repos/x', 'X-A: a\rb')],
  ['a carriage return that hides a header', get('/repos/x', `X-A: a\rTransfer-Encoding: chunked`)],
  ['NUL in a value', get('/repos/x', 'X-A: a\0b')],
  ['NUL in a name', get('/repos/x', 'X-\0A: a')],
  ['DEL in a value', get('/repos/x', 'X-A: a\x7fb')],
  ['a blank in a name', get('/repos/x', 'X A: a')],
  ['a header without a colon', get('/repos/x', 'Nothing')],
  ['a header without a name', get('/repos/x', ': a')],
  ['a header name with a non-ASCII character', get('/repos/x', 'X-\xe9: a')],
  ['a chunk size with a sign', chunked('+4', 'abcd')],
  ['a chunk size with 0x', chunked('0x4', 'abcd')],
  ['a chunk size with a blank before it', chunked(' 4', 'abcd')],
  ['a chunk size that is not a number', chunked('zz', 'abcd')],
  ['a chunk size that is too large', chunked('ffffffffffffffffffff', 'abcd')],
  ['a chunk longer than its size', chunked('2', 'abcd')],
  ['a chunk size that ends with a line feed', post(['Transfer-Encoding: chunked'], '4\nabcd\r\n0\r\n\r\n')],
  [
    'a chunk extension with a line feed',
    post(['Transfer-Encoding: chunked'], `4;a=\nb\r\nabcd\r\n0\r\n\r\n`),
  ],
  ['chunks without their last line feed', post(['Transfer-Encoding: chunked'], '0\r\n\rX')],
  ['HTTP/0.9', 'GET /repos/x\r\n\r\n'],
  ['HTTP/1.2', request('GET /repos/x HTTP/1.2', 'Host: api.test')],
  ['HTTP/2.0', request('GET /repos/x HTTP/2.0', 'Host: api.test')],
  ['http/1.1 in lower case', request('GET /repos/x http/1.1', 'Host: api.test')],
  ['the preface of HTTP/2 in the tunnel', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['get in lower case', request('get /repos/x HTTP/1.1', 'Host: api.test')],
  ['an unknown method', request('G@T /repos/x HTTP/1.1', 'Host: api.test')],
  [
    'Upgrade: h2c',
    get('/repos/x', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  ],
  ['Upgrade: websocket, h2c', get('/repos/x', 'Connection: Upgrade', 'Upgrade: websocket, h2c')],
  ['Upgrade: TLS/1.0', get('/repos/x', 'Connection: Upgrade', 'Upgrade: TLS/1.0')],
  [
    'a websocket with a body',
    get('/repos/x', 'Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 4') + 'abcd',
  ],
  [
    'Content-Length in Connection',
    post(['Connection: Content-Length', `Content-Length: ${EVIL.length}`], EVIL),
  ],
  [
    'Transfer-Encoding in Connection',
    post(['Connection: Transfer-Encoding', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ],
  ['Host in Connection', get('/repos/x', 'Connection: host')],
];

export const FRAMING: Attack[] = [
  ...ambiguous.map(([title, send]) =>
    inside(title, send, [400, 405, 501, 505, 'closed'], 'nothing', { closes: true }),
  ),
  inside('a request inside a body', post([`Content-Length: ${EVIL.length}`], EVIL), 200, 'ours'),
  inside(
    'a request inside the chunks',
    post(['Transfer-Encoding: chunked'], `${EVIL.length.toString(16)}\r\n${EVIL}\r\n0\r\n\r\n`),
    200,
    'ours',
  ),
  inside(
    'a GET with a body that is a request',
    `${get('/repos/x', `Content-Length: ${EVIL.length}`)}${EVIL}`,
    [200, 400],
    'ours',
  ),
  inside(
    'chunk extensions are dropped',
    post(['Transfer-Encoding: chunked'], '4;a=b\r\nabcd\r\n0\r\n\r\n'),
    200,
    'ours',
  ),
  inside(
    'credentials in a trailer are dropped',
    post(
      ['Transfer-Encoding: chunked', 'Trailer: Authorization'],
      '4\r\nabcd\r\n0\r\nAuthorization: Bearer mine\r\nX-Api-Key: mine\r\n\r\n',
    ),
    [200, 400],
    'ours',
  ),
  inside('an empty line before the request', `\r\n${get('/repos/x')}`, 200, 'ours'),
  inside(
    'HTTP/1.0 with a Host header',
    request('GET /repos/x HTTP/1.0', 'Host: api.test'),
    [200, 400, 505],
    'ours',
    {
      closes: true,
    },
  ),
  inside('TRACE', request('TRACE /repos/x HTTP/1.1', 'Host: api.test'), 405),
  inside('TRACK', request('TRACK /repos/x HTTP/1.1', 'Host: api.test'), [400, 405]),
  inside('TRACE of a path without a rule', request('TRACE /x HTTP/1.1', 'Host: api.test'), 405),
];
