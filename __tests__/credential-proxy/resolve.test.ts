import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ProxyConfig } from '../../src/contract/sandbox.ts';
import { compilePolicy } from '../../src/credential-proxy/policy/compile.ts';
import {
  checkProxyConfig,
  resolveProxyConfig,
  type SecretSource,
} from '../../src/credential-proxy/resolve.ts';

const SECRETS: Record<string, string> = {
  TOKEN: 'tok-1234567890',
  USER: 'me',
  TRICKY: '{USER}',
  BROKEN: 'line\nbreak-s3cr3t',
  BLANK: ' s3cr3t-with-blank',
  UNICODE: 's3cr3t-ü',
};
const source = (over: Partial<SecretSource> = {}): SecretSource => ({
  secret: (key) => SECRETS[key],
  opaque: () => undefined,
  ...over,
});
const resolve = (config: unknown, over: Partial<SecretSource> = {}) =>
  resolveProxyConfig(ProxyConfig.parse(config), source(over));
const rule = (over: object = {}) => ({ name: 'api', match_hosts: ['api.test'], ...over });
const withValue = (type: string, value: string | null | undefined, over: Partial<SecretSource> = {}) =>
  resolve({ rules: [rule({ headers: [{ name: 'Authorization', type, value }] })] }, over);
const problemsOf = (resolved: ReturnType<typeof resolve>) =>
  resolved.kind === 'refused' ? resolved.problems : [];
const headerOf = (resolved: ReturnType<typeof resolve>) =>
  resolved.kind === 'resolved' ? resolved.config.rules[0]?.headers[0] : undefined;

describe("the insertion of values into a rule's headers", () => {
  test('inserts one or more workspace secrets, which will be masked', () => {
    expect(headerOf(withValue('workspace_secret', 'Basic {USER}:{TOKEN} {USER}'))).toEqual({
      name: 'Authorization',
      value: 'Basic me:tok-1234567890 me',
      secret: true,
      needles: ['me', 'tok-1234567890'],
    });
  });

  // docs/credential-proxy.md#workspace-secret
  test('does not expand a secret that looks like a template', () => {
    expect(headerOf(withValue('workspace_secret', '{TRICKY}'))?.value).toBe('{USER}');
  });

  test('converts double braces to single braces', () => {
    expect(headerOf(withValue('workspace_secret', '{{{TOKEN}}}{{USER}}'))?.value).toBe(
      '{tok-1234567890}{USER}',
    );
  });

  // docs/credential-proxy.md#plaintext-opaque
  test.each(['plaintext', 'opaque'])('leaves a %s value unchanged', (type) => {
    const header = headerOf(withValue(type, 'v {TOKEN} {{ {'));
    expect(header?.value).toBe('v {TOKEN} {{ {');
    expect(header?.secret).toBe(type === 'opaque');
  });

  // docs/credential-proxy.md#opaque-value-said
  test('uses the stored value for an opaque header that has no value', () => {
    const stored = (ruleIndex: number, headerIndex: number): string => `stored-${ruleIndex}-${headerIndex}`;
    expect(headerOf(withValue('opaque', undefined, { opaque: stored }))).toMatchObject({
      value: 'stored-0-0',
      needles: ['stored-0-0'],
    });
    expect(headerOf(withValue('opaque', 'new-value', { opaque: stored }))?.value).toBe('new-value');
  });

  test('clears the stored value of an opaque header if its new value is null', () => {
    expect(problemsOf(withValue('opaque', null, { opaque: () => 'stored' }))).toHaveLength(1);
  });

  // docs/credential-proxy.md#unknown-key-half-brace
  // docs/departures/sandboxes.md#sandboxcreate-key
  test.each([
    ['{MISSING}', 'MISSING does not exist'],
    ['{', 'brace'],
    ['{}', 'brace'],
    ['a } b', 'brace'],
    ['{not-one}', 'brace'],
    ['{1A}', 'brace'],
    ['{ TOKEN }', 'brace'],
    ['no reference', 'at least one secret'],
    ['', 'at least one secret'],
    ['{{TOKEN}}', 'at least one secret'],
    ['{BROKEN}', 'workspace secret BROKEN contains a line break'],
    ['{BLANK}', 'workspace secret BLANK begins or ends with a space or tab'],
    ['{UNICODE}', 'workspace secret UNICODE contains characters other than'],
    ['{TOKEN} ', 'begins or ends with a space or tab'],
  ])('rejects %j with its path: %s', (value, words) => {
    expect(problemsOf(withValue('workspace_secret', value))).toEqual([
      { loc: ['rules', 0, 'headers', 0, 'value'], msg: expect.stringContaining(words) },
    ]);
  });

  test('reports each unknown secret', () => {
    const messages = problemsOf(withValue('workspace_secret', '{ONE}{TWO}{TOKEN}')).map(({ msg }) => msg);
    expect(messages).toEqual([expect.stringContaining('ONE'), expect.stringContaining('TWO')]);
  });

  test('never includes a part of a secret in a problem (property)', () => {
    const secretText = fc.stringMatching(/^[\x01-\xff]{8,20}$/);
    fc.assert(
      fc.property(
        secretText,
        fc.constantFrom('workspace_secret', 'opaque'),
        fc.string(),
        (text, type, name) => {
          const config = {
            rules: [
              {
                name: 'r',
                match_hosts: ['*'],
                headers: [{ name, type, value: type === 'opaque' ? text : '{A}' }],
              },
            ],
          };
          const parsed = ProxyConfig.safeParse(config);
          if (!parsed.success) return;
          const resolved = resolveProxyConfig(parsed.data, source({ secret: () => text }));
          expect(JSON.stringify(resolved.kind === 'refused' && resolved.problems)).not.toContain(
            text.slice(0, 8),
          );
        },
      ),
    );
  });

  test('fills in a template like a plain string replacement (property)', () => {
    const plain = fc.stringMatching(/^[a-zA-Z0-9:]{1,8}$/);
    fc.assert(
      fc.property(plain, plain, plain, fc.stringMatching(/^[!-~]{1,12}$/), (before, key, after, secret) => {
        fc.pre(/^[A-Za-z_]\w*$/.test(key));
        const resolved = withValue('workspace_secret', `${before}{${key}}${after}{${key}}`, {
          secret: () => secret,
        });
        expect(headerOf(resolved)?.value).toBe(before + secret + after + secret);
      }),
    );
  });
});

