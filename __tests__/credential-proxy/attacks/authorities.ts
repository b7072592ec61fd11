import { type Attack, get, outside, request, tunnel } from './attack.ts';

const plainGet = (url: string, ...fields: string[]): string =>
  request(`GET ${url} HTTP/1.1`, ...fields, '{auth}');
const hostOf = (authority: string): string => authority.replace(/:\d+$/, '');

/** Returns an attack with a tunnel to the authority, and one request in the tunnel. */
const reached = (
  title: string,
  connect: string,
  upstream: Attack['upstream'],
  host = hostOf(connect),
  target = '/repos/x',
): Attack => ({
  title,
  connect,
  send: request(`GET ${target} HTTP/1.1`, `Host: ${host}`),
  answer: 200,
  upstream,
});
const injected = (connect: string, host?: string): Attack => ({
  ...reached(`CONNECT to ${connect}, which is the rule's host`, connect, 'ours', host),
  sni: null,
});
/**
 * Returns an attack on a host without a rule, where the proxy forwards bytes and the upstream presents its own
 * certificate.
 */
const clean = (host: string): Attack =>
  reached(
    `CONNECT to ${host}:443, which has no rule, so the tunnel is not decrypted`,
    `${host}:443`,
    'clean',
  );
const key = (host: string): Attack =>
  reached(
    `CONNECT to ${host}, which is below *.svc.test, so the opaque key is injected`,
    `${host}:443`,
    'key',
    host,
    '/any',
  );

const silent = true;
const unnamed = (title: string, answer: Attack['answer'], ...fields: string[]): Attack => {
  const send = request('GET http://plain.test/ HTTP/1.1', 'Host: plain.test', ...fields);
  return outside(title, send, answer, 'nothing', { silent });
};

/** Attacks on authentication. */
export const IDENTITY: Attack[] = [
  tunnel('api.test:443', 407, { title: 'a tunnel without credentials', credentials: 'none', silent }),
  tunnel('api.test:443', 407, { title: 'a tunnel with a wrong token', credentials: 'wrong', silent }),
  tunnel('api.test:443', 407, {
    title: 'a tunnel with the token of another sandbox',
    credentials: 'of-another',
    silent,
  }),
  tunnel('api.test:443', 407, { title: 'a tunnel with the token as bearer', credentials: 'bearer', silent }),
  tunnel('api.test:443', [400, 407], {
    title: 'a tunnel with two credentials, of which the second is valid',
    credentials: 'twice',
    silent,
  }),
  unnamed('a request without credentials', 407),
  unnamed('credentials that are not base64', [400, 407], 'Proxy-Authorization: Basic %%%'),
  unnamed(
    'credentials without a colon',
    407,
    `Proxy-Authorization: Basic ${Buffer.from('unknown').toString('base64')}`,
  ),
  unnamed(
    'credentials in Authorization instead of Proxy-Authorization',
    407,
    'Authorization: Basic bm9ib2R5Og==',
  ),
];

/** Attacks on the spelling of a tunnel's host. `canonical/host.test.ts` covers every refused spelling. */
export const AUTHORITIES: Attack[] = [
  injected('API.TEST:443'),
  injected('api.test.:443', 'api.test'),
  ...[
    'u@api.test:443',
    'api.test:443@evil.test:443',
    'api.test',
    'api.test:0443',
    'api.test: 443',
    'api.test:４４３',
    ':443',
    'https://api.test:443',
    'api.test:443/',
    'api.test\0.evil.test:443',
    'ⓐpi.test:443',
    '127.1:443',
    '[::1:443',
    '::1:443',
  ].map((authority) => tunnel(authority, 400, { silent: true })),
  ...['svc.test', 'xsvc.test', 'svc.test.evil', 'api.test.evil', 'xapi.test', 'sub.api.test'].map(clean),
  ...['a.svc.test', 'a.b.svc.test', '_x.svc.test', 'xn--bcher-kva.svc.test'].map(key),
  tunnel('api.test:8443', [403], { title: "the rule's host on a port that is in no list", silent: true }),
  tunnel('open.test:22', [403], { title: 'a tunnel to a port other than 80 and 443', silent: true }),
  {
    ...tunnel('api.test:80', 200, {
      title: 'a tunnel to port 80 of a host with secrets, which is not decrypted',
    }),
    clear: true,
    send: get('/repos/x'),
    upstream: 'clean',
  },
];

