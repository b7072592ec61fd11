import { describe, expect, test } from '@jest/globals';
import type { RunEvent } from '../../../src/action/event.ts';
import { displayOf, readInputs } from '../../../src/action/inputs/read.ts';
import { variableOf } from '../../../src/action/inputs/registry.ts';

const COMMIT = 'a'.repeat(40);
const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
const push: RunEvent = {
  name: 'push',
  repository: 'acme/agents',
  serverUrl: 'https://github.com',
  ref: 'main',
  commit: COMMIT,
  deleted: false,
  created: false,
  fork: false,
  action: undefined,
  before: undefined,
  pullRequest: undefined,
};
const least = { 'api-key': 'key-of-test', 'deployment-name': 'my-agent' };

const read = (
  inputs: Record<string, string>,
  event: Partial<RunEvent> = {},
  env: Record<string, string> = {},
) =>
  readInputs(
    {
      ...env,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [variableOf(name), value])),
    },
    { ...push, ...event },
  );
const settingsOf = async (...args: Parameters<typeof read>) => {
  const reading = await read(...args);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.settings;
};
const deployOf = async (...args: Parameters<typeof read>) => {
  const settings = await settingsOf(...args);
  if (settings.verb !== 'deploy') throw new Error(`it is ${settings.verb}`);
  return settings;
};
const problemsOf = async (...args: Parameters<typeof read>) => {
  const reading = await read(...args);
  return reading.ok ? [] : reading.problems;
};

describe('the smallest valid set of inputs', () => {
  test('yields every default', async () => {
    expect(await settingsOf(least)).toEqual({
      verb: 'deploy',
      apiKey: 'key-of-test',
      workspaceId: undefined,
      endpoint: { baseUrl: 'https://api.host.langchain.com', dialect: 'langsmith', allowInsecureHost: false },
      target: { by: 'name', name: 'my-agent' },
      desired: expect.objectContaining({
        source: 'git_host',
        isSourceSet: false,
        repoUrl: 'https://github.com/acme/agents',
        ref: 'main',
        commit: COMMIT,
        graphConfigPath: undefined,
        buildOnPush: undefined,
        secrets: undefined,
        secretsStrategy: 'merge',
      }),
      resolveCommit: false,
      paths: undefined,
      rerun: false,
      rollbackOnFailure: false,
      expectedPlan: undefined,
      onCancel: 'leave',
      github: {
        token: undefined,
        deployment: true,
        environment: undefined,
        comment: true,
        commentKey: undefined,
        commentLogs: false,
      },
      wait: true,
      waitTimeoutMs: 1_800_000,
      pollIntervalMs: 60_000,
      requestTimeoutMs: 30_000,
      policy: { onTimeout: 'fail', onSuperseded: 'fail' },
      force: false,
      dryRun: false,
      locks: 'auto',
      logLines: 30,
    });
  });

  test('can take the API key and the workspace from environment variables', async () => {
    const env = { LANGSMITH_API_KEY: 'key-of-env', LANGSMITH_TENANT_ID: ID.toUpperCase() };
    expect(await settingsOf({ 'deployment-name': 'a', 'api-key': '' }, {}, env)).toMatchObject({
      apiKey: 'key-of-env',
      workspaceId: ID,
    });
  });

  test('takes precedence over environment variables', async () => {
    expect(await settingsOf(least, {}, { LANGSMITH_API_KEY: 'key-of-env' })).toMatchObject({
      apiKey: 'key-of-test',
    });
  });

  test('is not affected by blank inputs, which count as unset', async () => {
    expect(await settingsOf({ ...least, wait: '  ', secrets: '\n \n', source: '' })).toMatchObject({
      wait: true,
      desired: { secrets: undefined, source: 'git_host' },
    });
  });
});

