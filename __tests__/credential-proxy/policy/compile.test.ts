import { describe, expect, test } from '@jest/globals';
import { plainHeader, problemsOf, ruleOf, secretHeader, warningsOf } from './support.ts';

const locsOf = (...args: Parameters<typeof problemsOf>) => problemsOf(...args).map(({ loc }) => loc);

describe('the compiler of host patterns', () => {
  test.each([
    'api.test',
    'API.test.',
    '*.svc.test',
    'a:8443',
    '*.svc.test:8443',
    '10.0.0.1',
    '[::1]:443',
    'localhost',
    'bücher.example',
  ])('accepts %s', (pattern) => {
    expect(problemsOf([ruleOf({ matchHosts: [pattern] })])).toEqual([]);
  });

  // docs/credential-proxy.md#example-com
  // docs/credential-proxy.md#public-suffixes
  // docs/departures/sandboxes.md#sandboxcreate-match-hosts
  test.each([
    '*',
    '*.com',
    '*.test',
    '*.co.uk',
    '*.workers.dev',
    '*.github.io',
    '*.s3.amazonaws.com',
    '*.us-east-1.amazonaws.com',
    '*.WORKERS.dev.',
    '*.xn--55qx5d.cn',
    '*.公司.cn',
    'a.*.test',
    'a*.test',
    '*a.svc.test',
    '**.svc.test',
    '*.*.svc.test',
    '*.10.0.0.1',
    '10.0.0.*',
    '127.1',
    '0x7f.0.0.1',
    '::1',
    'api.test:0',
    'api.test:*',
    'api.test:443-445',
    'https://api.test',
    'api.test/repos',
    'u@api.test',
    'api..test',
    '.svc.test',
    '~^api.*',
    '10.0.0.0/8',
    'api.test ',
    '*.',
    '',
    '１２７.0.0.1',
    'a%2eb.test',
  ])('rejects %j for a rule with a secret', (pattern) => {
    expect(locsOf([ruleOf({ matchHosts: ['ok.test', pattern] })])).toEqual([['rules', 0, 'matchHosts', 1]]);
  });

  test('accepts a wildcard below a public suffix only in a rule without a secret', () => {
    expect(
      problemsOf([ruleOf({ matchHosts: ['*.workers.dev', '*.co.uk'], headers: [plainHeader()] })]),
    ).toEqual([]);
    expect(problemsOf([ruleOf({ matchHosts: ['*.com'], headers: [plainHeader()] })])).toHaveLength(1);
  });

  // docs/credential-proxy.md#forms
  test('requires 1 to 64 patterns', () => {
    expect(locsOf([ruleOf({ matchHosts: [] })])).toEqual([['rules', 0, 'matchHosts']]);
    const many = Array.from({ length: 65 }, (_, index) => `h${index}.test`);
    expect(locsOf([ruleOf({ matchHosts: many })])).toEqual([['rules', 0, 'matchHosts']]);
    expect(locsOf([ruleOf({ matchHosts: many.slice(1) })])).toEqual([]);
  });
});

describe('the compiler of path patterns', () => {
  test.each(['/', '/*', '/repos/*', '/a*b*c', '/a%2Fb', '/a%20b'])('accepts %s', (pattern) => {
    expect(problemsOf([ruleOf({ matchPaths: [pattern] })])).toEqual([]);
  });

  // docs/credential-proxy.md#pattern-nothing-can-meet
  test.each([
    '',
    'repos',
    '*',
    '/a?b',
    '/a#b',
    '/a b',
    '/é',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/a',
    '/a\\b',
    '/a%',
    '/a%00',
    `/${'a'.repeat(256)}`,
  ])('rejects %j', (pattern) => {
    expect(locsOf([ruleOf({ matchPaths: [pattern] })])).toEqual([['rules', 0, 'matchPaths', 0]]);
  });
});

