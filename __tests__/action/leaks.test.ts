import { describe, expect, test } from '@jest/globals';
import { createRedactingHost } from '../../src/action/host/host.ts';
import { runPost } from '../../src/action/post.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { createFakeHost, type FakeHost } from './support/host.ts';
import { createScenario, deployedScenario } from './support/scenario.ts';

/** Returns all output of the process as its reader sees it, with Markdown entities decoded. */
function shown(host: FakeHost): string {
  const decoded = host.everything().replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
  return decoded
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Creates a run whose build fails with this message in its log. */
function failing(secrets: string, message: string) {
  const scenario = createScenario({ secrets });
  scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
  scenario.controlPlane.logs.build = [{ at: null, level: null, message }];
  return scenario;
}

describe('a secret in the log of a failed revision', () => {
  test.each(['sk_live_ab_cd', 'p*ss|w[rd]', 'a<b>&c~d', '`tick`#1!', 'back\\slash'])(
    'is never shown, even if Markdown escapes it: %j',
    async (secret) => {
      const { host } = await failing(`TOKEN=${secret}`, `error: the token ${secret} is refused`).run();
      expect(host.outputs['outcome']).toBe('failed');
      expect(host.annotations[0]?.message).toContain('error: the token *** is refused');
      expect(shown(host)).not.toContain(secret);
    },
  );

  test('is not shown even if an error message of the service contains the secret', async () => {
    const scenario = failing('TOKEN=sk_live_ab_cd', 'nothing');
    scenario.controlPlane.statusMessage = 'sk_live_ab_cd is no token';
    expect(shown((await scenario.run()).host)).not.toContain('sk_live_ab_cd');
  });

  // docs/security/secrets.md#secret-found-forms-programs
  test.each([3, 10, 17])('is not split by a truncation %d characters into the secret', async (into) => {
    const secret = 'the-secret-value-0123456789';
    // The annotation is truncated at a fixed length, so the secret is moved across this position.
    const { host } = await failing('', '').run();
    const lead = (host.annotations[0]?.message ?? '').length;
    expect(lead).toBeGreaterThan(0);
    for (let at = 3990 - lead - into; at < 4010; at += 5) {
      const text = `${'x'.repeat(Math.max(0, at))} ${secret} ${'y'.repeat(100)}`;
      const reported = (await failing(`TOKEN=${secret}`, text).run()).host;
      expect(reported.annotations[0]?.message).not.toMatch(/the-s/);
    }
  });
});

describe('a secret that is pasted into another, invalid input', () => {
  test.each([
    ['image-uri', 'https://robot:the-secret-value@registry.example.org/a:1'],
    ['region', 'the-secret-value'],
    ['deployment-name', 'the-secret-value_'],
    ['wait-timeout', 'the-secret-value'],
  ])('(%s) is masked before the error message, which does not contain it', async (input, value) => {
    const scenario = createScenario({ secrets: 'TOKEN=the-secret-value', [input]: value });
    const { host, code } = await scenario.run();
    expect(code).toBe(1);
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.masks).toContain('the-secret-value');
    expect(shown(host)).not.toContain('the-secret-value');
  });

  // docs/security/secrets.md#even-when-secrets-cannot
  test('is masked even if the input `secrets` cannot be parsed', async () => {
    const scenario = createScenario({
      secrets: 'the-first-line\nA<<END\nthe-second-line',
      region: 'the-first-line',
    });
    const { host } = await scenario.run();
    expect(host.masks).toEqual(expect.arrayContaining(['the-first-line', 'the-second-line']));
    expect(shown(host)).not.toMatch(/the-(first|second)-line/);
  });

  test.each([
    ['image-uri', 'https://robot:hunter2hunter2@registry.example.org/a:1'],
    ['image-uri', 'robot:hunter2hunter2@registry.example.org/a:1'],
    ['image-uri', 'robot:hunter2hunter2@registry:5000'],
    ['repo-url', 'https://robot:hunter2hunter2@git.example.org/a/b'],
    ['repo-url', 'https://hunter2hunter2@git.example.org/a/b'],
    ['repo-url', 'robot:hunter2hunter2@git.example.org:a/b'],
    ['repo-url', 'https://git.example.org/a/b?access_token=hunter2hunter2'],
    ['custom-url', 'https://robot:hunter2hunter2@agent.example.org'],
    ['control-plane-url', 'https://robot:hunter2hunter2@cp.example.org'],
    ['control-plane-url', 'https://cp.example.org/?key=hunter2hunter2'],
    ['ref', 'https://robot:hunter2hunter2@git.example.org/a/b'],
    ['region', 'https://robot:hunter2hunter2@cp.example.org'],
  ])('in %s makes the input invalid and is not repeated: %s', async (input, value) => {
    const more = input === 'custom-url' ? { 'image-uri': 'r.example.org/a:1' } : {};
    const scenario = createScenario({ ...more, [input]: value });
    const { host, code } = await scenario.run();
    expect(code).toBe(1);
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.outputs['result']).toContain(`${input}: `);
    expect(shown(host)).not.toContain('hunter2');
  });
});