describe('one invalid input', () => {
  const spec = { source: 'external_docker', 'image-uri': 'r.example.org/a:1' };
  test.each<[string, Record<string, string>, string, RegExp]>([
    ['a missing API key', { 'api-key': '' }, 'api-key', /missing/],
    ['a missing target', { 'deployment-name': '' }, 'deployment-name', /both missing/],
    ['two targets', { 'deployment-id': ID }, 'deployment-id', /mutually exclusive/],
    [
      'a name that starts with a digit',
      { 'deployment-name': '1agent' },
      'deployment-name',
      /letters, digits/,
    ],
    ['a name that ends with a dash', { 'deployment-name': 'agent-' }, 'deployment-name', /letters, digits/],
    ['a name that is too long', { 'deployment-name': 'a'.repeat(64) }, 'deployment-name', /64 characters/],
    [
      'an image input with a source that builds a repository',
      { source: 'git_host', 'image-uri': 'a/b' },
      'image-uri',
      /applies only to/,
    ],
    [
      'a source that needs an image, without an image',
      { source: 'external_docker' },
      'image-uri',
      /requires an image/,
    ],
    [
      'a repository URL for an image',
      { ...spec, 'repo-url': 'https://x.org/a/b' },
      'repo-url',
      /applies only to/,
    ],
    ['a branch for an image', { ...spec, ref: 'main' }, 'ref', /applies only to/],
    ['resources for a repository', { 'resource-spec': 'cpu: 1' }, 'resource-spec', /applies only to/],
    [
      'secret references for a repository',
      { 'secret-references': '[]' },
      'secret-references',
      /applies only to/,
    ],
    ['a tag with build-on-push', { ref: 'refs/tags/v1', 'build-on-push': 'true' }, 'build-on-push', /tag/],
    [
      'both a URL and a region',
      { 'control-plane-url': 'https://x.org', region: 'eu' },
      'region',
      /mutually exclusive/,
    ],
    ['an image that is a URL', { ...spec, 'image-uri': 'https://x.org/a' }, 'image-uri', /image reference/],
    ['an unknown input', { 'deployment-nme': 'x' }, 'deployment-nme', /no input with this name exists/],
  ])('(%s) is reported with its field and a hint', async (_name, inputs, field, problem) => {
    const problems = await problemsOf({ ...least, ...inputs });
    expect(problems.map(({ path: input }) => input)).toEqual([field]);
    expect(problems[0]?.message).toMatch(problem);
    expect(problems[0]?.hint.length).toBeGreaterThan(5);
  });

  test('is reported without any part of a secret', async () => {
    const secret = 'sekret-value-1234';
    const problems = await problemsOf({
      ...least,
      'api-key': `${secret} x`,
      secrets: `${secret}\n${secret}=x\nA<<B\n${secret}`,
      'control-plane-url': `https://${secret}@x.org`,
      'repo-url': `https://${secret}@x.org/a/b`,
    });
    expect(problems.length).toBeGreaterThan(4);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });
});

