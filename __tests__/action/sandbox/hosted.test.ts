import { describe, expect, test } from '@jest/globals';
import { apiError } from '../support/control-plane.ts';
import { createSandboxScenario, forkEvent, markOf } from './support.ts';

const NAME = new RegExp(`^gha-${markOf('acme/agents')}-77-2-[0-9a-f]{8}$`);
const OPAQUE = 'value-of-an-opaque-header';
const CONFIG = `
rules:
  - name: api
    match_hosts: [api.example.org]
    headers:
      - { name: Authorization, type: workspace_secret, value: 'Bearer {KEY_OF_THE_WORKSPACE}' }
      - { name: X-Api-Key, type: opaque, value: ${OPAQUE} }
`;

describe('a hosted sandbox', () => {
  test('is created with a name that identifies the run, and deleted by the post step', async () => {
    const scenario = createSandboxScenario({
      mode: 'hosted',
      template: 'tools',
      'proxy-config': CONFIG,
      timeout: '90s',
    });
    scenario.service.statuses = ['provisioning', 'provisioning', 'ready'];
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'provided',
      'sandbox-name': expect.stringMatching(NAME),
      'sandbox-status': 'ready',
      'dataplane-url': 'https://box.example.org',
      'api-url': 'https://api.smith.langchain.com',
    });
    const name = host.outputs['sandbox-name'] ?? '';
    expect(host.outputs['sandbox-id']).toBe(`id-of-${name}`);
    expect(scenario.service.created).toEqual([
      {
        name,
        template_name: 'tools',
        wait_for_ready: true,
        timeout: 90,
        proxy_config: { rules: [expect.objectContaining({ name: 'api' })] },
      },
    ]);
    await scenario.post();
    expect(scenario.service.removed).toEqual([name]);
  });

  // docs/security/pull-requests.md#sandbox-ready-answer-request
  test('is polled even if the create response shows it as ready', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted', timeout: '3s' });
    const { create, get } = scenario.service;
    scenario.service.create = async (...args) => ({ ...(await create(...args)), status: 'ready' });
    scenario.service.get = async (...args) => {
      const found = await get(...args);
      return found && { ...found, status: 'provisioning' };
    };
    expect((await scenario.run()).host.outputs['reason-code']).toBe('sandbox-not-ready');
    let looks = 0;
    const late = createSandboxScenario({ mode: 'hosted' });
    const real = late.service.get;
    late.service.get = async (...args) => (looks++ < 3 ? undefined : real(...args));
    expect((await late.run()).host.outputs['reason-code']).toBe('sandbox-ready');
  });

  test('outlives the job with the input keep, and is not awaited without wait-for-ready', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted', keep: 'true', 'wait-for-ready': 'false' });
    scenario.service.statuses = ['provisioning'];
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'submitted', 'sandbox-status': 'provisioning' });
    expect(scenario.service.created[0]).toMatchObject({ wait_for_ready: false });
    expect(scenario.service.created[0]).not.toHaveProperty('timeout');
    await scenario.post();
    expect(scenario.service.removed).toEqual([]);
  });

  test('is found by its name and not requested again if the create response was lost', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    scenario.service.fail('create', apiError('ambiguous'), { afterDoing: true });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'provided' });
    expect(scenario.service.created).toHaveLength(1);
  });

  test('is not requested again if the create request was lost', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    scenario.service.fail('create', apiError('ambiguous'));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'lost-answer' });
    expect(scenario.service.created).toHaveLength(0);
    // The request may still be executed, so the post step searches for the sandbox.
    const asked: string[] = [];
    scenario.service.remove = async (name) => asked.push(name) === 3;
    expect((await scenario.post()).everything()).toContain('was deleted');
    expect(asked).toHaveLength(3);
  });

  test('does not exist if the service rejected it, so the post step sends no request', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    scenario.service.fail('create', apiError('http', 429, 'too many'));
    await scenario.run();
    scenario.service.fail('remove', new Error('asked for all the same'));
    expect((await scenario.post()).annotations).toEqual([]);
  });

  test('is polled until the timeout if the create request ended before the sandbox was ready', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted', timeout: '20s' });
    scenario.service.fail('create', apiError('http', 408, 'not ready in time'), { afterDoing: true });
    scenario.service.statuses = ['provisioning', 'provisioning', 'provisioning', 'ready'];
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'provided' });
    const gone = createSandboxScenario({ mode: 'hosted', timeout: '20s' });
    gone.service.fail('create', apiError('http', 408, 'not ready in time'));
    expect((await gone.run()).host.outputs).toMatchObject({ 'reason-code': 'sandbox-not-ready' });
  });

  test('is not requested again if it fails after its creation', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    scenario.service.statuses = ['provisioning', 'failed'];
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'sandbox-failed' });
    await scenario.post();
    expect(scenario.service.removed).toHaveLength(1);
  });

  test('is not deleted by the post step if its name belongs to another client', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    // The existing sandbox belongs to another job that generated the same digits.
    scenario.service.fail('create', apiError('http', 409, 'the name is taken'), { afterDoing: true });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ 'reason-code': 'sandbox-name-taken' });
    await scenario.post();
    expect(scenario.service.removed).toEqual([]);
  });

  test('is reported with the environment variable that sets the address of the sandbox API', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    scenario.env['LANGSMITH_ENDPOINT'] = 'https://other.example.org';
    expect((await scenario.run()).host.lines.join('\n')).toMatch(
      /variable LANGSMITH_ENDPOINT sets the sandbox API to https:\/\/other\.example\.org/,
    );
  });

  test("is deleted at the API where it was created, even if a later step changes the API's variable", async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    await scenario.run();
    scenario.env['LANGSMITH_ENDPOINT'] = 'https://other.example.org';
    await scenario.post();
    expect(scenario.opened.map(({ baseUrl }) => baseUrl)).toEqual([
      'https://api.smith.langchain.com',
      'https://api.smith.langchain.com',
    ]);
    expect(scenario.service.removed).toHaveLength(1);
  });

  // docs/security/checkouts.md#sends-key-other-address
  test('is deleted at the API address of the input, not at an address from the saved state', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted', 'sandbox-url': 'https://own.example.org/api' });
    await scenario.run();
    scenario.forge({ apiUrl: 'https://thief.example.org' });
    await scenario.post();
    expect(scenario.opened.map(({ baseUrl }) => baseUrl)).toEqual([
      'https://own.example.org/api',
      'https://own.example.org/api',
    ]);
  });

  // docs/security/checkouts.md#deletes-sandbox-another-run
  test.each([
    ['a name that no run would use', 'production'],
    ['the name of another run', 'gha-000000-78-1-c0dec0de'],
  ])('is not deleted if the saved state contains %s', async (_what, sandbox) => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    await scenario.run();
    scenario.forge({ sandbox });
    const host = await scenario.post();
    expect(host.everything()).toContain('was not deleted: no run');
    expect(scenario.service.removed).toEqual([]);
  });

  test('is deleted by the post step if the run is cancelled, and the run ends immediately', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted' });
    scenario.service.statuses = ['provisioning'];
    scenario.clock.at(5_000, () => scenario.cancel.abort(new Error('received SIGINT')));
    const { host, code } = await scenario.run();
    expect(code).toBe(1);
    expect(host.outputs).toMatchObject({ outcome: 'cancelled' });
    expect(host.everything()).toContain('The post step deletes sandbox');
    await scenario.post();
    expect(scenario.service.removed).toHaveLength(1);
  });

  test('causes a warning about a rule that can never match, but none about a valid rule', async () => {
    const sound = createSandboxScenario({ mode: 'hosted', 'proxy-config': CONFIG });
    expect((await sound.run()).host.annotations).toEqual([]);
    const never = createSandboxScenario({
      mode: 'hosted',
      'proxy-config': `${CONFIG}access_control: { deny_list: [api.example.org] }`,
    });
    const { host } = await never.run();
    expect(host.outputs).toMatchObject({ outcome: 'provided' });
    expect(host.annotations).toEqual([
      expect.objectContaining({ level: 'warning', message: expect.stringContaining('can never match') }),
    ]);
    expect(host.summaries.join()).toContain('can never match');
  });

  // docs/security/checkouts.md#opaque-headers-sandbox-service
  test('never shows the secrets of its rules in a message', async () => {
    const scenario = createSandboxScenario({ mode: 'hosted', 'proxy-config': CONFIG });
    scenario.service.fail('create', apiError('http', 422, `the value ${OPAQUE} is not allowed`));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'rejected' });
    expect(host.everything()).not.toContain(OPAQUE);
    expect(host.masks).toContain(OPAQUE);
  });

  // docs/security/checkouts.md#sandbox-made-fork
  test('is not created for a fork, and for Dependabot only with an API key', async () => {
    const fork = createSandboxScenario({ mode: 'hosted' });
    fork.event = forkEvent();
    expect((await fork.run()).host.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'fork' });
    const dependabot = createSandboxScenario({ mode: 'hosted', 'api-key': '' });
    dependabot.env = { GITHUB_ACTOR: 'dependabot[bot]' };
    expect((await dependabot.run()).host.outputs).toMatchObject({ outcome: 'skipped' });
    expect(fork.service.created).toEqual([]);
  });
});

