import { type Attack, get, inside, request } from './attack.ts';

/** A path that means something else than it says: nothing is sent, in no spelling (D.9, facts D.3). */
const refused = [
  '/repos/../admin',
  '/repos/x/../../admin',
  '/repos/.',
  '/repos/..',
  '/repos/...',
  '/repos/.%20./admin',

  '/repos/%ef%bc%8e%ef%bc%8e/admin',
  '/repos/./../admin',
  '/repos/%2e%2e/admin',
  '/repos/%2E./admin',
  '/repos/.%2e/admin',
  '/repos/..%2fadmin',
  '/repos/%2e%2e%2fadmin',
  '/repos/%252e%252e/admin',
  '/repos/%25252e%25252e/admin',
  '/repos/%2525252e%2525252e/admin',
  '/repos/..%5cadmin',
  '/repos/..\\admin',
  '/repos/x\\y',
  '/repos/x%5cy',
  '/repos//../../admin',
  '/repos/..;/admin',
  '/repos/..;a=b/admin',
  '/repos/.;/x',
  '/repos/%2e%2e;/admin',
  '/repos/..%3b/admin',
  '/repos/..%3ba/admin',
  '/repos/x;/../..;/admin',
  '/repos/%2e%2e%00/admin',
  '/repos%00',
  '/repos/%0d%0aX',
  '/repos/%250d%250aX',
  '/repos/%7f',
  '/repos/%zz',
  '/repos/%',
  '/repos/%2',
  '/repos/a#b',
  '/repos/\xe9',
  '/repos/\xc0\xae\xc0\xae/admin',
];

/** A path that is not below the rule's: forwarded as it came, without the credential. */
const clean = [
  '//repos/x',
  '/REPOS/x',
  '/repos',
  '/repositories',
  '/repos?/repos/x',
  '/?x=/repos/x',
  '/other/repos/x',
  '/repo%73x/',
  '/',
];

/** A path below the rule's, byte for byte the client's upstream. */
const injected = [
  '/repos/',
  '/repos/a%2Fb',
  '/repos/a%2fb?x=%2e%2e/y',
  '/repos/x?../../admin',
  '/repos/x?a=b;c=..',
  '/repos/..x/y',
  '/repos/x..',
  '/repos/a;v=1/b',
  '/repos//x',
  '/repos/%E4%BD%A0',
  '/%72epos/x',
  '/repos/x?',
  '/repos/:a@b!$&()*+,=~',
];

const line = (target: string): string => `GET ${target} HTTP/1.1`;

export const PATHS: Attack[] = [
  ...refused.map((target) => inside(`path ${JSON.stringify(target)}`, get(target), 400, 'nothing')),
  ...clean.map((target) => inside(`path ${target}`, get(target), 200, 'clean', { line: line(target) })),
  ...injected.map((target) => inside(`path ${target}`, get(target), 200, 'ours', { line: line(target) })),
  inside('absolute-form of another host in the tunnel', get('https://evil.test/repos/x'), 400, 'nothing'),
  inside("absolute-form of the tunnel's host", get('https://api.test/repos/x'), 400, 'nothing'),
  inside(
    'a path without its slash',
    request('GET repos/x HTTP/1.1', 'Host: api.test'),
    [400, 'closed'],
    'nothing',
  ),
  inside('OPTIONS * in the tunnel', request('OPTIONS * HTTP/1.1', 'Host: api.test'), 400, 'nothing'),
  inside(
    'CONNECT in the tunnel',
    request('CONNECT evil.test:443 HTTP/1.1', 'Host: api.test'),
    [400, 405, 501],
    'nothing',
  ),
  inside('a target with a blank', request('GET /repos/x y HTTP/1.1', 'Host: api.test'), 400, 'nothing'),
  // One line goes out, with any characters between its words.
  inside(
    'two blanks after the method',
    request('GET  /repos/x HTTP/1.1', 'Host: api.test'),
    [200, 400],
    'ours',
    {
      line: 'GET /repos/x HTTP/1.1',
    },
  ),
  inside('a tab after the method', request('GET\t/repos/x HTTP/1.1', 'Host: api.test'), 400, 'nothing'),
];
