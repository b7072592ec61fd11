import { describe, expect, test } from '@jest/globals';
import { BOX_PATH } from '../../../src/box/box.ts';
import {
  anAuditEntry,
  CONFIG,
  createSandboxScenario,
  forkEvent,
  type SandboxScenario,
  TOKEN_SECRET,
} from './support.ts';

const TOKEN = 'r4nd0m-token-of-the-proxy';
const boxed = (inputs: Record<string, string> = {}) =>
  createSandboxScenario({ mode: 'runner', run: 'npm ci\nnpm test', ...inputs });
const steps = (inputs: Record<string, string> = {}) => createSandboxScenario({ mode: 'runner', ...inputs });

/** Returns all text that a run prints and saves for the post step, except the output for programs. */
function shown(host: Awaited<ReturnType<SandboxScenario['run']>>['host']): string {
  const { 'proxy-url': _secret, ...outputs } = host.outputs;
  return JSON.stringify([host.lines, outputs, host.annotations, host.state, host.summaries]);
}

describe('a command on the runner', () => {
  // docs/security/checkouts.md#given-nothing-steps-environment
  test("runs in a box with the checkout and the proxy, but without the step's environment", async () => {
    const scenario = boxed({ env: 'MODE=fast' });
    scenario.env = {
      API_TOKEN: TOKEN_SECRET,
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_TOKEN: 'job-token',
      RUNNER_TOOL_CACHE: '/tools',
      PATH: '/tools/node/bin:/opt/mine/bin:/bin',
    };
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'provided', 'exit-code': '0', isolation: 'namespaces' });
    expect(scenario.box.started).toEqual([
      expect.objectContaining({
        binds: [
          { from: '/workspace', to: '/workspace', writable: true },
          { from: '/tools', to: '/tools', writable: false },
        ],
        proxySocket: '/tmp/agent-deploy-x/s/p',
        proxyAddress: null,
        caPem: 'CA OF THE PROXY\n',
        level: 'namespaces',
        env: {},
      }),
    ]);
    expect(scenario.box.commands).toEqual([
      expect.objectContaining({
        command: 'set -eo pipefail\nnpm ci\nnpm test',
        shell: 'bash',
        cwd: '/workspace',
      }),
    ]);
    const { env } = scenario.box.commands[0] ?? {};
    expect(env).toEqual({
      PATH: `/tools/node/bin:${BOX_PATH}`,
      GITHUB_REPOSITORY: 'acme/agents',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '77',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_WORKSPACE: '/workspace',
      GITHUB_SHA: 'a'.repeat(40),
      MODE: 'fast',
    });
  });

  test('has a separate proxy that receives the secrets and stops with the command', async () => {
    const scenario = boxed({ 'private-networks': '10.1.0.0/16', 'ca-file': '/ca.pem' });
    scenario.files.set('/ca.pem', 'CA OF THE COMPANY');
    scenario.env = {
      API_TOKEN: TOKEN_SECRET,
      HTTPS_PROXY: 'http://user:pass-of-the-proxy@proxy.example.org:3128',
    };
    await scenario.run();
    expect(scenario.proxy.pushes).toEqual([
      expect.objectContaining({
        rules: [
          expect.objectContaining({
            name: 'api',
            headers: [
              expect.objectContaining({
                name: 'Authorization',
                value: `Bearer ${TOKEN_SECRET}`,
                secret: true,
              }),
            ],
          }),
        ],
        privateNetworks: ['10.1.0.0/16'],
        extraRoots: ['CA OF THE COMPANY'],
        upstreamProxy: 'http://user:pass-of-the-proxy@proxy.example.org:3128',
        socketPath: '/tmp/agent-deploy-x/s/p',
        tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
    expect(scenario.proxy.running).toBe(false);
    expect(scenario.proxy.detached).toBe(false);
    expect(scenario.box.stopped).toBe(true);
    expect(scenario.variables).toEqual({});
  });

  // docs/security/checkouts.md#what-prints-command-runner
  test('prints its output without secrets, and cannot execute a workflow command', async () => {
    const scenario = boxed();
    scenario.box.output = `token ${TOKEN_SECRET}\r\nno line end: ${TOKEN_SECRET}`;
    const { host } = await scenario.run();
    expect(host.lines).toEqual(expect.arrayContaining(['token ***', 'no line end: ***']));
    expect(shown(host)).not.toContain(TOKEN_SECRET);
    expect(shown(host)).not.toContain(TOKEN);
    expect(host.masks).toEqual(expect.arrayContaining([TOKEN_SECRET, TOKEN]));
  });

  test('is reported together with the number of uses of each proxy rule', async () => {
    const scenario = boxed();
    scenario.proxy.audit = [
      {},
      { masked: 2 },
      {
        rule: null,
        decision: 'deny',
        reason: 'not-allowed',
        host: `${TOKEN_SECRET}.evil.example`,
        injected: [],
      },
    ];
    const { host } = await scenario.run();
    expect(host.outputs['requests']).toBe('3');
    const { rows } = JSON.parse(host.outputs['usage'] ?? '') as { rows: unknown[] };
    expect(rows).toEqual([
      expect.objectContaining({
        rule: 'api',
        host: 'api.example.org',
        requests: 2,
        headers: ['Authorization'],
        masked: 2,
      }),
      expect.objectContaining({ rule: null, decision: 'deny', requests: 1 }),
    ]);
    expect(host.summaries.join()).toMatch(
      /api \| `api\.example\.org` \| credentials added: Authorization \| 2 \| 2/,
    );
    expect(shown(host)).not.toContain(TOKEN_SECRET);
  });

  // docs/security/checkouts.md#started-less-isolation-than
  test('is not started with less isolation than requested, and receives no secret', async () => {
    const scenario = boxed();
    scenario.box.level = 'process';
    const { host, code } = await scenario.run();
    expect(code).toBe(1);
    expect(host.outputs).toMatchObject({ 'reason-code': 'isolation-missing', isolation: 'process' });
    expect(host.annotations[0]?.message).toMatch(
      /this machine only supports process[^]*To do: Install bubblewrap/,
    );
    expect([scenario.box.started, scenario.box.commands, scenario.proxy.pushes]).toEqual([[], [], []]);
    expect(scenario.proxy.running).toBe(false);
  });

  // docs/security/checkouts.md#without-network-own-taken
  test('at isolation level process reaches the proxy by an address with a token instead of a socket', async () => {
    const scenario = boxed({ isolation: 'process' });
    scenario.box.level = 'process';
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'provided', isolation: 'process' });
    expect(scenario.proxy.pushes[0]?.socketPath).toBeNull();
    expect(scenario.box.started[0]).toMatchObject({
      proxySocket: null,
      proxyAddress: { host: '127.0.0.1', port: 3128 },
      proxyUser: { name: 'sbx-runner', token: TOKEN },
    });
  });

  test('fails the step with a separate reason for a failure, an exceeded limit, and a lost proxy', async () => {
    for (const [end, reason] of [
      [{ code: 7, reason: 'exit' }, 'command-failed'],
      [{ code: 137, reason: 'signal' }, 'command-failed'],
      [{ code: 137, reason: 'box-ended' }, 'command-failed'],
      [{ code: 137, reason: 'timeout' }, 'command-timed-out'],
    ] as const) {
      const scenario = boxed();
      scenario.box.end = { kind: 'exit', ...end };
      const { host, code } = await scenario.run();
      expect([code, host.outputs['reason-code'], host.outputs['exit-code']]).toEqual([
        1,
        reason,
        String(end.code),
      ]);
    }
    const scenario = boxed();
    scenario.box.meanwhile = () => scenario.proxy.end();
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('proxy-failed');
  });

  test('does not succeed if the proxy is killed just before the command ends', async () => {
    const scenario = boxed();
    scenario.proxy.deaf = true;
    const { host, code } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'proxy-failed']);
  });

  test("does not show a secret even if the rules contain the secret's name with escapes", async () => {
    const scenario = boxed({
      'proxy-config': CONFIG.replace("'Bearer {API_TOKEN}'", '"Bearer {API\\u005fTOKEN}"'),
    });
    scenario.box.output = `${TOKEN_SECRET}\n`;
    const { host } = await scenario.run();
    expect(scenario.proxy.pushes).toHaveLength(1);
    expect(shown(host)).not.toContain(TOKEN_SECRET);
    expect(host.masks).toContain(TOKEN_SECRET);
  });

  test('is reported as skipped for a fork, so the run is not mistaken for a success', async () => {
    const scenario = boxed();
    scenario.event = forkEvent();
    const { host, code } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([0, 'fork']);
    expect(host.annotations).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('was not run') }),
    ]);
    expect(scenario.proxy.pushes).toEqual([]);
  });

  test('is cancelled together with its proxy, even if the proxy does not respond', async () => {
    const scenario = boxed();
    scenario.proxy.frozen = true;
    scenario.box.meanwhile = () => scenario.cancel.abort(new Error('received SIGTERM'));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'cancelled' });
    expect(scenario.proxy.running).toBe(false);
  });

  test('is killed with its box and its proxy if the run is cancelled', async () => {
    const scenario = boxed();
    scenario.box.meanwhile = () => scenario.cancel.abort(new Error('received SIGTERM'));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'cancelled' });
    expect([scenario.box.stopped, scenario.proxy.running]).toEqual([true, false]);
  });

  test('causes a warning if the checkout contains a token of the job', async () => {
    const scenario = boxed();
    scenario.files.set('/workspace/.git/config', '[http]\n\textraheader = AUTHORIZATION: basic abc\n');
    const { host } = await scenario.run();
    expect(host.annotations).toEqual([
      expect.objectContaining({
        level: 'warning',
        message: expect.stringContaining('persist-credentials: false'),
      }),
    ]);
  });

  // docs/security/checkouts.md#token-checkout-left-workspace
  test('causes a warning about a token in another checkout, in a submodule or in an included file', async () => {
    const scenario = boxed({ isolation: 'process' });
    scenario.box.level = 'process';
    const header = '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic abc\n';
    scenario.files.set('/workspace/.git/config', '[core]\n\tbare = false\n');
    scenario.files.set('/workspace/other/.git/config', header);
    scenario.files.set(
      '/workspace/.git/modules/lib/config',
      '[remote "o"]\n\turl = https://x:abcdef@github.com/a/b\n',
    );
    const kept = '/runner/temp/git-credentials-1.config';
    scenario.files.set(kept, header);
    scenario.files.set(
      '/workspace/third/.git/config',
      `[includeIf "gitdir:/workspace/third/.git"]\n\tpath = ${kept}\n`,
    );
    const { host } = await scenario.run();
    expect(host.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining(`in other/.git/config, .git/modules/lib/config, ${kept}, and the command`),
    ]);
  });

  test('causes no warning about an included file that does not exist in the box', async () => {
    const scenario = boxed();
    const kept = '/runner/temp/git-credentials-1.config';
    scenario.files.set(kept, '[http]\n\textraheader = AUTHORIZATION: basic abc\n');
    scenario.files.set('/workspace/.git/config', `[include]\n\tpath = ${kept}\n`);
    const { host } = await scenario.run();
    expect(host.annotations).toEqual([]);
  });
});