/** Requests to the proxy itself instead of through a tunnel. */
export const FORMS: Attack[] = [
  outside(
    'a plain request to a host with secrets',
    plainGet('http://api.test/repos/x', 'Host: api.test'),
    403,
    'nothing',
    {
      silent: true,
    },
  ),
  outside(
    'a plain request to a host whose pattern contains the port',
    plainGet('http://plain.test/repos/x', 'Host: plain.test'),
    200,
    'ours',
  ),
  outside(
    'a plain request to a host without rules',
    plainGet('http://open.test/x', 'Host: open.test'),
    200,
    'clean',
  ),
  outside('a request target in origin-form', plainGet('/repos/x', 'Host: api.test'), 400),
  outside('a request target in origin-form without a Host header', plainGet('/'), 400),
  outside('OPTIONS *', request('OPTIONS * HTTP/1.1', 'Host: api.test', '{auth}'), 400),
  outside('an https URL as the request target', plainGet('https://api.test/repos/x', 'Host: api.test'), 400),
  outside('an ftp URL as the request target', plainGet('ftp://plain.test/x', 'Host: plain.test'), 400),
  outside('a file URL as the request target', plainGet('file:///etc/passwd', 'Host: plain.test'), 400),
  outside('a URL with a UNIX socket', plainGet('http://unix:/run/x.sock:/', 'Host: unix'), 400),
  outside('a user in the URL', plainGet('http://u:p@plain.test/repos/x', 'Host: plain.test'), 400),
  outside(
    'a Host header that differs from the host in the request line',
    plainGet('http://plain.test/repos/x', 'Host: evil.test'),
    200,
    'ours',
  ),
  outside(
    'a malformed Host header with a valid request line',
    plainGet('http://plain.test/repos/x', 'Host: u@evil.test/'),
    400,
  ),
  outside(
    "a request line without a rule, with the rule's host in the Host header",
    plainGet('http://open.test/repos/x', 'Host: plain.test'),
    200,
    'clean',
  ),
  outside(
    'two Host headers',
    plainGet('http://plain.test/repos/x', 'Host: plain.test', 'Host: evil.test'),
    [400, 421],
  ),
  outside(
    'a plain request to port 443',
    plainGet('http://api.test:443/repos/x', 'Host: api.test:443'),
    [400, 403, 502],
  ),
  outside('a plain request to port 8080', plainGet('http://open.test:8080/', 'Host: open.test:8080'), 403),
  outside('a URL with a fragment', plainGet('http://plain.test/repos/x#y', 'Host: plain.test'), 400),
  outside('dot segments in absolute-form', plainGet('http://plain.test/repos/../x', 'Host: plain.test'), 400),
  outside('no path in absolute-form', plainGet('http://open.test', 'Host: open.test'), 200, 'clean', {
    line: 'GET / HTTP/1.1',
  }),
  outside(
    'a query and no path in absolute-form',
    plainGet('http://open.test?a=1', 'Host: open.test'),
    [200, 400],
    'clean',
  ),
  outside(
    'CONNECT with a body',
    request('CONNECT api.test:443 HTTP/1.1', 'Host: api.test:443', 'Content-Length: 4', '{auth}') + 'abcd',
    400,
  ),
  outside(
    'CONNECT with chunks',
    request('CONNECT api.test:443 HTTP/1.1', 'Host: api.test:443', 'Transfer-Encoding: chunked', '{auth}'),
    400,
  ),
  outside(
    'CONNECT whose Host header contains a different host',
    request('CONNECT api.test:443 HTTP/1.1', 'Host: evil.test:443', '{auth}'),
    200,
  ),
  outside(
    'CONNECT to a denied port, whose Host header contains an allowed host',
    request('CONNECT open.test:8443 HTTP/1.1', 'Host: api.test:443', '{auth}'),
    403,
  ),
  outside(
    'CONNECT with a malformed Host',
    request('CONNECT api.test:443 HTTP/1.1', 'Host: u@api.test:443', '{auth}'),
    400,
  ),
  outside('connect in lower case', request('connect api.test:443 HTTP/1.1', 'Host: api.test:443', '{auth}'), [
    400,
    'closed',
  ]),
  outside('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505, 'closed']),
  outside('a TLS hello', '\x16\x03\x01\x00\x05hello', [400, 'closed']),
  outside('a SOCKS5 greeting', '\x05\x01\x00', [400, 'closed']),
  outside(
    'a plain upgrade to h2c',
    plainGet('http://open.test/', 'Host: open.test', 'Connection: Upgrade', 'Upgrade: h2c'),
    400,
  ),
  outside(
    'TRACE in clear',
    request('TRACE http://plain.test/repos/x HTTP/1.1', 'Host: plain.test', '{auth}'),
    405,
  ),
  outside('an endless line', `GET http://plain.test/${'a'.repeat(70_000)}`, [414, 431, 400], 'nothing', {
    closes: true,
  }),
  outside(
    'a header of 64 KB',
    plainGet('http://open.test/', 'Host: open.test', `X-A: ${'a'.repeat(65_536)}`),
    431,
    'nothing',
    {
      closes: true,
    },
  ),
  outside(
    '10,000 headers',
    plainGet('http://open.test/', 'Host: open.test', ...Array.from({ length: 10_000 }, (_, at) => `a${at}:`)),
    [400, 431],
    'nothing',
    { closes: true },
  ),
  outside(
    '2,500 short headers, the second Host last',
    plainGet(
      'http://plain.test/repos/x',
      'Host: plain.test',
      ...Array.from({ length: 2_500 }, () => 'a:'),
      'Host: evil.test',
    ),
    [400, 421, 431],
  ),
];