describe('a part of a secret', () => {
  test.each([
    ['the password of a URL', 'postgres://robot:pass-word-12%40@db.example.org/x', 'pass-word-12@'],
    ['the password as written', 'postgres://robot:pass-word-12%40@db.example.org/x', 'pass-word-12%40'],
    [
      'a field of a JSON value',
      '{"type":"account","private_key":"-----BEGIN KEY-----\\nMIIEvQIBADANBg\\n"}',
      'MIIEvQIBADANBg',
    ],
    ['a nested field of a JSON value', '{"a":[{"client_secret":"GOCSPX-abcdef"}]}', 'GOCSPX-abcdef'],
  ])('is never shown: %s', async (_what, secret, piece) => {
    const { host } = await failing(`TOKEN=${secret}`, `error: ${piece} is refused`).run();
    expect(host.annotations[0]?.message).toContain('error: *** is refused');
    expect(shown(host)).not.toContain(piece);
  });

  test('is shown if the part itself is not secret', async () => {
    const secret = '{"type":"service_account","token_uri":"https://oauth.example.org"}';
    const { host } = await failing(`TOKEN=${secret}`, 'error: no service_account here').run();
    expect(host.annotations[0]?.message).toContain('service_account');
  });
});

describe('a secret outside of the input `secrets`', () => {
  const SPEC = JSON.stringify({
    cpu: 1,
    sidecars: [
      { name: 'tunnel', image: 'r.example.org/t:1', env: [{ name: 'T', value: 'tunnel-token-value' }] },
    ],
  });

  // docs/security/secrets.md#environment-variables-inside-resource
  test("in a container's variable is redacted from an error of the service", async () => {
    const scenario = createScenario({ 'image-uri': 'r.example.org/a:1', 'resource-spec': SPEC });
    scenario.controlPlane.fail('createDeployment', new Error('env tunnel-token-value is refused'));
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('failed');
    expect(shown(host)).not.toContain('tunnel-token-value');
  });

  test("that a response contains in a container's variable is redacted from errors", async () => {
    const scenario = createScenario({ 'image-uri': 'r.example.org/a:2' });
    scenario.controlPlane.add({
      name: 'my-agent',
      source: 'external_docker',
      source_config: { resource_spec: JSON.parse(SPEC) as object },
      source_revision_config: { image_uri: 'r.example.org/a:1' },
    });
    scenario.controlPlane.nextRollout = ['DEPLOY_FAILED'];
    scenario.controlPlane.logs.deploy = [{ at: null, level: null, message: 'error with tunnel-token-value' }];
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deploy-failed');
    expect(shown(host)).not.toContain('tunnel-token-value');
  });

  test('in a proxy URL is redacted from an error', async () => {
    const scenario = createScenario();
    scenario.env['HTTPS_PROXY'] = 'http://robot:proxy-pass-word@proxy.example.org:3128';
    scenario.controlPlane.fail('findDeployments', new Error('no way to proxy-pass-word'));
    expect(shown((await scenario.run()).host)).not.toContain('proxy-pass-word');
  });
});

describe('a secret that equals a word that the action writes', () => {
  test('does not change the words of the outputs or the structure of `result`', async () => {
    const scenario = createScenario({
      secrets: 'A=deployed\nB=schema_version\nC=rolled-out\nD=2000.5\nE=duration_seconds\nF=created',
    });
    scenario.clock.at(2000_500, () => {});
    const { host, result } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'reason-code': 'rolled-out', created: 'true' });
    expect(result).toMatchObject({ schema_version: 1, outcome: 'deployed', reason_code: 'rolled-out' });
  });

  test('does not change the stage that the main phase saves for the post step', async () => {
    const inner = createFakeHost({});
    const host = createRedactingHost(inner, createRedactor(['waiting']));
    await host.saveState('agent-deploy', JSON.stringify({ stage: 'waiting', deploymentName: 'a waiting b' }));
    expect(JSON.parse(inner.state['agent-deploy'] ?? '')).toEqual({
      stage: 'waiting',
      deploymentName: 'a *** b',
    });
  });

  // docs/security/secrets.md#outputs-hold-ids-statuses
  test('is redacted in an address, and the log names the output with the complete address', async () => {
    const scenario = createScenario({ secrets: 'A=my-agent.example.org' });
    const { host, result } = await scenario.run();
    expect(host.outputs['deployment-url']).toBe('https://***');
    expect(JSON.stringify(result)).not.toContain('my-agent.example.org');
    expect(host.lines.filter((line) => /output deployment-url .*masked/.test(line))).toHaveLength(1);
  });

  test("does not mask the deployment's ID if the secret equals the ID", async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.inputs['secrets'] = `SELF=${deployment.id}`;
    expect((await scenario.run()).host.outputs['deployment-id']).toBe(deployment.id);
  });
});

describe('the lines of a secret', () => {
  // docs/security/secrets.md#value-several-lines-masked
  test('are masked separately even if they are separated only by a carriage return', async () => {
    const scenario = createScenario({ secrets: 'A=first-part\rsecond-part' });
    const { host } = await scenario.run();
    expect(host.masks).toEqual(expect.arrayContaining(['first-part', 'second-part']));
  });

  test('are masked only once if they repeat', async () => {
    const { host } = await createScenario({ secrets: 'A=same-value-here\nB=same-value-here' }).run();
    expect(host.masks.filter((mask) => mask === 'same-value-here')).toHaveLength(1);
  });
});

describe('a name from the service', () => {
  test('cannot add Markdown or HTML to the summary of the post step', async () => {
    const state = {
      stage: 'waiting',
      deploymentId: 'd1',
      deploymentName: '<img src=x> [a](http://evil) | `b`',
      revisionId: '## r',
    };
    const host = createFakeHost({ 'STATE_agent-deploy': JSON.stringify(state) });
    await runPost(host);
    expect(host.summaries[0]).not.toMatch(/<img|\[a\]|`b`|## r/);
  });
});