describe('the compiler of injected headers', () => {
  // docs/credential-proxy.md#headers-connection
  // docs/departures/sandboxes.md#sandboxcreate-header-names-values
  test.each([
    'Host',
    'host',
    'HOST',
    'Content-Length',
    'content_length',
    'Transfer-Encoding',
    'Transfer_Encoding',
    'Content-Encoding',
    'TE',
    'Trailer',
    'Connection',
    'Keep-Alive',
    'Upgrade',
    'Expect',
    'HTTP2-Settings',
    'Sec-WebSocket-Key',
    'Proxy-Authorization',
    'PROXY_anything',
    ':authority',
    'X-A\r\nX-B',
    'X A',
    'X-Ä',
    '',
    'Content-Type',
  ])('rejects %j with a secret', (name) => {
    expect(locsOf([ruleOf({ headers: [secretHeader(name)] })])).toEqual([['rules', 0, 'headers', 0, 'name']]);
  });

  test('accepts Content-Type with a plaintext value', () => {
    expect(problemsOf([ruleOf({ headers: [plainHeader('Content-Type', 'text/x')] })])).toEqual([]);
  });

  test.each([
    ['X-Key', 'x-key'],
    ['X-Key', 'X_KEY'],
    ['X-A-B', 'x_a-b'],
  ])('treats %s and %s as the same header', (one, other) => {
    expect(locsOf([ruleOf({ headers: [secretHeader(one), plainHeader(other)] })])).toEqual([
      ['rules', 0, 'headers', 1, 'name'],
    ]);
  });

  // docs/credential-proxy.md#values
  test.each(['', ' a', 'a ', '\ta', 'a\r\nb', 'a\nb', 'a\rb', 'a\0b', 'ü', '\x7f', '\x01', 'a'.repeat(8193)])(
    'rejects the value %j without repeating it',
    (value) => {
      const problems = problemsOf([ruleOf({ headers: [secretHeader('X-A', value)] })]);
      expect(problems.map(({ loc }) => loc)).toEqual([['rules', 0, 'headers', 0, 'value']]);
      if (value.trim().length > 1) expect(problems[0]?.msg).not.toContain(value);
    },
  );

  test.each(['a', 'a b\tc', '!~{}"', 'a'.repeat(8192)])('accepts the value %j', (value) => {
    expect(problemsOf([ruleOf({ headers: [secretHeader('X-A', value)] })])).toEqual([]);
  });
});

test("a rule's header values can have at most 16 KiB in total", () => {
  const headers = (length: number) =>
    [1, 2, 3].map((index) => secretHeader(`X-${index}`, 'a'.repeat(length)));
  expect(locsOf([ruleOf({ headers: headers(6000) })])).toEqual([['rules', 0, 'headers']]);
  expect(locsOf([ruleOf({ headers: headers(5000) })])).toEqual([]);
});

describe('the compiler of a proxy configuration', () => {
  test('is fast even if the configuration reaches every limit', () => {
    const matchHosts = Array.from({ length: 64 }, (_, index) => `*.h${index}.svc.test`);
    const rules = Array.from({ length: 64 }, (_, index) =>
      ruleOf({
        name: `r${index}`,
        matchHosts,
        matchPaths: [`/${index}`],
        headers: [secretHeader('X', `made-up-${index}`)],
      }),
    );
    const started = process.hrtime.bigint();
    expect(warningsOf(rules)).toEqual([]);
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(5000);
    expect(locsOf([...rules, ruleOf()])).toEqual([['rules']]);
  });

  // docs/credential-proxy.md#names
  test('rejects two rules with the same name', () => {
    expect(locsOf([ruleOf(), ruleOf({ matchHosts: ['b.test'] })])).toEqual([['rules', 1, 'name']]);
  });

  // docs/credential-proxy.md#rule-all-whose-hosts
  test.each([
    [['api.test'], ['api.test']],
    [['.svc.test'], ['a.svc.test', '*.svc.test']],
    [['*.test'], ['*.svc.test', 'api.test:8443']],
    [['10.0.0.0/8'], ['10.1.2.3']],
  ])(
    'rejects no_proxy %j, in the configuration or in a rule, if it exempts all hosts of %j',
    (noProxy, matchHosts) => {
      expect(locsOf([ruleOf({ matchHosts })], { noProxy })).toEqual([['rules', 0, 'matchHosts']]);
      expect(locsOf([ruleOf({ matchHosts, noProxy })])).toEqual([['rules', 0, 'matchHosts']]);
      expect(locsOf([ruleOf({ matchHosts: [...matchHosts, 'other.example'] })], { noProxy })).toEqual([]);
    },
  );

  test('accepts no_proxy with a port that no rule has', () => {
    expect(problemsOf([ruleOf()], { noProxy: ['api.test:443'] })).toEqual([]);
    expect(
      problemsOf([ruleOf({ matchHosts: ['api.test:443'] })], { noProxy: ['api.test:443'] }),
    ).toHaveLength(1);
  });

  test.each(['*', 'a b', 'https://a.test', '10.0.0.1/8', 'a:0', '1.2.3', '*.10.0.0.1'])(
    'rejects no_proxy %j',
    (entry) => {
      expect(locsOf([], { noProxy: [entry] })).toEqual([['noProxy', 0]]);
    },
  );

  test.each(['~a', '~^(a$', '10.0.0.1/8', 'a/b', 'a:x', '*', 'a.*.test'])(
    'rejects the access pattern %j',
    (pattern) => {
      expect(locsOf([], { access: { kind: 'deny', patterns: ['a.test', pattern] } })).toEqual([
        ['access', 'patterns', 1],
      ]);
    },
  );

  test('rejects regular expressions whose total cost is too high', () => {
    const patterns = Array.from({ length: 20 }, (_, index) => `~^[a-z]{${index},120}$`);
    expect(locsOf([], { access: { kind: 'allow', patterns } })).toEqual([['access', 'patterns']]);
    expect(locsOf([], { access: { kind: 'allow', patterns: patterns.slice(0, 5) } })).toEqual([]);
  });

  test.each(['10.0.0.1/8', 'lan', '*'])('rejects the private network %j', (network) => {
    expect(locsOf([], { privateNetworks: [network] })).toEqual([['privateNetworks', 0]]);
  });

  test('reports all problems together', () => {
    const rule = ruleOf({ matchHosts: ['*'], matchPaths: ['x'], headers: [secretHeader('Host', '')] });
    expect(locsOf([rule], { noProxy: ['a b'] })).toEqual([
      ['noProxy', 0],
      ['rules', 0, 'headers', 0, 'name'],
      ['rules', 0, 'headers', 0, 'value'],
      ['rules', 0, 'matchHosts', 0],
      ['rules', 0, 'matchPaths', 0],
    ]);
  });
});

