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
  inside('no Host', request('GET /repos/x HTTP/1.1'), [400, 421]),
  inside(
    'two Hosts that differ',
    request('GET /repos/x HTTP/1.1', 'Host: api.test', 'Host: evil.test'),
    [400, 421],
  ),
  inside(
    'two Hosts that agree',
    request('GET /repos/x HTTP/1.1', 'Host: api.test', 'Host: api.test'),
    [400, 421],
  ),
  inside(
    'Host and its look-alike',
    request('GET /repos/x HTTP/1.1', 'Host: api.test', 'Host : evil.test'),
    400,
  ),
  inside('another name in the handshake', get('/repos/x'), 'alert', 'nothing', { sni: 'evil.test' }),
  inside('a longer name in the handshake', get('/repos/x'), 'alert', 'nothing', { sni: 'api.test.evil' }),
  inside('no name in the handshake', get('/repos/x'), 200, 'ours', { sni: null }),
  inside('the name in capitals in the handshake', get('/repos/x'), 200, 'ours', { sni: 'API.TEST' }),
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
      ['Authorization in odd case', [`aUTHORIZATION: ${MINE}`]],
      ['Authorization named in Connection', [`Authorization: ${MINE}`, 'Connection: Authorization']],
      ['only named in Connection', ['Connection: authorization, close']],
      ['Connection twice', ['Connection: keep-alive', 'Connection: authorization']],
      ['Proxy-Connection naming it', ['Proxy-Connection: Authorization']],
      ['Keep-Alive', ['Keep-Alive: timeout=5', 'Connection: keep-alive']],
      ['TE', ['TE: trailers', 'Connection: TE']],
      ['an empty Authorization', ['Authorization:']],
      ['Authorization of blanks', ['Authorization:  \t ']],
      ['X-Forwarded-Host', ['X-Forwarded-Host: evil.test', 'Forwarded: host=evil.test']],
      ['X-Original-URL', ['X-Original-URL: /admin', 'X-Rewrite-URL: /admin']],
      ['a method in a header', ['X-HTTP-Method-Override: DELETE']],
      ['__proto__', ['__proto__: x', 'constructor: y', 'hasOwnProperty: z']],
      ['a value beyond ASCII', ['X-A: \xe9']],
      ['many commas', [`Connection: ${',a'.repeat(500)}`]],
      ['Proxy-Authorization of its own', ['Proxy-Authorization: Basic bWluZQ==', 'Proxy-Foo: x']],
    ] as [string, string[]][]
  ).map(([title, fields]) => inside(title, get('/repos/x', ...fields), 200, 'ours')),
  ...(
    [
      ['X-Api-Key', ['X-Api-Key: mine']],
      ['X_Api_Key', ['X_Api_Key: mine']],
      ['X-Api_Key in odd case and the real one', ['x-aPI_key: mine', 'X-API-KEY: mine']],
      ['X-Api-Key and both look-alikes, twice', ['X_Api-Key: mine', 'X-Api_Key: mine', 'x_api_key: mine']],
      ['X-Api-Key named in Connection', ['Connection: x-api-key, X_Api_Key', 'X_Api_Key: mine']],
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
