import { describe, expect, test } from '@jest/globals';
import { explain } from '../../../src/credential-proxy/policy/explain.ts';
import { outcomeOf, plainHeader, policyOf, ruleOf, secretHeader } from './support.ts';

const two = policyOf([
  ruleOf({ matchPaths: ['/repos/*'] }),
  ruleOf({ name: 'svc', matchHosts: ['*.svc.test'], headers: [secretHeader('X-Api-Key')] }),
]);

describe('the policy of the credential proxy', () => {
  // docs/conformance.md#sandboxcreate-match-hosts
  // docs/credential-proxy.md#host-rules-none-this
  // docs/credential-proxy.md#host-without-rules
  // docs/credential-proxy.md#port
  test.each([
    ['https://api.test/repos/x', 'rule api'],
    ['https://API.TEST/repos/x', 'rule api'],
    ['https://api.test./repos/x', 'rule api'],
    ['https://api.test:443/repos/x', 'rule api'],
    ['https://api.test/repos/', 'rule api'],
    ['https://api.test/repos/a%2Fb', 'rule api'],
    ['https://api.test/repos/a/b?c=/../d', 'rule api'],
    ['https://api.test/%72epos/x', 'rule api'],
    ['https://api.test/repos', 'no-rule-for-request'],
    ['https://api.test/repositories', 'no-rule-for-request'],
    ['https://api.test//repos/x', 'no-rule-for-request'],
    ['https://api.test/REPOS/x', 'no-rule-for-request'],
    ['https://api.test/x?y=/repos/z', 'no-rule-for-request'],
    ['https://api.test/', 'no-rule-for-request'],
    ['https://api.test/repos%2fx', 'no-rule-for-request'],
    ['https://api.test/repos/../admin', 'ambiguous-path'],
    ['https://api.test/%2e%2e/repos/x', 'ambiguous-path'],
    ['https://api.test/other/..;/repos/x', 'ambiguous-path'],
    ['https://api.test/a#b', 'bad-target'],
    ['https://a.svc.test/x', 'rule svc'],
    ['https://a.b.svc.test/x', 'rule svc'],
    // No rule for this host has path patterns, so its paths are not examined.
    ['https://a.svc.test/x/../y%2f', 'rule svc'],
    ['https://svc.test/', 'no-rule-for-host'],
    ['https://xsvc.test/', 'no-rule-for-host'],
    ['https://svc.test.evil/', 'no-rule-for-host'],
    ['https://a.svc.test.evil.test/', 'no-rule-for-host'],
    ['https://other.test/', 'no-rule-for-host'],
    ['https://api.test:8443/repos/x', 'port-not-allowed'],
    ['https://api.test:80/repos/x', 'no-rule-for-host'],
    ['https://other.test:22/', 'port-not-allowed'],
    ['http://api.test/repos/x', 'plaintext-credential-refused'],
    ['http://api.test/other', 'no-rule-for-request'],
    ['http://api.test/repos/../x', 'ambiguous-path'],
    ['http://api.test:443/repos/x', 'no-rule-for-host'],
    ['http://other.test/', 'no-rule-for-host'],
  ])('returns for the request %s: %s', (url, expected) => {
    expect(outcomeOf(two, url)).toBe(expected);
  });

  // docs/credential-proxy.md#trace-track
  test.each(['TRACE', 'TRACK', 'trace', 'CONNECT'])('rejects %s to a host with rules', (method) => {
    expect(outcomeOf(two, 'https://api.test/other', { method })).toBe('method-not-allowed');
  });

  // docs/conformance.md#sandboxcreate-rules
  // docs/credential-proxy.md#order
  // docs/departures/sandboxes.md#sandboxcreate-order-rules
  test('selects only the first matching rule', () => {
    const policy = policyOf([
      ruleOf({ name: 'one', matchPaths: ['/a/*'] }),
      ruleOf({ name: 'two', matchPaths: ['/a/b', '/c'] }),
      ruleOf({ name: 'three' }),
    ]);
    expect(outcomeOf(policy, 'https://api.test/a/b')).toBe('rule one');
    expect(outcomeOf(policy, 'https://api.test/c')).toBe('rule two');
    expect(outcomeOf(policy, 'https://api.test/d')).toBe('rule three');
    expect(outcomeOf(policy, 'https://api.test/d/../a')).toBe('ambiguous-path');
  });

  test('selects an earlier wildcard rule, even if a later rule lists the exact host', () => {
    const policy = policyOf([
      ruleOf({ name: 'wide', matchHosts: ['*.svc.test'] }),
      ruleOf({ name: 'exact', matchHosts: ['a.svc.test'] }),
    ]);
    expect(outcomeOf(policy, 'https://a.svc.test/')).toBe('rule wide');
  });

  // docs/credential-proxy.md#port-this-port-alone-over-https-http
  // docs/departures/sandboxes.md#sandboxcreate-secrets-over-plain
  test('selects a rule with a port for http and https, but only on that port', () => {
    const policy = policyOf([ruleOf({ matchHosts: ['api.test:80', 'api.test:8443', '*.svc.test:9000'] })]);
    expect(outcomeOf(policy, 'http://api.test/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://api.test:8443/')).toBe('rule api');
    expect(outcomeOf(policy, 'http://api.test:8443/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://api.test/')).toBe('no-rule-for-host');
    expect(outcomeOf(policy, 'https://a.svc.test:9000/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://a.svc.test:9001/')).toBe('port-not-allowed');
  });

  test('adds plaintext headers over http, unless the rule also has a secret', () => {
    const plain = ruleOf({ headers: [plainHeader()] });
    expect(outcomeOf(policyOf([plain]), 'http://api.test/')).toBe('rule api');
    const mixed = ruleOf({ headers: [plainHeader(), secretHeader()] });
    expect(outcomeOf(policyOf([mixed]), 'http://api.test/')).toBe('plaintext-credential-refused');
  });

  // docs/credential-proxy.md#plain-http
  test('sends no secret over plain http, even if the rule specifies port 443', () => {
    for (const host of ['a.svc.test:443', '*.svc.test:443']) {
      const policy = policyOf([ruleOf({ matchHosts: [host] })]);
      expect(outcomeOf(policy, 'https://a.svc.test/')).toBe('rule api');
      expect(outcomeOf(policy, 'http://a.svc.test:443/')).toBe('plaintext-credential-refused');
    }
  });

  // docs/credential-proxy.md#addresses
  test('selects a rule for an IP address in each valid notation of the address', () => {
    const policy = policyOf([ruleOf({ matchHosts: ['93.184.216.34', '[2001:db8::1]'] })]);
    expect(outcomeOf(policy, 'https://93.184.216.34/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://[::ffff:93.184.216.34]/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://[2001:DB8:0::1]/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://1572395042/')).toBe('bad-authority');
  });

  test('selects a rule with a Unicode name by the A-label of the name', () => {
    const policy = policyOf([ruleOf({ matchHosts: ['*.Bücher.example'] })]);
    expect(outcomeOf(policy, 'https://a.xn--bcher-kva.example/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://a.bücher.example/')).toBe('bad-authority');
  });
});