describe('the resolution of a proxy configuration', () => {
  test('reports problems with their paths in the configuration', () => {
    const resolved = resolve({
      rules: [
        rule({ enabled: false, name: 'off' }),
        rule({
          match_hosts: ['ok.test', '*'],
          match_paths: ['x'],
          match_headers: ['A: b'],
          no_proxy: ['a b'],
        }),
      ],
      no_proxy: ['10.0.0.1/8'],
      access_control: { deny_list: ['a.test', 'b c'] },
    });
    expect(problemsOf(resolved).map(({ loc }) => loc)).toEqual([
      ['rules', 1, 'match_headers', 0],
      ['no_proxy', 0],
      ['access_control', 'deny_list', 1],
      ['rules', 1, 'match_hosts', 1],
      ['rules', 1, 'match_paths', 0],
      ['rules', 1, 'no_proxy', 0],
    ]);
  });

  // docs/credential-proxy.md#enabled-false
  test('checks a disabled rule, although the rule has no effect and its secrets need not exist', () => {
    const off = rule({
      name: 'off',
      enabled: false,
      env_vars: { A: '1' },
      headers: [
        { name: 'X-A', type: 'workspace_secret', value: '{GONE}' },
        { name: 'X-B', type: 'opaque' },
      ],
    });
    const resolved = resolve({ rules: [off, rule({ env_vars: { B: '2' } })] });
    expect(resolved).toMatchObject({ kind: 'resolved', config: { envVars: { B: '2' } } });
    expect(resolved.kind === 'resolved' && resolved.config.rules.map(({ name }) => name)).toEqual(['api']);
    expect(problemsOf(resolve({ rules: [{ ...off, match_hosts: ['*'] }] }))).toHaveLength(1);
  });

  // docs/credential-proxy.md#env-vars
  test('uses the first of two rules that set the same variable', () => {
    const resolved = resolve({
      rules: [
        rule({ env_vars: { A: 'first' } }),
        rule({ name: 'b', match_hosts: ['b.test'], env_vars: { A: 'x', B: 'y' } }),
      ],
    });
    expect(resolved).toMatchObject({ config: { envVars: { A: 'first', B: 'y' } } });
  });

  // docs/credential-proxy.md#rules-type-aws-gcp
  // docs/departures/sandboxes.md#sandboxcreate-rules-type-aws
  test.each(['aws', 'gcp', 'azure', 'other'])('rejects a rule of type %s and reports the type', (type) => {
    expect(problemsOf(resolve({ rules: [{ name: 'p', type }] }))).toEqual([
      { loc: ['rules', 0, 'type'], msg: expect.stringContaining('this proxy does not support') },
    ]);
  });

  test('rejects callbacks, but accepts an empty list of callbacks', () => {
    expect(problemsOf(resolve({ callbacks: [{ url: 'https://x.test' }] }))).toEqual([
      { loc: ['callbacks'], msg: expect.stringContaining('this proxy does not support') },
    ]);
    expect(resolve({ callbacks: [], rules: [] }).kind).toBe('resolved');
  });

  // docs/credential-proxy.md#both-lists-empty-allow
  test('accepts a single access list, but neither two access lists nor an empty allow list', () => {
    const access = (access_control: object) => resolve({ access_control });
    expect(access({ allow_list: ['a.test'] })).toMatchObject({ config: { access: { kind: 'allow' } } });
    expect(access({ deny_list: ['a.test'], allow_list: [] })).toMatchObject({
      config: { access: { kind: 'deny' } },
    });
    expect(access({ deny_list: [] })).toMatchObject({ config: { access: { kind: 'open' } } });
    expect(problemsOf(access({ allow_list: ['a.test'], deny_list: ['b.test'] }))).toHaveLength(1);
    expect(problemsOf(access({ allow_list: [] }))).toHaveLength(1);
    expect(problemsOf(access({ allow_list: ['~a.*'] }))).toHaveLength(1);
  });

  // docs/credential-proxy.md#list-refused-where-lists-name-misspelt-unknown-fields
  test('rejects an access control without a list, because a misspelled name would open every host', () => {
    for (const access_control of [{}, { alow_list: ['a.test'] }, { allow_list: null }]) {
      expect(problemsOf(resolve({ access_control }))).toEqual([
        { loc: ['access_control'], msg: 'contains no list: specify allow_list or deny_list' },
      ]);
    }
  });

  // docs/credential-proxy.md#form
  // docs/departures/sandboxes.md#sandboxcreate-enabled-description-match
  test('parses match_headers as "name: value"', () => {
    const resolved = resolve({
      rules: [rule({ match_headers: ['authorization: Bearer account-b', 'x-a:1'] })],
    });
    expect(resolved.kind === 'resolved' && resolved.config.rules[0]?.matchHeaders).toEqual([
      { name: 'authorization', value: 'Bearer account-b' },
      { name: 'x-a', value: '1' },
    ]);
    for (const text of ['Authorization: a', 'nothing', 'a:', ': b', 'a b: c']) {
      expect(problemsOf(resolve({ rules: [rule({ match_headers: [text] })] }))).toEqual([
        { loc: ['rules', 0, 'match_headers', 0], msg: expect.any(String) },
      ]);
    }
  });

  // docs/credential-proxy.md#size
  test('rejects a configuration above 64 KiB', () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/${index}${'a'.repeat(200)}`);
    const rules = Array.from({ length: 10 }, (_, index) => rule({ name: `r${index}`, match_paths: paths }));
    expect(problemsOf(resolve({ rules }))).toEqual([{ loc: [], msg: expect.stringContaining('65536') }]);
  });

  test('returns only configurations that the proxy accepts (property)', () => {
    const hosts = fc.constantFrom(
      'api.test',
      '*.svc.test',
      'x.test:8443',
      '*',
      '[::1]',
      '10.0.0.0',
      'bücher.test',
      '*.co.uk',
    );
    const header = fc.record({
      name: fc.constantFrom('Authorization', 'X-Key', 'x_key', 'Host', 'Content-Type'),
      type: fc.constantFrom('workspace_secret', 'plaintext', 'opaque'),
      value: fc.constantFrom('{TOKEN}', 'v', '{USER}{TRICKY}', ' a', '{BROKEN}'),
    });
    const anyRule = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      enabled: fc.boolean(),
      match_hosts: fc.array(hosts, { maxLength: 3 }),
      match_paths: fc.array(fc.constantFrom('/a/*', '/b', 'c', '/*'), { maxLength: 2 }),
      headers: fc.array(header, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 3 }), (rules) => {
        const resolved = resolve({ rules });
        if (resolved.kind === 'refused') return;
        expect(compilePolicy({ ...resolved.config, privateNetworks: [] }).kind).toBe('compiled');
        expect(resolved.config.rules).toHaveLength(rules.filter(({ enabled }) => enabled).length);
      }),
    );
  });
});

describe("the check of a configuration for a hosted sandbox's proxy", () => {
  const check = (config: unknown) => checkProxyConfig(ProxyConfig.parse(config));

  test('accepts provider rules, callbacks and regular expressions, and assumes that all secrets exist', () => {
    const config = {
      rules: [
        { name: 'cloud', type: 'aws' },
        rule({ headers: [{ name: 'Authorization', type: 'workspace_secret', value: '{ANY}' }] }),
      ],
      callbacks: [{ url: 'https://x.test' }],
      access_control: { allow_list: ['~^a', 'api.test'] },
    };
    expect(check(config)).toEqual({ problems: [], warnings: [] });
  });

  test('reports structural mistakes with their paths', () => {
    const config = {
      rules: [
        { name: 'cloud', type: 'aws' },
        rule({ match_hosts: ['*.com'], headers: [{ name: 'Host', type: 'opaque' }] }),
      ],
    };
    expect(check(config).problems.map(({ loc }) => loc)).toEqual([
      ['rules', 1, 'headers', 0, 'value'],
      ['rules', 1, 'headers', 0, 'name'],
      ['rules', 1, 'match_hosts', 0],
    ]);
  });
});

describe('the placeholders of a rule', () => {
  const withPlaceholder = (placeholder: object, over: object = {}) => ({
    rules: [rule({ placeholders: [{ env: 'API_KEY', value: 'x-{TOKEN}', ...placeholder }], ...over })],
  });

  test('get the values of secrets, and are replaced only in headers unless other places are listed', () => {
    const resolved = resolve(withPlaceholder({ prefix: 'sk-' }));
    expect(resolved.kind === 'resolved' && resolved.config.rules[0]?.placeholders).toEqual([
      {
        env: 'API_KEY',
        prefix: 'sk-',
        value: 'x-tok-1234567890',
        in: ['header'],
        needles: ['tok-1234567890'],
      },
    ]);
  });

  test.each([
    ['an unknown secret', { value: '{MISSING}' }, 'MISSING does not exist'],
    ['a value without a secret', { value: 'literal-key' }, 'at least one secret'],
    ['a secret with a line break', { value: '{BROKEN}' }, 'BROKEN contains a line break'],
  ])('are rejected with %s', (_what, placeholder, words) => {
    const [problem, ...more] = problemsOf(resolve(withPlaceholder(placeholder)));
    expect(problem).toEqual({
      loc: ['rules', 0, 'placeholders', 0, 'value'],
      msg: expect.stringContaining(words),
    });
    expect(more).toEqual([]);
    expect(problem?.msg).not.toContain('literal-key');
  });

  // docs/credential-proxy/placeholders.md#twice
  test('are rejected if env_vars sets their variable', () => {
    const problems = problemsOf(resolve(withPlaceholder({}, { env_vars: { API_KEY: 'x' } })));
    expect(problems).toEqual([
      { loc: ['rules', 0, 'placeholders', 0, 'env'], msg: expect.stringContaining('env_vars') },
    ]);
  });

  // docs/credential-proxy/placeholders.md#hosted
  test('are rejected for the hosted service, which can only add headers', () => {
    expect(checkProxyConfig(ProxyConfig.parse(withPlaceholder({}))).problems).toEqual([
      { loc: ['rules', 0, 'placeholders'], msg: expect.stringContaining('can only add headers') },
    ]);
  });

  test.each([
    ['a variable with an invalid name', { env: 'API-KEY' }],
    ['an empty list of places', { in: [] }],
    ['an unknown place', { in: ['cookie'] }],
    ['a prefix with other characters', { prefix: 'a b' }],
  ])('do not match the schema with %s', (_what, placeholder) => {
    expect(ProxyConfig.safeParse(withPlaceholder(placeholder)).success).toBe(false);
  });
});

describe('the budget of a rule', () => {
  const withBudget = (budget: object) => ({ rules: [rule({ budget })] });

  test('has the time in milliseconds', () => {
    const resolved = resolve(withBudget({ uses: 3, until: '2027-01-01T01:00:00+01:00' }));
    expect(resolved.kind === 'resolved' && resolved.config.rules[0]?.budget).toEqual({
      uses: 3,
      until: Date.UTC(2027, 0, 1),
      used: 0,
    });
  });

  // docs/credential-proxy/budgets.md#hosted
  test('is rejected for the hosted service, which can only add headers', () => {
    expect(checkProxyConfig(ProxyConfig.parse(withBudget({ uses: 1 }))).problems).toEqual([
      { loc: ['rules', 0, 'budget'], msg: expect.stringContaining('can only add headers') },
    ]);
  });

  test.each([
    {},
    { uses: 0 },
    { uses: 1.5 },
    { uses: -1 },
    { uses: null },
    { until: 'tomorrow' },
    { until: '2027-01-01' },
  ])('does not match the schema with %j', (budget) => {
    expect(ProxyConfig.safeParse(withBudget(budget)).success).toBe(false);
  });
});

describe('the signature of a rule', () => {
  const HOST = { match_hosts: ['sts.us-east-1.amazonaws.com'] };
  const AWS = { access_key_id: 'AKIDEXAMPLE', secret_access_key: '{TOKEN}' };
  const HMAC = { secret: '{TOKEN}', header: 'X-Signature' };
  const withSign = (sign: object, over: object = HOST) => ({ rules: [rule({ sign, ...over })] });
  const signOf = (config: object) => {
    const resolved = resolve(config);
    return resolved.kind === 'resolved' ? resolved.config.rules[0]?.sign : resolved.problems;
  };

  test('for AWS gets the values of secrets, and all optional fields can be absent', () => {
    const expected = {
      kind: 'aws',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'tok-1234567890',
      sessionToken: null,
      region: null,
      service: null,
      needles: ['tok-1234567890'],
    };
    expect(signOf(withSign({ aws: AWS }))).toEqual(expected);
    const all = { access_key_id: '{USER}', session_token: '{TOKEN}', region: 'us-east-1', service: 'sts' };
    expect(signOf(withSign({ aws: { ...AWS, ...all } }))).toEqual({
      ...expected,
      accessKeyId: 'me',
      sessionToken: 'tok-1234567890',
      region: 'us-east-1',
      service: 'sts',
      needles: ['me', 'tok-1234567890', 'tok-1234567890'],
    });
  });

  // docs/credential-proxy/signing.md#variables
  test('for AWS sets variables without a key, unless another rule sets these variables', () => {
    const variables = (config: object) => {
      const resolved = resolve(config);
      return resolved.kind === 'resolved' ? resolved.config.envVars : resolved.problems;
    };
    expect(variables(withSign({ aws: AWS }))).toEqual({
      AWS_ACCESS_KEY_ID: 'signed-by-the-credential-proxy',
      AWS_SECRET_ACCESS_KEY: 'signed-by-the-credential-proxy',
    });
    const own = { env_vars: { AWS_ACCESS_KEY_ID: 'dummy' } };
    expect(variables(withSign({ aws: AWS }, { ...HOST, ...own }))).toMatchObject(own.env_vars);
    expect(variables(withSign({ aws: AWS }, { ...HOST, enabled: false }))).toEqual({});
    expect(variables(withSign({ hmac: HMAC }))).toEqual({});
  });

  test('with an HMAC is by default the SHA-256 of the body in hexadecimal', () => {
    expect(signOf(withSign({ hmac: HMAC }))).toEqual({
      kind: 'hmac',
      secret: 'tok-1234567890',
      secretEncoding: 'text',
      algorithm: 'sha256',
      encoding: 'hex',
      signed: '{body}',
      header: 'X-Signature',
      value: '{signature}',
      timestampHeader: null,
      needles: ['tok-1234567890'],
    });
  });

  test.each([
    ['an unknown secret', { aws: { ...AWS, session_token: '{MISSING}' } }, 'aws.session_token', 'MISSING'],
    [
      'a literal key',
      { aws: { ...AWS, secret_access_key: 'literal-key' } },
      'aws.secret_access_key',
      'secret',
    ],
    ['a literal secret', { hmac: { ...HMAC, secret: 'literal-key' } }, 'hmac.secret', 'at least one secret'],
    ['an invalid header', { hmac: { ...HMAC, header: 'Host' } }, 'hmac.header', 'connection'],
    [
      'an invalid timestamp header',
      { hmac: { ...HMAC, timestamp_header: 'Host' } },
      'hmac.timestamp_header',
      'connection',
    ],
    ['an invalid ID of a key', { aws: { ...AWS, access_key_id: 'literal key' } }, 'aws.access_key_id', 'ID'],
  ])('is rejected with %s', (_what, sign, place, words) => {
    const problems = problemsOf(resolve(withSign(sign)));
    expect(problems).toEqual([
      { loc: ['rules', 0, 'sign', ...place.split('.')], msg: expect.stringContaining(words) },
    ]);
    expect(JSON.stringify(problems)).not.toMatch(/literal.key/);
  });

  test('is checked in a disabled rule whose secrets do not exist', () => {
    const secret = { secret: '{MISSING}', secret_encoding: 'hex' };
    expect(problemsOf(resolve(withSign({ hmac: { ...HMAC, ...secret } }, { enabled: false })))).toEqual([]);
  });

  // docs/credential-proxy/signing.md#hosted
  test.each([{ aws: AWS }, { hmac: HMAC }])(
    'is rejected for the hosted service, which can only add headers: %j',
    (sign) => {
      expect(checkProxyConfig(ProxyConfig.parse(withSign(sign))).problems).toEqual([
        { loc: ['rules', 0, 'sign'], msg: expect.stringContaining('can only add headers') },
      ]);
    },
  );

  test('is suggested by the problem with a provider rule of the type aws', () => {
    const [problem] = problemsOf(resolve({ rules: [{ name: 'cloud', type: 'aws', ...HOST }] }));
    expect(problem).toEqual({ loc: ['rules', 0, 'type'], msg: expect.stringContaining('use sign') });
  });

  test.each([
    {},
    { aws: null },
    { aws: AWS, hmac: HMAC },
    { aws: { access_key_id: 'AKIDEXAMPLE' } },
    { aws: { ...AWS, region: 'eu/central' } },
    { aws: { ...AWS, service: '' } },
    { aws: { ...AWS, secret_access_key: 'a\nb' } },
    { hmac: { secret: '{TOKEN}' } },
    { hmac: { ...HMAC, algorithm: 'md5' } },
    { hmac: { ...HMAC, encoding: 'base32' } },
    { hmac: { ...HMAC, header: 'X Signature' } },
    { hmac: { ...HMAC, signed: '' } },
    { hmac: { ...HMAC, value: 'x'.repeat(1025) } },
  ])('does not match the schema with %j', (sign) => {
    expect(ProxyConfig.safeParse(withSign(sign)).success).toBe(false);
  });
});