describe('the proxy for the following steps', () => {
  test('is reported in outputs and files, and sets variables only if requested', async () => {
    const scenario = steps();
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'provided',
      'reason-code': 'proxy-started',
      'proxy-address': 'http://127.0.0.1:3128',
      'proxy-url': `http://sbx-runner:${TOKEN}@127.0.0.1:3128`,
      'ca-file': '/tmp/agent-deploy-x/ca.pem',
      'env-file': '/tmp/agent-deploy-x/env.sh',
    });
    expect(scenario.variables).toEqual({});
    expect(scenario.files.get('/tmp/agent-deploy-x/ca-bundle.pem')).toBe(
      'ROOTS OF THE MACHINE\nCA OF THE PROXY\n',
    );
    expect(scenario.files.get('/tmp/agent-deploy-x/env.sh')).toContain(
      `export HTTPS_PROXY='http://sbx-runner:${TOKEN}@127.0.0.1:3128'\n`,
    );
    expect([scenario.proxy.running, scenario.proxy.detached]).toEqual([true, true]);
    expect(shown(host)).not.toContain(TOKEN);
    expect(shown(host)).not.toContain(TOKEN_SECRET);
  });

  test('is stopped by the post step, which recognizes its process and reports how often each rule was used', async () => {
    const scenario = steps();
    await scenario.run();
    scenario.files.set('/tmp/agent-deploy-x/audit.jsonl', `${JSON.stringify(anAuditEntry)}\n`);
    const host = await scenario.post();
    expect(scenario.proxy.stopped).toEqual([expect.objectContaining({ pid: 4711, startTime: 'boot:1' })]);
    expect(scenario.proxy.running).toBe(false);
    expect(host.summaries.join()).toContain('| api | `api.example.org` |');
    expect([...scenario.files.keys()]).toEqual([]);
    expect(host.annotations).toEqual([]);
  });

  // docs/security/checkouts.md#sets-variable-from-another
  test('is stopped by the post step even if the state contains a foreign folder, which stays unchanged', async () => {
    const scenario = steps({ 'export-env': 'true' });
    await scenario.run();
    const foreign = '/srv/other';
    scenario.files.set(`${foreign}/restore.json`, JSON.stringify({ PATH: '/tmp/evil' }));
    scenario.forge({ folder: foreign });
    scenario.variables = {};
    const host = await scenario.post();
    expect(scenario.files.has(`${foreign}/restore.json`)).toBe(true);
    expect(scenario.variables).toEqual({});
    expect(scenario.proxy.running).toBe(false);
    expect(host.annotations.map(({ message }) => message)).toEqual([expect.stringContaining(foreign)]);
  });

  test('sets variables with export-env, and the post step restores their values', async () => {
    const scenario = steps({ 'export-env': 'true' });
    const old = { HTTPS_PROXY: 'http://old.example.org', SSL_CERT_FILE: '/old.pem', ALL_PROXY: 'socks5://x' };
    scenario.env = { API_TOKEN: TOKEN_SECRET, ...old };
    await scenario.run();
    expect(scenario.variables).toMatchObject({
      HTTPS_PROXY: `http://sbx-runner:${TOKEN}@127.0.0.1:3128`,
      https_proxy: `http://sbx-runner:${TOKEN}@127.0.0.1:3128`,
      NODE_EXTRA_CA_CERTS: '/tmp/agent-deploy-x/ca.pem',
      SSL_CERT_FILE: '/tmp/agent-deploy-x/ca-bundle.pem',
      NODE_USE_ENV_PROXY: '1',
      ALL_PROXY: '',
    });
    const exported = Object.keys(scenario.variables);
    scenario.variables = {};
    await scenario.post();
    expect(scenario.variables).toMatchObject({
      ...old,
      https_proxy: '',
      NODE_EXTRA_CA_CERTS: '',
      // An empty value would leave git and curl without trusted certificates.
      GIT_SSL_CAINFO: '/etc/roots.pem',
      CURL_CA_BUNDLE: '/etc/roots.pem',
      NODE_USE_ENV_PROXY: '0',
    });
    expect(Object.keys(scenario.variables).toSorted()).toEqual(exported.toSorted());
  });

  const opaque = `rules: [{ name: api, match_hosts: [api.example.org], env_vars: { OPENAI_API_KEY: none },
    headers: [{ name: Authorization, type: opaque, value: 'KEY' }] }]`;
  // docs/credential-proxy/signing.md#variables
  test.each([
    ['the secret of a service', 'services: [{ service: openai }]', 'KEY'],
    ['the literal secret of a rule', opaque, 'KEY'],
    ['the secret in a literal header of a rule', opaque.replace("'KEY", "'Bearer KEY"), 'KEY'],
    ['a text with the literal secret of a rule', opaque, 'Authorization: KEY'],
  ])('does not restore a variable that contains %s', async (_what, config, value) => {
    const scenario = steps({ 'export-env': 'true' });
    scenario.inputs['proxy-config'] = config.replace(/KEY(?=')/, TOKEN_SECRET);
    scenario.env = { OPENAI_API_KEY: value.replace('KEY', TOKEN_SECRET) };
    await scenario.run();
    expect(scenario.variables['OPENAI_API_KEY']).toMatch(/^(none|added-by-the-credential-proxy)$/);
    expect(JSON.stringify([...scenario.files])).not.toContain(TOKEN_SECRET);
    await scenario.post();
    expect(scenario.variables['OPENAI_API_KEY']).toBe('');
  });

  test("exports the variables of its rules, except those that would replace the proxy's variables", async () => {
    const scenario = steps({ 'export-env': 'true' });
    scenario.inputs['proxy-config'] +=
      '    env_vars: { GH_TOKEN: put-in-by-the-proxy, HTTPS_PROXY: never }\n';
    await scenario.run();
    expect(scenario.variables).toMatchObject({
      GH_TOKEN: 'put-in-by-the-proxy',
      HTTPS_PROXY: expect.stringContaining('127.0.0.1'),
    });
    await scenario.post();
    expect(scenario.variables).toMatchObject({ GH_TOKEN: '', HTTPS_PROXY: '' });
  });

  test('is stopped after its main phase was killed, because its pid is saved early', async () => {
    const scenario = steps({ 'export-env': 'true' });
    await scenario.run();
    const state = JSON.parse(scenario.proxy.stateAtDetach ?? '') as { proxy: unknown };
    expect(state.proxy).toMatchObject({ pid: 4711, startTime: 'boot:1' });
    scenario.files.delete('/tmp/agent-deploy-x/restore.json');
    const post = await scenario.post();
    expect(scenario.proxy.running).toBe(false);
    expect(post.annotations).toEqual([]);
  });

  test('is stopped if it rejects its configuration', async () => {
    const scenario = steps();
    scenario.proxy.answer = { kind: 'refused', problems: [{ loc: ['rules', 0], msg: 'no' }] };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(scenario.proxy.running).toBe(false);
  });
});

describe('the post step of a sandbox', () => {
  test('does nothing without a saved state, and reports a main phase that ended without a report', async () => {
    const scenario = steps();
    expect((await scenario.post()).everything()).toBe(JSON.stringify([[], {}, [], {}, []]));
  });
});