describe('a request path that servers interpret differently', () => {
  const policy = policyOf([
    ruleOf({ name: 'kept out', matchPaths: ['/admin/*'], headers: [] }),
    ruleOf({ name: 'json', matchPaths: ['/public/*.json'] }),
    ruleOf({ name: 'all' }),
  ]);
  const narrow = policyOf([ruleOf({ matchPaths: ['/repos/*', '/x%2Fy/*', '/v;1/*'] })]);

  // docs/credential-proxy.md#paths-servers-read-differently
  test.each([
    '/admin%2Fusers',
    '//admin/users',
    '/admin;a=b/users',
    '/%2Fadmin/users',
    '/%252Fadmin%25252Fusers',
    '/admin;a%2Fusers',
    '/public/x;.json',
    '/public/x%3F.json',
    '/public/x%23.json',
    '/public/x%3b.json',
    '/public/x%253b.json',
  ])('is rejected if another rule might apply: %s', (target) => {
    expect(outcomeOf(policy, `https://api.test${target}`)).toBe('ambiguous-path');
  });

  test.each([
    ['/admin/users', 'rule kept out'],
    ['/public/x.json', 'rule json'],
    ['/public/x%2Fy.json', 'rule json'],
    ['/other%2Fx', 'rule all'],
    ['/a//b;c/d%25', 'rule all'],
    ['/ADMIN/x', 'rule all'],
  ])('selects a rule if all interpretations lead to this rule (%s: %s)', (target, expected) => {
    expect(outcomeOf(policy, `https://api.test${target}`)).toBe(expected);
  });

  test.each([
    ['/repos/a%2Fb', 'rule api'],
    ['/repos//x', 'rule api'],
    ['/repos/a;v=1/b%3Fc', 'rule api'],
    ['/x%2Fy/z', 'rule api'],
    ['/v;1/z', 'rule api'],
    ['/repos%2Fx', 'no-rule-for-request'],
    ['//repos/x', 'no-rule-for-request'],
    ['/repos;a/x', 'no-rule-for-request'],
    ['/x/y/z', 'no-rule-for-request'],
  ])(
    'selects the only rule of its host if all interpretations match the rule (%s: %s)',
    (target, expected) => {
      expect(outcomeOf(narrow, `https://api.test${target}`)).toBe(expected);
    },
  );
});

