import { type Attack, get, inside, request } from './attack.ts';

/** Ambiguous paths, for which no request is sent upstream. `canonical/path.test.ts` covers every spelling. */
const refused = [
  '/repos/../admin',
  '/repos/.%20./admin',

  '/repos/%2e%2e/admin',
  '/repos/..\\admin',
  '/repos//../../admin',
  '/repos/%0d%0aX',
  '/repos/a#b',
  '/repos/\xe9',
  '/repos/\xc0\xae\xc0\xae/admin',
];

/** Paths that do not match the rule, and that are forwarded unchanged without the credential. */
const clean = ['//repos/x', '/REPOS/x', '/repos', '/?x=/repos/x', '/other/repos/x'];

/** Paths that match the rule, and that reach the upstream unchanged. */
const injected = [
  '/repos/a%2fb?x=%2e%2e/y',
  '/repos/x?../../admin',
  '/repos/a;v=1/b',
  '/repos//x',
  '/%72epos/x',
  '/repos/:a@b!$&()*+,=~',
];

const line = (target: string): string => `GET ${target} HTTP/1.1`;

export const PATHS: Attack[] = [
  ...refused.map((target) => inside(`path ${JSON.stringify(target)}`, get(target), 400)),
  ...clean.map((target) => inside(`path ${target}`, get(target), 200, 'clean', { line: line(target) })),
  ...injected.map((target) => inside(`path ${target}`, get(target), 200, 'ours', { line: line(target) })),
  inside('absolute-form of another host in the tunnel', get('https://evil.test/repos/x'), 400),
  inside("absolute-form of the tunnel's host", get('https://api.test/repos/x'), 400),
  inside('a path without a leading slash', request('GET repos/x HTTP/1.1', 'Host: api.test'), [
    400,
    'closed',
  ]),
  inside('OPTIONS * in the tunnel', request('OPTIONS * HTTP/1.1', 'Host: api.test'), 400),
  inside(
    'CONNECT in the tunnel',
    request('CONNECT evil.test:443 HTTP/1.1', 'Host: api.test'),
    [400, 405, 501],
  ),
  inside('a target with a blank', request('GET /repos/x y HTTP/1.1', 'Host: api.test'), 400),
  // The proxy sends a single request line, whatever separates the words of the received line.
  inside(
    'two blanks after the method',
    request('GET  /repos/x HTTP/1.1', 'Host: api.test'),
    [200, 400],
    'ours',
    {
      line: 'GET /repos/x HTTP/1.1',
    },
  ),
  inside('a tab after the method', request('GET\t/repos/x HTTP/1.1', 'Host: api.test'), 400),
];