describe('the address of the control plane', () => {
  test.each([
    [{ LANGGRAPH_HOST_URL: 'https://plane.example.org/api-host/' }, 'https://plane.example.org/api-host'],
    [{ LANGGRAPH_HOST_URL: 'http://127.0.0.1:8000' }, 'http://127.0.0.1:8000'],
    [{ LANGGRAPH_HOST_URL: 'https://a.org', LANGSMITH_ENDPOINT: 'https://b.org' }, 'https://a.org'],
    [{ LANGGRAPH_HOST_URL: ' ', LANGSMITH_ENDPOINT: 'https://b.org' }, 'https://b.org/api-host'],
    [{ LANGSMITH_ENDPOINT: 'https://api.smith.langchain.com' }, 'https://api.host.langchain.com'],
    [{ LANGSMITH_ENDPOINT: 'https://eu.api.smith.langchain.com/' }, 'https://eu.api.host.langchain.com'],
    [
      { LANGSMITH_ENDPOINT: 'https://aws.api.smith.langchain.com/api/v1' },
      'https://aws.api.host.langchain.com',
    ],
    [{ LANGSMITH_ENDPOINT: 'https://smith.example.org/api/v1/' }, 'https://smith.example.org/api-host'],
    [{ LANGSMITH_ENDPOINT: 'https://smith.example.org/x/api' }, 'https://smith.example.org/x/api-host'],
    [{ LANGSMITH_ENDPOINT: 'https://smith.example.org/api-host' }, 'https://smith.example.org/api-host'],
  ])(
    "from the environment variable %j is %s, and the settings contain the variable's name",
    async (env, url) => {
      const { endpoint } = await settingsOf(least, {}, env);
      const [variable] = Object.entries(env).find(([, value]) => value.trim() !== '') ?? [];
      expect(endpoint).toMatchObject({ baseUrl: url, variable });
    },
  );

  // docs/security.md#address-environment-langgraph-host
  test.each([{ 'control-plane-url': 'https://given.example.org' }, { region: 'eu' }])(
    'comes from the input %j rather than from the environment variable',
    async (input) => {
      const env = { LANGGRAPH_HOST_URL: 'https://evil.example.org', LANGSMITH_ENDPOINT: 'nonsense' };
      const { endpoint } = await settingsOf({ ...least, ...input }, {}, env);
      expect(endpoint.baseUrl).toMatch(/given\.example\.org|eu\.api\.host/);
      expect(endpoint.variable).toBeUndefined();
    },
  );

  // docs/security.md#one-https-address-control
  test.each([
    ['LANGGRAPH_HOST_URL', 'http://evil.example.org', /must use https/],
    ['LANGGRAPH_HOST_URL', 'https://u:p@evil.example.org', /must not contain credentials/],
    ['LANGGRAPH_HOST_URL', 'https://smith.example.org/api', /is the tracing API/],
    ['LANGGRAPH_HOST_URL', 'javascript:alert(1)', /must start with https/],
    ['LANGSMITH_ENDPOINT', 'http://smith.example.org', /must use https/],
    ['LANGSMITH_ENDPOINT', 'https://u:p@smith.example.org/api', /must not contain credentials/],
    ['LANGSMITH_ENDPOINT', 'https://smith.example.org/api?x=1', /query or a fragment/],
    ['LANGSMITH_ENDPOINT', 'smith.example.org', /is not a URL|must start with https/],
    ['LANGSMITH_ENDPOINT', 'https://mars.api.smith.langchain.com', /its control plane is unknown/],
    ['LANGSMITH_ENDPOINT', 'https://smith.langchain.com', /its control plane is unknown/],
    ['LANGSMITH_ENDPOINT', 'http://api.smith.langchain.com', /must use https/],
  ])(
    "in %s=%s is rejected with the variable's name but without its value",
    async (variable, value, problem) => {
      const problems = await problemsOf(least, {}, { [variable]: value });
      expect(problems).toMatchObject([{ path: variable, message: expect.stringMatching(problem) }]);
      expect(JSON.stringify(problems)).not.toContain('u:p');
    },
  );
});