describe('a host wildcard in a rule', () => {
  const policy = policyOf([ruleOf({ matchHosts: ['*.amazonaws.com', '*.example.org'] })]);

  // docs/credential-proxy.md#public-suffixes-below-wildcard
  test('does not match names below a public suffix such as s3.amazonaws.com if the rule has a secret', () => {
    expect(outcomeOf(policy, 'https://sts.amazonaws.com/')).toBe('rule api');
    expect(outcomeOf(policy, 'https://anyone.s3.amazonaws.com/')).toBe('no-rule-for-host');
    expect(outcomeOf(policy, 'https://s3.amazonaws.com/')).toBe('no-rule-for-host');
    expect(outcomeOf(policy, 'https://a.b.c.example.org/')).toBe('rule api');
    expect(explain(policy, 'https://anyone.s3.amazonaws.com/').detail).toContain('write the exact host');
    expect(explain(policy, 'https://anyone.other.com/').detail).not.toContain('write the exact host');
  });

  test('matches names below a public suffix if the rule has no secret', () => {
    const open = policyOf([
      ruleOf({ matchHosts: ['*.amazonaws.com', '*.github.io'], headers: [plainHeader()] }),
    ]);
    expect(outcomeOf(open, 'https://anyone.s3.amazonaws.com/')).toBe('rule api');
    expect(outcomeOf(open, 'https://anyone.github.io/')).toBe('rule api');
  });

  test('does not restrict names that a rule lists exactly', () => {
    const exact = policyOf([ruleOf({ matchHosts: ['mine.s3.amazonaws.com', 'mine.github.io'] })]);
    expect(outcomeOf(exact, 'https://mine.s3.amazonaws.com/')).toBe('rule api');
    expect(outcomeOf(exact, 'https://mine.github.io/')).toBe('rule api');
  });
});

describe('the rule field match_headers', () => {
  const policy = policyOf([
    ruleOf({ name: 'b', matchHeaders: [{ name: 'authorization', value: 'Bearer account-b' }] }),
    ruleOf({ name: 'other', matchPaths: ['/x'] }),
  ]);
  const asked = (...headers: string[]) => outcomeOf(policy, 'https://api.test/x', { headers });

  // docs/credential-proxy.md#meaning
  test('selects the rule whose placeholder is in a request header', () => {
    expect(asked('Authorization', 'Bearer account-b')).toBe('rule b');
    expect(asked('AUTHORIZATION', 'Bearer account-b', 'X', 'y')).toBe('rule b');
  });

  test.each([
    ['another value', ['Authorization', 'Bearer account-a']],
    ['the value in another case', ['Authorization', 'bearer account-b']],
    ['no such header', []],
    ['a similar value', ['X', 'y', 'authorization_', 'Bearer account-b']],
    ['the header twice', ['Authorization', 'Bearer account-b', 'authorization', 'Bearer account-b']],
    ['a longer value', ['Authorization', 'Bearer account-b, x']],
  ])('does not select the rule for a request with %s', (_, headers) => {
    expect(asked(...headers)).toBe('rule other');
  });

  test('requires all listed headers', () => {
    const both = policyOf([
      ruleOf({
        matchHeaders: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
        ],
      }),
    ]);
    expect(outcomeOf(both, 'https://api.test/', { headers: ['A', '1', 'B', '2'] })).toBe('rule api');
    expect(outcomeOf(both, 'https://api.test/', { headers: ['A', '1'] })).toBe('no-rule-for-request');
  });
});

