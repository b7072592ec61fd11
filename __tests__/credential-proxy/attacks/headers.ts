import { type Attack, get, inside, request } from './attack.ts';

const host = (value: string, answer: Attack['answer'], upstream?: Attack['upstream']): Attack =>
  inside(
    `Host: ${JSON.stringify(value)}`,
    request('GET /repos/x HTTP/1.1', `Host: ${value}`),
    answer,
    upstream,
  );

/** Header fields that contradict the tunnel's host. */
export const HOSTS: Attack[] = [
  host('evil.test', 421),
  host('api.test:444', 421),
  host('api.test:80', 421),
  host('api.test@evil.test', [400, 421]),
  host('u@api.test', [400, 421]),
  host('api.test, evil.test', [400, 421]),
  host('api.test/evil', [400, 421]),
  host('', [400, 421]),
  host('sub.api.test', 421),
  host('93.184.215.10', 421),
  host('api.test:443', 200, 'ours'),
  host('API.test', 200, 'ours'),
  inside('no Host header', request('GET /repos/x HTTP/1.1'), [400, 421]),
  inside(
    'two Host headers that differ',
    request('GET /repos/x HTTP/1.1', 'Host: api.test', 'Host: evil.test'),
    [400, 421],
  ),
  inside(
    'two Host headers that agree',
    request('GET /repos/x HTTP/1.1', 'Host: api.test', 'Host: api.test'),
    [400, 421],
  ),
  inside(
    'Host with a similar header',
    request('GET /repos/x HTTP/1.1', 'Host: api.test', 'Host : evil.test'),
    400,
  ),
  inside('a TLS handshake with the name of a different host', get('/repos/x'), 'alert', 'nothing', {
    sni: 'evil.test',
  }),
  inside('a TLS handshake with a longer name', get('/repos/x'), 'alert', 'nothing', { sni: 'api.test.evil' }),
  inside('a TLS handshake without a name', get('/repos/x'), 200, 'ours', { sni: null }),
  inside('a TLS handshake with the name in upper case', get('/repos/x'), 200, 'ours', { sni: 'API.TEST' }),
  inside('HTTP/2 only', get('/repos/x'), 'alert', 'nothing', { alpn: ['h2'] }),
  inside('HTTP/2 preferred', get('/repos/x'), 200, 'ours', { alpn: ['h2', 'http/1.1'] }),
  inside('clear text in the tunnel', get('/repos/x'), ['closed', 400], 'nothing', { clear: true }),
  inside(
    'a broken record in the tunnel',
    '\x16\x03\x01\xff\xff' + 'x'.repeat(64),
    ['closed', 400],
    'nothing',
    {
      clear: true,
    },
  ),
  inside(
    'SSLv2 in the tunnel',
    `\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10${'\0'.repeat(37)}`,
    ['closed', 400],
    'nothing',
    {
      clear: true,
    },
  ),
];

const MINE = 'Bearer mine';
/**
 * Requests with which a client could send its own credential in addition to the rule's credential, or remove the
 * rule's credential.
 */
export const HEADERS: Attack[] = [
  ...(
    [
      ['Authorization', [`Authorization: ${MINE}`]],
      ['Authorization twice', [`Authorization: ${MINE}`, `Authorization: ${MINE}2`]],
      ['Authorization in mixed case', [`aUTHORIZATION: ${MINE}`]],
      [
        'an Authorization header that Connection lists',
        [`Authorization: ${MINE}`, 'Connection: Authorization'],
      ],
      ['Authorization in Connection without an Authorization header', ['Connection: authorization, close']],
      [
        'two Connection headers, of which the second lists Authorization',
        ['Connection: keep-alive', 'Connection: authorization'],
      ],
      ['Authorization in Proxy-Connection', ['Proxy-Connection: Authorization']],
      ['Keep-Alive', ['Keep-Alive: timeout=5', 'Connection: keep-alive']],
      ['TE', ['TE: trailers', 'Connection: TE']],
      ['an empty Authorization', ['Authorization:']],
      ['an Authorization of blanks', ['Authorization:  \t ']],
      ['X-Forwarded-Host', ['X-Forwarded-Host: evil.test', 'Forwarded: host=evil.test']],
      ['X-Original-URL', ['X-Original-URL: /admin', 'X-Rewrite-URL: /admin']],
      ['a method in a header', ['X-HTTP-Method-Override: DELETE']],
      ['__proto__', ['__proto__: x', 'constructor: y', 'hasOwnProperty: z']],
      ['a value with a non-ASCII character', ['X-A: \xe9']],
      ['many commas', [`Connection: ${',a'.repeat(500)}`]],
      ["the client's own Proxy-Authorization", ['Proxy-Authorization: Basic bWluZQ==', 'Proxy-Foo: x']],
    ] as [string, string[]][]
  ).map(([title, fields]) => inside(title, get('/repos/x', ...fields), 200, 'ours')),
  ...(
    [
      ['X-Api-Key', ['X-Api-Key: mine']],
      ['X_Api_Key', ['X_Api_Key: mine']],
      ['X-Api_Key in mixed case, with X-API-KEY', ['x-aPI_key: mine', 'X-API-KEY: mine']],
      ['similar spellings of X-Api-Key', ['X_Api-Key: mine', 'X-Api_Key: mine', 'x_api_key: mine']],
      ['an X_Api_Key header that Connection lists', ['Connection: x-api-key, X_Api_Key', 'X_Api_Key: mine']],
    ] as [string, string[]][]
  ).map(
    ([title, fields]): Attack => ({
      title,
      connect: 'a.svc.test:443',
      send: request('GET /x HTTP/1.1', 'Host: a.svc.test', ...fields),
      answer: 200,
      upstream: 'key',
    }),
  ),
];
