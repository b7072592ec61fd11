import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { readSandboxInputs } from '../../../src/action/inputs/sandbox-inputs.ts';
import { type SandboxInputName, variableOf } from '../../../src/action/inputs/registry.ts';
import { secretHeaderValues } from '../../../src/action/inputs/proxy-config.ts';
import { checkConfig } from '../../../src/action/inputs/check-proxy-config.ts';

const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
const rule = (header: string, host = 'api.example.org') =>
  `rules: [{ name: api, match_hosts: ['${host}'], headers: [${header}] }]`;
const PLAIN = rule('{ name: X-A, type: plaintext, value: a }');
const read = (inputs: Record<string, string>, env: Record<string, string> = {}) =>
  readSandboxInputs(
    {
      ...Object.fromEntries(Object.entries(inputs).map(([name, text]) => [variableOf(name), text])),
      ...env,
    },
    async () => checkConfig,
  );
const HOSTED = { mode: 'hosted', 'api-key': 'key-of-test' };
const RUNNER = { mode: 'runner', 'proxy-config': PLAIN };
const SWEEP = { mode: 'sweep', 'api-key': 'key-of-test' };

interface Row {
  base: Record<string, string>;
  good: string;
  /** Fields of the parsed inputs that exist only with the value. */
  effect: object;
  bad: [value: string, problem: RegExp];
  with?: Record<string, string>;
}
const settings = (effect: object) => ({ settings: effect });
const command = (effect: object) => settings({ command: effect });