describe('the warnings about a policy', () => {
  const later = (over: object) => ruleOf({ name: 'later', ...over });

  // docs/credential-proxy.md#rule-behind-one-takes
  test.each([
    ['because it has the same hosts', {}, {}],
    ['because a wildcard covers its host', { matchHosts: ['*.svc.test'] }, { matchHosts: ['a.svc.test'] }],
    [
      'because a wider wildcard covers its wildcard',
      { matchHosts: ['*.svc.test'] },
      { matchHosts: ['*.a.svc.test'] },
    ],
    [
      'because a wider path covers its path',
      { matchPaths: ['/repos/*'] },
      { matchPaths: ['/repos/a/*', '/repos/b'] },
    ],
    ['because all paths cover its path', {}, { matchPaths: ['/a'] }],
    ['because it requires more headers', {}, { matchHeaders: [{ name: 'a', value: '1' }] }],
  ])('include a rule that an earlier rule makes unreachable: %s', (_, earlier, over) => {
    expect(warningsOf([ruleOf(earlier), later(over)])).toEqual([
      expect.stringContaining('"later" can never match'),
    ]);
  });

  test.each([
    ['a rule for another host', {}, { matchHosts: ['b.test'] }],
    ['a rule for another port', {}, { matchHosts: ['api.test:8443'] }],
    ['a wildcard after one of its hosts', { matchHosts: ['svc.test'] }, { matchHosts: ['*.svc.test'] }],
    ['all paths after one path', { matchPaths: ['/a/*'] }, {}],
    ['a wider path after a narrower path', { matchPaths: ['/a/b*'] }, { matchPaths: ['/a/*'] }],
    ['a rule that requires fewer headers', { matchHeaders: [{ name: 'a', value: '1' }] }, {}],
    [
      'a rule for hosts that no_proxy excludes from the first rule',
      { matchHosts: ['*.svc.test'], noProxy: ['a.svc.test'] },
      { matchHosts: ['a.svc.test'] },
    ],
    [
      'a host that is not below the wildcard',
      { matchHosts: ['*.amazonaws.com'] },
      { matchHosts: ['mine.s3.amazonaws.com'] },
    ],
  ])('do not include %s', (_, earlier, over) => {
    expect(warningsOf([ruleOf(earlier), later(over)])).toEqual([]);
  });

  test('include a rule that access_control makes unreachable', () => {
    const list = (patterns: string[]) => ({ access: { kind: 'allow' as const, patterns } });
    expect(warningsOf([ruleOf()], list(['other.test']))).toEqual([expect.stringContaining('access_control')]);
    expect(warningsOf([ruleOf()], list(['api.test']))).toEqual([]);
  });

  test('include a no_proxy name that programs extend to all subdomains', () => {
    expect(warningsOf([ruleOf()], { noProxy: ['test'] })).toEqual([
      expect.stringContaining('no_proxy "test"'),
    ]);
    expect(warningsOf([ruleOf()], { noProxy: ['other.test'] })).toEqual([]);
  });

  // docs/credential-proxy.md#shorter-secrets
  test('include the header of a secret that is too short to be masked', () => {
    expect(warningsOf([ruleOf({ headers: [secretHeader('X-Pin', '1234')] })])).toEqual([
      expect.stringContaining('X-Pin'),
    ]);
  });
});