describe('a sweep of sandboxes', () => {
  test('deletes the selected sandboxes by name, not by an ID from the service', async () => {
    const scenario = createSandboxScenario({ mode: 'sweep' });
    const { service } = scenario;
    const old = service.leave('41', 3);
    const mine = service.leave('77', 3, 'production');
    service.boxes.set(old, { name: old, id: mine, created_at: '2020-01-01T00:00:00Z' });
    await scenario.run();
    expect(service.removed).toEqual([old]);
  });

  test('deletes only old sandboxes that earlier runs of this repository created', async () => {
    const scenario = createSandboxScenario({ mode: 'sweep', 'older-than': '2d' });
    const { service } = scenario;
    const old = service.leave('41', 3);
    service.leave('42', 1);
    service.leave('77', 9);
    service.leave('43', 9, `gha-${markOf('acme/other')}-43-1-ab12cd34`);
    service.leave('44', 9, `nightly-${markOf('acme/agents')}-44-1-ab12cd34`);
    service.leave('45', 9, `gha-${markOf('acme/agents')}-by-hand`);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'torn-down', 'reason-code': 'sandboxes-swept' });
    expect(service.removed).toEqual([old]);
    expect(JSON.parse(host.outputs['swept'] ?? '')).toEqual({
      sandboxes: [{ name: old, run_id: '41', age_seconds: 3 * 86_400, did: 'deleted' }],
    });
  });

  test('deletes no more sandboxes than its limit, and none in a dry run', async () => {
    for (const [inputs, removed, did] of [
      [{ 'sweep-limit': '1' }, 1, ['deleted', 'left']],
      [{ 'dry-run': 'true' }, 0, ['would-delete', 'would-delete']],
    ] as const) {
      const scenario = createSandboxScenario({ mode: 'sweep', ...inputs });
      scenario.service.leave('41', 3);
      scenario.service.leave('42', 3);
      const { host } = await scenario.run();
      expect(scenario.service.removed).toHaveLength(removed);
      const { sandboxes } = JSON.parse(host.outputs['swept'] ?? '') as { sandboxes: { did: string }[] };
      expect(sandboxes.map((one) => one.did)).toEqual(did);
    }
  });

  test('continues after a failed deletion, and fails at the end', async () => {
    const scenario = createSandboxScenario({ mode: 'sweep' });
    scenario.service.leave('41', 3);
    scenario.service.leave('42', 3);
    scenario.service.fail('remove', apiError('http', 500));
    const { host, code } = await scenario.run();
    expect(code).toBe(1);
    expect(host.outputs).toMatchObject({ 'reason-code': 'sandboxes-left' });
    expect(scenario.service.removed).toHaveLength(1);
  });
});