/** One valid and one invalid value for every input. The type requires a row for each new input. */
const ROWS: Record<SandboxInputName, Row> = {
  mode: {
    base: SWEEP,
    good: 'hosted',
    effect: settings({ mode: 'hosted' }),
    bad: ['host', /not one of hosted/],
  },
  'proxy-config': {
    base: HOSTED,
    good: PLAIN,
    effect: settings({ proxyConfig: { rules: [{ name: 'api' }] } }),
    bad: ['rules: 1', /line 1: rules/],
  },
  run: {
    base: RUNNER,
    good: 'npm test',
    effect: command({ script: 'npm test', shell: 'bash' }),
    bad: ['npm test', /has no effect/],
  },
  shell: {
    base: { ...RUNNER, run: 'x' },
    good: 'sh',
    effect: command({ shell: 'sh' }),
    bad: ['sh -x', /is not a valid shell/],
  },
  'working-directory': {
    base: { ...RUNNER, run: 'x' },
    good: 'app',
    effect: command({ workingDirectory: 'app' }),
    bad: ['a\0b', /NUL/],
  },
  env: {
    base: { ...RUNNER, run: 'x' },
    good: '# what it is\nA=1=2\n\nB=""',
    effect: command({ env: { A: '1=2', B: '' } }),
    bad: ['A=1\nB=', /line 2: the value of B is empty/],
  },
  'time-limit': {
    base: { ...RUNNER, run: 'x' },
    good: '90s',
    effect: command({ timeLimitMs: 90_000 }),
    bad: ['soon', /not a duration/],
  },
  isolation: {
    base: RUNNER,
    good: 'process',
    effect: settings({ isolation: 'process' }),
    bad: ['docker', /not one of namespaces/],
  },
  'export-env': {
    base: RUNNER,
    good: 'true',
    effect: settings({ exportEnv: true }),
    bad: ['yes', /not a boolean/],
  },
  'private-networks': {
    base: RUNNER,
    good: '10.1.2.0/24\nfd00::/8',
    effect: settings({ privateNetworks: ['10.1.2.0/24', 'fd00::/8'] }),
    bad: ['10.1.2.3', /not a valid network/],
  },
  'ca-file': { base: RUNNER, good: '/ca.pem', effect: settings({ caFile: '/ca.pem' }), bad: ['a\0b', /NUL/] },
  'api-key': {
    base: HOSTED,
    good: 'key-of-good',
    effect: settings({ access: { apiKey: 'key-of-good' } }),
    bad: ['two words', /not allowed in a key/],
  },
  'workspace-id': {
    base: HOSTED,
    good: ID,
    effect: settings({ access: { workspaceId: ID } }),
    bad: ['mine', /not a UUID/],
  },
  'sandbox-url': {
    base: HOSTED,
    good: 'https://plane.example.org/api/',
    effect: settings({ access: { baseUrl: 'https://plane.example.org/api' } }),
    bad: ['https://plane.example.org/api/v2', /the URL contains the API version/],
  },
  'allow-insecure-host': {
    base: HOSTED,
    good: 'true',
    with: { 'sandbox-url': 'http://plane.example.org' },
    effect: settings({ access: { baseUrl: 'http://plane.example.org' } }),
    bad: ['1', /not a boolean/],
  },
  name: {
    base: HOSTED,
    good: 'nightly',
    effect: settings({ prefix: 'nightly' }),
    bad: ['My_Box', /is not a valid prefix/],
  },
  template: {
    base: HOSTED,
    good: 'tools',
    effect: settings({ template: 'tools' }),
    bad: ['a b', /not a valid name/],
  },
  snapshot: {
    base: HOSTED,
    good: 'a:b',
    effect: settings({ snapshot: 'a:b' }),
    bad: ['a b', /not a valid name/],
  },
  'wait-for-ready': {
    base: HOSTED,
    good: 'false',
    effect: settings({ waitForReady: false }),
    bad: ['no', /not a boolean/],
  },
  timeout: {
    base: HOSTED,
    good: '90s',
    effect: settings({ timeoutMs: 90_000 }),
    bad: ['2h', /out of range/],
  },
  keep: { base: HOSTED, good: 'true', effect: settings({ keep: true }), bad: ['no', /not a boolean/] },
  'older-than': {
    base: SWEEP,
    good: '2h',
    effect: settings({ olderThanMs: 7_200_000 }),
    bad: ['5s', /out of range/],
  },
  'sweep-limit': { base: SWEEP, good: '3', effect: settings({ limit: 3 }), bad: ['0', /not an integer/] },
  'dry-run': { base: SWEEP, good: 'true', effect: settings({ dryRun: true }), bad: ['no', /not a boolean/] },
  'request-timeout': {
    base: HOSTED,
    good: '5s',
    effect: settings({ access: { requestTimeoutMs: 5_000 } }),
    bad: ['0s', /out of range/],
  },
  summary: {
    base: HOSTED,
    good: 'false',
    effect: { display: { summary: false } },
    bad: ['no', /not a boolean/],
  },
  annotations: {
    base: HOSTED,
    good: 'false',
    effect: { display: { annotations: false } },
    bad: ['no', /not a boolean/],
  },
  'strict-inputs': {
    base: HOSTED,
    good: 'false',
    with: { nonsense: 'x' },
    effect: { ok: true, warnings: [{ path: 'nonsense' }] },
    bad: ['no', /not a boolean/],
  },
};