describe('the setting no_proxy', () => {
  const rules = [ruleOf({ matchHosts: ['api.test', '*.svc.test', '10.1.2.3'] })];

  // docs/conformance.md#sandboxcreate-proxy-configuration
  test.each([
    ['api.test', 'https://api.test/', 'no-proxy'],
    ['API.TEST.', 'https://api.test/', 'no-proxy'],
    ['api.test:443', 'https://api.test/', 'no-proxy'],
    ['api.test:80', 'https://api.test/', 'rule api'],
    ['.svc.test', 'https://a.svc.test/', 'no-proxy'],
    ['*.svc.test', 'https://a.b.svc.test/', 'no-proxy'],
    ['.svc.test', 'https://svc.test/', 'no-proxy'],
    ['svc.test', 'https://a.svc.test/', 'rule api'],
    ['vc.test', 'https://a.svc.test/', 'rule api'],
    ['.vc.test', 'https://a.svc.test/', 'rule api'],
    ['10.0.0.0/8', 'https://10.1.2.3/', 'no-proxy'],
    ['10.1.2.3', 'https://10.1.2.3/', 'no-proxy'],
    ['10.0.0.0/8', 'https://[::ffff:10.1.2.3]/', 'no-proxy'],
    ['10.2.0.0/16', 'https://10.1.2.3/', 'rule api'],
    ['other.test', 'https://other.test/', 'no-proxy'],
    ['other.test:22', 'https://other.test:22/', 'port-not-allowed'],
  ])('with the value %s has this outcome for the request %s: %s', (entry, url, expected) => {
    expect(outcomeOf(policyOf(rules, { noProxy: [entry] }), url)).toBe(expected);
  });

  // docs/conformance.md#sandboxcreate-proxy-rule
  // docs/credential-proxy.md#proxy-rule
  test('in a rule exempts hosts only from that rule', () => {
    const policy = policyOf([
      ruleOf({ name: 'one', matchHosts: ['*.svc.test'], noProxy: ['a.svc.test'] }),
      ruleOf({ name: 'two', matchHosts: ['*.svc.test'] }),
    ]);
    expect(outcomeOf(policy, 'https://a.svc.test/')).toBe('rule two');
    expect(outcomeOf(policy, 'https://b.svc.test/')).toBe('rule one');
  });
});

