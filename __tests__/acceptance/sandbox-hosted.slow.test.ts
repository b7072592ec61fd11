import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureDist } from '../../harness/dist.ts';
import { startEmulator, type EmulatorHandle } from '../../harness/emulator.ts';
import type { ActionRun, RunActionOptions } from '../../harness/runner/types.ts';
import { runSandbox } from './support/sandbox.ts';
import { errorsOf } from './support/environment.ts';

const OPAQUE = 'value-of-an-opaque-header-3';
const CONFIG = `
rules:
  - name: api
    match_hosts: [api.example.org]
    headers:
      - { name: X-Api-Key, type: opaque, value: ${OPAQUE} }
`;

let emulator: EmulatorHandle;

beforeAll(async () => {
  await ensureDist();
  emulator = await startEmulator({ runtime: 'stub' });
});
afterEach(async () => {
  await emulator.clearFaults();
  expect((await emulator.api('POST', `${emulator.urls.admin}/reset`)).status).toBe(204);
});
afterAll(() => emulator.stop());

/** Runs the built action against the emulator. */
function hosted(
  inputs: Record<string, string> = {},
  options: Partial<RunActionOptions> = {},
): Promise<ActionRun> {
  const { apiKey, urls } = emulator;
  return runSandbox(
    { ...options, inputs: { mode: 'hosted', 'api-key': apiKey, 'sandbox-url': urls.sandboxes, ...inputs } },
    [apiKey, OPAQUE],
  );
}

/** Returns the names of the existing sandboxes. */
async function names(): Promise<string[]> {
  const { body } = await emulator.api('GET', `${emulator.urls.sandboxes}/api/v2/sandboxes/boxes`);
  return (body as { items: { name: string; status: string }[] }).items
    .filter(({ status }) => status !== 'deleting')
    .map(({ name }) => name);
}

describe('a sandbox that the hosted service runs', () => {
  test('exists with its proxy rules while the job runs, and is deleted after the job', async () => {
    const job = { runId: '4711' };
    const main = await hosted({ template: 'default', 'proxy-config': CONFIG }, { ...job, phases: ['main'] });
    expect(errorsOf(main)).toEqual([]);
    expect(main.outputs).toMatchObject({
      outcome: 'provided',
      'reason-code': 'sandbox-ready',
      'sandbox-status': 'ready',
    });
    const name = main.outputs['sandbox-name'] ?? '';
    expect(name).toMatch(/^gha-[0-9a-f]{6}-\d+-1-[0-9a-f]{8}$/);
    expect(main.outputs['dataplane-url']).toMatch(/^http/);
    const path = `${emulator.urls.sandboxes}/api/v2/sandboxes/boxes/${name}`;
    const { body } = await emulator.api('GET', path);
    expect(body).toMatchObject({
      id: main.outputs['sandbox-id'],
      status: 'ready',
      template_name: 'default',
      proxy_config: {
        rules: [{ name: 'api', headers: [{ name: 'X-Api-Key', type: 'opaque', is_set: true }] }],
      },
    });
    const post = await hosted({ 'proxy-config': CONFIG }, { ...job, phases: ['post'], state: main.state });
    expect(post.log).toContain(`Sandbox ${name} was deleted.`);
    expect(await names()).toEqual([]);
  });

  test('is not deleted after the job with `keep`, and a sweep deletes only old sandboxes of other runs', async () => {
    const run = await hosted({ keep: 'true' });
    const name = run.outputs['sandbox-name'] ?? '';
    expect(await names()).toEqual([name]);
    const sweep = await hosted({ mode: 'sweep', 'older-than': '1m' });
    expect(sweep.outputs).toMatchObject({ outcome: 'unchanged', 'reason-code': 'no-sandbox-left' });
    expect(await names()).toEqual([name]);
  });

  test('is found again and not created twice if the response to the create request is lost', async () => {
    await emulator.setFaults([
      {
        match: { surface: 'sandboxes', method: 'POST', path: '/api/v2/sandboxes/boxes' },
        when: { nth: [1] },
        effect: { drop_answer: true },
      },
    ]);
    const run = await hosted();
    expect(run.outputs).toMatchObject({ outcome: 'provided' });
    expect(run.log).toContain('The response was lost');
    expect(await names()).toEqual([]);
    const entries = await emulator.journal(0);
    expect(
      entries.filter(({ method, surface }) => method === 'POST' && surface === 'sandboxes'),
    ).toHaveLength(1);
  });

  test('gets an ordinary rule for each well-known service', async () => {
    const secrets = `${emulator.urls.sandboxes}/api/v1/workspaces/current/secrets`;
    const secret = { key: 'BOT_TOKEN', value: 'made-up-value-of-a-token' };
    expect((await emulator.api('POST', secrets, [secret])).status).toBeLessThan(300);
    const config = 'services: [{ service: slack, secret: BOT_TOKEN }]';
    const run = await hosted({ 'proxy-config': config }, { phases: ['main'] });
    expect(errorsOf(run)).toEqual([]);
    const path = `${emulator.urls.sandboxes}/api/v2/sandboxes/boxes/${run.outputs['sandbox-name']}`;
    expect((await emulator.api('GET', path)).body).toMatchObject({
      proxy_config: {
        rules: [
          {
            name: 'slack',
            match_hosts: ['slack.com'],
            match_paths: ['/api/*'],
            headers: [{ name: 'Authorization', type: 'workspace_secret', value: 'Bearer {BOT_TOKEN}' }],
          },
        ],
      },
    });
  });

  // docs/security/checkouts.md#sandbox-service-deleted-also
  test('is deleted by the post step if its main step was killed', async () => {
    // The service responds slowly, so the step is waiting for the response when it is killed.
    await emulator.setFaults([
      {
        match: { surface: 'sandboxes', method: 'POST', path: '/api/v2/sandboxes/boxes' },
        effect: { delay_ms: 2_000 },
      },
    ]);
    let main = 0;
    const run = await hosted(
      {},
      {
        onStart: (pid, phase) => {
          if (phase === 'main') main = pid;
        },
        onLine: (line) => {
          if (line.startsWith('Making sandbox ')) process.kill(main, 'SIGKILL');
        },
      },
    );
    expect(run.main?.endedBy).toBe('SIGKILL');
    expect(run.log).toMatch(/Sandbox gha-\S+ was (already )?deleted\./);
    expect(await names()).toEqual([]);
  });

  test('is rejected with the service’s message if its rules need a secret that the workspace does not have', async () => {
    const config = CONFIG.replace(
      `type: opaque, value: ${OPAQUE}`,
      "type: workspace_secret, value: '{NOT_THERE}'",
    );
    const run = await hosted({ 'proxy-config': config });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'rejected' });
    expect(errorsOf(run).join()).toContain('NOT_THERE');
    expect(await names()).toEqual([]);
  });

  test('is not requested with a wrong API key or with rules that can never match', async () => {
    const wrong = await hosted({ 'api-key': 'a-key-of-no-workspace-22' });
    expect(wrong.outputs).toMatchObject({ 'reason-code': 'unauthorized' });
    const rules = await hosted({ 'proxy-config': "rules: [{ name: a, match_hosts: ['*'], headers: [] }]" });
    expect(rules.outputs).toMatchObject({ 'reason-code': 'invalid-input' });
    expect(await names()).toEqual([]);
  });
});