describe('each input of the sandbox action', () => {
  test.each(Object.entries(ROWS))(
    '(%s) takes effect if valid, and is rejected if invalid',
    async (name, row) => {
      const others = { ...row.base, ...row.with };
      const given = await read({ ...others, [name]: row.good });
      expect(given).toMatchObject(row.effect);
      expect(await read(others)).not.toMatchObject(row.effect);
      const [value, problem] = row.bad;
      // A command is invalid only in a mode that does not use it.
      const wrong = await read({ ...(name === 'run' ? HOSTED : row.base), [name]: value });
      if (wrong.ok) throw new Error('it was taken');
      const reported = wrong.problems.filter(({ path: input }) => input === name);
      expect(reported.map((one) => one.message).join()).toMatch(problem);
      for (const { hint: cure } of reported) expect(cure).toMatch(/^[A-Z`].*[.)?]$/s);
    },
  );

  test('is required if its mode needs the input, and rejected if its mode does not support the input', async () => {
    const printed = async (inputs: Record<string, string>) => {
      const reading = await read(inputs);
      return reading.ok ? [] : reading.problems.map(({ path: input }) => input);
    };
    expect(await printed({})).toEqual(['mode', 'api-key']);
    expect(await printed({ mode: 'runner' })).toEqual(['proxy-config']);
    expect(await printed({ mode: 'sweep' })).toEqual(['api-key']);
    expect(await printed({ ...HOSTED, run: 'x', env: 'A=1' })).toEqual(['run', 'env']);
    expect(await printed({ ...RUNNER, template: 'x' })).toEqual(['template']);
    expect(await printed({ ...HOSTED, template: 'x', snapshot: 'y' })).toEqual(['snapshot']);
  });
});

describe('the input with the rules of the credential proxy', () => {
  const problems = async (text: string, mode = 'runner', env = {}) => {
    const reading = await read({ ...(mode === 'hosted' ? HOSTED : RUNNER), 'proxy-config': text }, env);
    return reading.ok ? [] : reading.problems.map(({ message: problem }) => problem);
  };

  test('can be YAML or JSON', async () => {
    expect(await problems(PLAIN)).toEqual([]);
    expect(await problems(JSON.stringify(parse(PLAIN)))).toEqual([]);
  });

  test('is rejected for a misspelled field, with the line and the closest name', async () => {
    const reading = await read({
      ...RUNNER,
      'proxy-config': 'rules:\n  - name: a\n    match_host: [a.example.org]',
    });
    expect(reading).toMatchObject({
      problems: [
        {
          message: 'line 3: rules.0.match_host: no field with this name exists',
          hint: 'Did you mean match_hosts?',
        },
      ],
    });
  });

  // docs/security/secrets.md#headers-proxy
  test.each(['opaque', 'plaintext', 'workspace_secret'])(
    'is rejected for a header without a value, such as from a missing GitHub secret: %s',
    async (type) => {
      for (const value of ['', '""', '"Bearer "', ...(type === 'plaintext' ? [] : ['Bearer'])]) {
        const header = `\n      - name: Authorization\n        type: ${type}\n        value: ${value}`;
        const text = `rules:\n  - name: api\n    match_hosts: [api.example.org]\n    headers:${header}`;
        const [problem, ...more] = await problems(text, 'hosted');
        expect(problem).toMatch(
          /^line 7: rules\.0\.headers\.0\.value: it is (empty|an authentication scheme)/,
        );
        expect(more).toEqual([]);
      }
    },
  );

  test.each([
    ['aws.secret_access_key', "aws: { access_key_id: AKIDEXAMPLE, secret_access_key: '' }"],
    ['aws.session_token', "aws: { access_key_id: A, secret_access_key: '{A}', session_token: '' }"],
    ['hmac.secret', "hmac: { secret: '', header: X-Signature }"],
  ])('is rejected for a signing key without a value: %s', async (field, sign) => {
    const found = await problems(
      `rules: [{ name: api, match_hosts: [sts.us-east-1.amazonaws.com], sign: { ${sign} } }]`,
      'runner',
      { A: 'x' },
    );
    expect(found).toEqual([expect.stringContaining(`rules.0.sign.${field}: it is empty`)]);
  });

  test.each([
    ['aws: { access_key_id: A, secret_access_key: Zq9-literal }', /at least one secret/],
    ["aws: { access_key_id: A, secret_access_key: '{A}', secret: Zq9 }", /no field with this name/],
    ["hmac: { secret: '{A}', header: X-Signature, prefix: sha256= }", /no field with this name/],
    ["hmac: { secret: '{A}', header: X-Signature, algorithm: md5 }", /algorithm/],
    ["hmac: { secret: '{A}', header: X-Signature, signed: '{timestamp}.{body}' }", /receiver must know/],
    ["hmac: { secret: '{A}', header: X-Signature }, other: 1", /no field with this name/],
    ['', /exactly one of/],
  ])('is rejected before anything is started for the signature { %s }', async (sign, problem) => {
    const text = `rules: [{ name: api, match_hosts: [sts.us-east-1.amazonaws.com], sign: { ${sign} } }]`;
    const found = (await problems(text, 'runner', { A: 'x' })).join();
    expect(found).toMatch(problem);
    expect(found).not.toContain('Zq9');
  });

  test.each([
    ["hmac: { secret: '{A}', secret_encoding: hex, header: X-Signature }", 'api.example.org'],
    ["aws: { access_key_id: '{A}', secret_access_key: '{A}' }", 'sts.us-east-1.amazonaws.com'],
  ])('can contain a signature only for the runner: { %s }', async (sign, host) => {
    const text = `rules: [{ name: api, match_hosts: [${host}], sign: { ${sign} } }]`;
    expect(await problems(text, 'runner', { A: 'x' })).toEqual([]);
    expect(await problems(text)).toEqual([
      'a rule uses {A}, but the environment variable A of the step is missing or empty',
    ]);
    expect(await problems(text, 'hosted')).toEqual([
      expect.stringContaining('rules.0.sign: the hosted service can only add headers'),
    ]);
  });

  test('has literal signing keys masked, but neither names of secrets nor texts with variables', () => {
    const aws = 'aws: { access_key_id: AKIDEXAMPLE, secret_access_key: literal-1, session_token: literal-2 }';
    const hmac = (secret: string) => `hmac: { secret: ${secret}, header: X, value: 'v={signature}' }`;
    const text = `rules: [{ sign: { ${aws} } }, { sign: { ${hmac('literal-3')} } }, { sign: { ${hmac("'{KEY}'")} } }]`;
    expect(secretHeaderValues(`${text}\nservices: [{ service: slack, secret: BOT_TOKEN }]`)).toEqual([
      'literal-1',
      'literal-2',
      'literal-3',
    ]);
  });

  test('has a literal value masked in a header whose name is in the wrong field', () => {
    const text =
      "rules: [{ headers: [{ header: X-Key, value: 'literal' }], sign: { hmac: { header: X, value: '{timestamp}' } } }]";
    expect(secretHeaderValues(text)).toEqual(['literal']);
  });

  test('requires the fields of the service aws in the runner', async () => {
    const aws = (fields: string) => `services: [{ service: aws, ${fields} }]`;
    const env = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'x' };
    expect(await problems(aws('region: eu-central-1, endpoints: [s3]'), 'runner', env)).toEqual([]);
    expect((await problems(aws('region: eu-central-1'), 'runner', env)).join()).toContain(
      'services.0.endpoints: is required',
    );
    expect((await problems(aws('region: eu-central-1, endpoint: [s3]'), 'runner', env)).join()).toContain(
      'no field with this name',
    );
  });

  test('is rejected for a misspelled list of hosts, because every host would be allowed without the list', async () => {
    const text = `${PLAIN}\naccess_control: { alow_list: [api.example.org] }`;
    for (const mode of ['runner', 'hosted']) {
      expect(await problems(text, mode)).toEqual([
        'line 2: access_control.alow_list: no field with this name exists',
      ]);
    }
  });

  test('is rejected without showing a part of a value that YAML parsed as a field', async () => {
    for (const header of [
      '{ name: A, type: opaque, value: first, Zq9Piece }',
      '{ name: A, type: opaque, Zq9Piece: a }',
    ]) {
      const found = await problems(rule(header));
      expect(found.join()).toMatch(/^line \d+: rules\.0\.headers\.0: no field with this name exists/);
      expect(found.join()).not.toContain('Zq9');
    }
  });

  test.each([
    [
      'a wildcard over a domain in which anyone can register a name',
      rule('{ name: A, type: opaque, value: secret }', '*.github.io'),
      /public suffix/,
    ],
    ['a reserved header', rule('{ name: Host, type: plaintext, value: a }'), /./],
    ['an unmatched brace', rule("{ name: A, type: workspace_secret, value: 'Bearer {TOKEN' }"), /brace/],
    [
      'two rules with the same name',
      'rules: [{ name: a, match_hosts: [a.example.org] }, { name: a, match_hosts: [b.example.org] }]',
      /has this name/,
    ],
  ])('is rejected before anything is started or sent: %s', async (_what, text, problem) => {
    for (const mode of ['runner', 'hosted']) {
      expect((await problems(text, mode, { TOKEN: 'x' })).join()).toMatch(problem);
    }
  });

  test('can contain features that only the hosted sandbox supports if the sandbox is hosted', async () => {
    const callbacks =
      'callbacks: [{ match_hosts: [a.example.org], url: https://b.example.org, ttl_seconds: 60 }]';
    expect(await problems(callbacks, 'hosted')).toEqual([]);
    expect((await problems(callbacks)).join()).toMatch(/this proxy does not support callbacks/);
  });

  test('requires the environment variables that its enabled rules use', async () => {
    const text = rule("{ name: Authorization, type: workspace_secret, value: 'Bearer {API_TOKEN}' }");
    expect(await problems(text, 'runner', { API_TOKEN: 'the-token' })).toEqual([]);
    expect(await problems(text)).toEqual([
      'a rule uses {API_TOKEN}, but the environment variable API_TOKEN of the step is missing or empty',
    ]);
    expect(await problems(text.replace('name: api', 'name: api, enabled: false'))).toEqual([]);
    // The service stores its own secrets, which the text refers to.
    expect(await problems(text, 'hosted')).toEqual([]);
  });

  // docs/security/checkouts.md#rules-checked-before-anything
  test('is not shown in the error if it cannot be parsed', async () => {
    for (const text of [
      'rules: [unclosed-secret-text',
      'secret-text',
      'rules: [{headers: [{value: secret-text}]}]',
    ]) {
      expect(JSON.stringify(await problems(text))).not.toContain('secret-text');
    }
  });

  test('is described in errors without any of its values', async () => {
    const marked = fc.constantFrom(
      'zz-marked-value-zz',
      'zz-marked-value-zz\n',
      '{zz-marked-value-zz',
      ' zz-marked-value-zz',
    );
    const leaf = fc.oneof(
      marked,
      fc.constantFrom<unknown>(1, null, true, [], {}, 'api.example.org', '*', '/x'),
    );
    const list = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }));
    const header = fc.record({
      name: leaf,
      type: fc.constantFrom('opaque', 'plaintext', 'workspace_secret', 1),
      value: leaf,
    });
    const signing = fc.oneof(
      leaf,
      fc.dictionary(
        fc.constantFrom(
          'access_key_id',
          'secret_access_key',
          'region',
          'secret',
          'header',
          'signed',
          'value',
        ),
        leaf,
      ),
    );
    const rule = fc.record(
      {
        name: leaf,
        match_hosts: list,
        match_paths: list,
        match_headers: list,
        headers: fc.array(header, { maxLength: 3 }),
        no_proxy: list,
        env_vars: leaf,
        type: leaf,
        sign: fc.oneof(leaf, fc.record({ aws: signing, hmac: signing }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    );
    const config = fc.record(
      {
        rules: fc.oneof(leaf, fc.array(rule, { maxLength: 3 })),
        no_proxy: list,
        access_control: fc.oneof(
          leaf,
          fc.record({ allow_list: list, deny_list: list }, { requiredKeys: [] }),
        ),
        callbacks: list,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(config, fc.constantFrom('runner', 'hosted'), async (value, mode) => {
        expect((await problems(JSON.stringify(value), mode)).join()).not.toContain('zz-marked-value-zz');
      }),
    );
  });
});