describe('the setting access_control', () => {
  const rules = [ruleOf({ matchHosts: ['api.test', 'api.test:8443'] })];
  const allow = (...patterns: string[]) => policyOf(rules, { access: { kind: 'allow', patterns } });
  const deny = (...patterns: string[]) => policyOf(rules, { access: { kind: 'deny', patterns } });

  // docs/credential-proxy.md#allow-list
  test.each([
    [['api.test'], 'https://api.test/', 'rule api'],
    [['api.test'], 'https://api.test:8443/', 'not-on-allow-list'],
    [['api.test:8443'], 'https://api.test:8443/', 'rule api'],
    [['api.test:8443'], 'https://api.test/', 'not-on-allow-list'],
    [['api.test'], 'https://other.test/', 'not-on-allow-list'],
    [['*.test'], 'https://other.test/', 'no-rule-for-host'],
    [['*.lab.test'], 'https://lab.test/', 'not-on-allow-list'],
    [['db.test:5432'], 'https://db.test:5432/', 'no-rule-for-host'],
    [['10.0.0.0/8'], 'https://10.1.2.3/', 'no-rule-for-host'],
    [['10.0.0.0/8'], 'https://10.1.2.3:22/', 'not-on-allow-list'],
    [['10.1.2.3:22'], 'https://10.1.2.3:22/', 'no-rule-for-host'],
    [['[::1]:8443'], 'https://[::1]:8443/', 'no-rule-for-host'],
    [['0.0.0.0/0'], 'https://other.test/', 'not-on-allow-list'],
    [['~^(api|db[0-9]+)\\.test$'], 'https://API.test./', 'rule api'],
    [['~^(api|db[0-9]+)\\.test$'], 'https://db12.test/', 'no-rule-for-host'],
    [['~^(api|db[0-9]+)\\.test$'], 'https://api.test.evil.org/', 'not-on-allow-list'],
    [['~^(api|db[0-9]+)\\.test$'], 'https://api.test:8443/', 'not-on-allow-list'],
    [[], 'https://api.test/', 'not-on-allow-list'],
  ])('with the allow list %j has this outcome for the request %s: %s', (patterns, url, expected) => {
    expect(outcomeOf(allow(...patterns), url)).toBe(expected);
  });

  // docs/credential-proxy.md#deny-list
  test.each([
    [['other.test'], 'https://other.test/', 'on-deny-list'],
    [['other.test'], 'https://a.other.test/', 'no-rule-for-host'],
    [['~^.*api.*$'], 'https://api.test:8443/', 'on-deny-list'],
    [['*.test'], 'https://api.test/', 'on-deny-list'],
    [['api.test'], 'https://api.test:8443/', 'on-deny-list'],
    [['api.test:443'], 'https://api.test:8443/', 'rule api'],
    [['api.test:443'], 'https://api.test/', 'on-deny-list'],
    [['10.0.0.0/8'], 'https://[::ffff:10.1.2.3]/', 'on-deny-list'],
    [['other.test'], 'https://third.test:22/', 'port-not-allowed'],
  ])('with the deny list %j has this outcome for the request %s: %s', (patterns, url, expected) => {
    expect(outcomeOf(deny(...patterns), url)).toBe(expected);
  });

  // docs/credential-proxy.md#proxy-configuration
  test('takes precedence over no_proxy', () => {
    const policy = policyOf(rules, {
      noProxy: ['other.test'],
      access: { kind: 'allow', patterns: ['api.test'] },
    });
    expect(outcomeOf(policy, 'https://other.test/')).toBe('not-on-allow-list');
  });
});

describe('the explanation of a decision about a URL', () => {
  test('contains the rule and its header names, but neither the query nor values', () => {
    expect(explain(two, 'https://API.test:443/repos/x?token=s3cr3t')).toEqual({
      url: 'https://api.test/repos/x',
      decision: 'inject',
      reason: 'rule-matched',
      rule: 'api',
      headers: ['Authorization'],
      detail: expect.any(String),
    });
  });

  test.each([
    ['https://api.test/other', 'forward', 'no-rule-for-request'],
    ['https://api.test/repos/../x', 'refuse', 'ambiguous-path'],
    ['http://api.test/repos/x', 'refuse', 'plaintext-credential-refused'],
    ['https://other.test', 'tunnel', 'no-rule-for-host'],
    ['http://other.test?x', 'forward', 'no-rule-for-host'],
    ['https://other.test:22/', 'deny', 'port-not-allowed'],
    ['https://127.1/', 'refuse', 'bad-url'],
    ['https://u:p@api.test/', 'refuse', 'bad-url'],
    ['ftp://api.test/', 'refuse', 'bad-url'],
    ['api.test', 'refuse', 'bad-url'],
    ['', 'refuse', 'bad-url'],
  ])('contains for %s the decision %s and the reason %s', (url, decision, reason) => {
    expect(explain(two, url)).toMatchObject({ decision, reason, rule: null, headers: [] });
  });
});