describe('the source to deploy', () => {
  test.each<[string, Record<string, string>, object]>([
    ['the event', {}, { repoUrl: 'https://github.com/acme/agents', ref: 'main', commit: COMMIT }],
    ["an input that repeats the event's ref", { ref: 'refs/heads/main' }, { ref: 'main', commit: COMMIT }],
    ['another branch', { ref: 'next' }, { ref: 'next', commit: undefined }],
    ['another branch with a commit', { ref: 'next', commit: 'B'.repeat(40) }, { commit: 'b'.repeat(40) }],
    ['a path on this machine', { 'repo-url': '/srv/agent' }, { repoUrl: '/srv/agent', commit: COMMIT }],
    ['a file URL', { 'repo-url': 'file:///srv/agent' }, { ref: 'main', commit: COMMIT }],
    ['a server on this machine', { 'repo-url': 'http://127.0.0.1:1/x.git' }, { ref: 'main', commit: COMMIT }],
    [
      "the run's own repository, by ssh",
      { 'repo-url': 'git@github.com:Acme/agents.git' },
      { ref: 'main', commit: COMMIT },
    ],
    [
      'another repository',
      { 'repo-url': 'https://github.com/a/b', ref: 'x' },
      { ref: 'x', commit: undefined },
    ],
  ])('is parsed from the inputs and the event: %s', async (_name, inputs, wanted) => {
    expect((await deployOf({ ...least, ...inputs })).desired).toMatchObject(wanted);
  });

  test('is resolved to a commit only if the ref is in the repository of the run', async () => {
    expect((await deployOf({ ...least, ref: 'next' })).resolveCommit).toBe(true);
    expect((await deployOf({ ...least, ref: 'next', commit: COMMIT })).resolveCommit).toBe(false);
    expect((await deployOf(least)).resolveCommit).toBe(false);
    const foreign = { 'repo-url': 'https://github.com/a/b', ref: 'x' };
    expect((await deployOf({ ...least, ...foreign })).resolveCommit).toBe(false);
  });

  test("must be the full ref for a pushed tag, because the tag's bare name would be a branch", async () => {
    const tag = { ref: 'refs/tags/v1' };
    expect(await problemsOf({ ...least, ref: 'v1' }, tag)).toEqual([
      expect.objectContaining({ path: 'ref', hint: expect.stringContaining('refs/tags/v1') }),
    ]);
    expect(await problemsOf({ ...least, ref: 'refs/tags/v1' }, tag)).toEqual([]);
    expect(await problemsOf({ ...least, ref: 'v2' }, tag)).toEqual([]);
  });

  test.each(['http://[bad', 'http://u:p@h:99999', 'http://u:%zz@h', 'ftp://h', 'http://u:%zz@h:1'])(
    'is rejected without the password if the URL of its proxy is invalid: %s',
    async (proxy) => {
      const [problem, ...others] = await problemsOf(least, {}, { HTTPS_PROXY: proxy });
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ path: 'https_proxy', hint: expect.stringContaining('http://proxy') });
      expect(JSON.stringify(problem)).not.toMatch(/%zz|99999/);
    },
  );

  test.each(['http://p:3128', 'p:3128', 'https://u:p%40@p', 'socks5://p:1080', ''])(
    'is accepted with the proxy URL %s',
    async (proxy) => {
      expect(await problemsOf(least, {}, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy })).toEqual([]);
    },
  );

  test("requires a ref if the repository is not the run's repository", async () => {
    expect(await problemsOf({ ...least, 'repo-url': 'https://github.com/a/b' })).toMatchObject([
      { path: 'ref' },
    ]);
  });

  test('requires a repository URL if the run has no repository', async () => {
    expect(await problemsOf(least, { repository: '' })).toMatchObject([{ path: 'repo-url' }]);
  });

  test('requires a ref if the event has none', async () => {
    expect(
      await problemsOf({ ...least, action: 'deploy' }, { name: 'issues', ref: undefined }),
    ).toMatchObject([{ path: 'ref' }]);
  });

  test('is external_docker for an image, unless the input `source` is set', async () => {
    const image = { 'image-uri': 'r.example.org:5000/a/b:1@sha256:abcd' };
    expect((await deployOf({ ...least, ...image })).desired).toMatchObject({
      source: 'external_docker',
      isSourceSet: false,
      repoUrl: undefined,
      ref: undefined,
      commit: undefined,
    });
    expect((await deployOf({ ...least, ...image, source: 'internal_docker' })).desired).toMatchObject({
      source: 'internal_docker',
      isSourceSet: true,
    });
  });
});

describe('the verb of a run', () => {
  test.each([
    ['push', true],
    ['workflow_dispatch', true],
    ['release', false],
    ['schedule', false],
  ])('can be auto on the event %s: %s', async (name, fine) => {
    const problems = await problemsOf(least, { name });
    expect(problems.length === 0).toBe(fine);
    if (!fine)
      expect(problems[0]).toMatchObject({ path: 'action', hint: expect.stringContaining('action: deploy') });
  });

  test('can be deploy on any event', async () => {
    expect((await settingsOf({ ...least, action: 'deploy' }, { name: 'schedule' })).verb).toBe('deploy');
  });
});

describe('the report settings', () => {
  test('are read even if every other input is invalid', async () => {
    expect(displayOf({ INPUT_SUMMARY: 'false', INPUT_ANNOTATIONS: 'nonsense' })).toEqual({
      summary: false,
      annotations: true,
    });
  });

  test('produce a warning about unknown inputs if unknown inputs are allowed', async () => {
    const reading = await read({ ...least, colour: 'red', 'strict-inputs': 'false' });
    expect(reading.ok).toBe(true);
    expect(reading.warnings).toMatchObject([{ path: 'colour' }]);
  });

  test('only warn about an unknown deployment type, because the service defines the types', async () => {
    for (const known of ['dev_free', 'dev', 'prod', 'dev_zero', 'serverless', 'dedicated']) {
      expect((await read({ ...least, 'deployment-type': known })).warnings).toEqual([]);
    }
    const reading = await read({ ...least, 'deployment-type': 'of_next_year' });
    expect(reading).toMatchObject({
      ok: true,
      settings: { desired: { deploymentType: 'of_next_year' } },
      warnings: [{ path: 'deployment-type', hint: expect.stringContaining('dev_zero') }],
    });
  });
});
