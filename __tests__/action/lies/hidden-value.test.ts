import { describe, expect, test } from '@jest/globals';
import { REDACTED_FORMS, isRedactedValue } from '../../../src/action/plan/hidden-value.ts';
import { COMMIT, createScenario, deployedScenario, OLD_COMMIT } from '../support/scenario.ts';
import { createPreviewScenario } from '../preview/support.ts';
import { hiddenExamples, hiddenForms } from './hidden-examples.ts';

describe('the forms in which a service hides a value', () => {
  test('are the same as in docs/answers.md, in the same order', () => {
    expect(hiddenForms().map(({ form }) => form)).toEqual(REDACTED_FORMS.map(({ form }) => form));
  });

  test.each(hiddenForms().flatMap(({ form, examples }) => examples.map((one) => [one, form] as const)))(
    'include the value %j: %s',
    (example, form) => {
      expect(REDACTED_FORMS.find((one) => one.form === form)?.holds(example)).toBe(true);
      expect(isRedactedValue(` ${example}\n`)).toBe(true);
    },
  );

  test.each([
    'production',
    'sk-proj-4f9aXb27QwZ81kLmNp',
    'postgres://user:pass@db.example.org:5432/agents?sslmode=require',
    'https://example.org/secret/path',
    '{"mode":"secret","level":3}',
    '* * * * *',
    '0 */5 * * *',
    'src/**/*.ts',
    'secret',
    'private',
    'hidden-valley.example.org',
    'the secrets are loaded... later',
    '/private/data',
    '1',
    '-',
    'xxx',
    '',
    'c2VjcmV0LXZhbHVlLW9mLXRoZS10ZXN0Cg==',
    '-----BEGIN CERTIFICATE-----\nMIIEvQ\n-----END CERTIFICATE-----',
  ])('do not include the value %j', (value) => {
    expect(isRedactedValue(value)).toBe(false);
  });
});

describe('a value that the service hides', () => {
  const there = (shown: string, inputs: Record<string, string>) => {
    const scenario = createScenario(inputs);
    const secrets = [{ name: 'KEPT', value: shown }];
    return {
      world: scenario,
      deployment: scenario.controlPlane.add({ name: 'my-agent', secrets }, OLD_COMMIT),
    };
  };

  // docs/security/pull-requests.md#what-service-shows-place
  test.each(hiddenExamples())(
    'stops the merge strategy before any change if no input sets the variable: %j',
    async (shown) => {
      const { world: scenario } = there(shown, { secrets: 'GIVEN=value-of-given' });
      const { code, host } = await scenario.run();
      expect([code, host.outputs['reason-code']]).toEqual([1, 'secrets-hidden']);
      expect(host.annotations[0]?.message).toContain('KEPT');
      expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
    },
  );

  test('is sent if an input sets the variable, and not reported as drift while it is hidden', async () => {
    const { world: scenario, deployment } = there('<redacted>', { secrets: 'KEPT=value-of-kept' });
    const secrets = [{ name: 'KEPT', value: '<redacted>' }];
    scenario.controlPlane.shows = (one, by) => (by === 'getDeployment' ? { ...one, secrets } : one);
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
    expect(deployment.secrets).toEqual([{ name: 'KEPT', value: 'value-of-kept' }]);
  });

  test('counts as unchanged if an input sets the variable to the displayed string', async () => {
    const { scenario } = deployedScenario({ secrets: 'KEPT=hidden' }, COMMIT, {
      secrets: [{ name: 'KEPT', value: 'hidden' }],
    });
    expect((await scenario.run()).host.outputs['outcome']).toBe('unchanged');
  });

  test('is displayed as a placeholder, which is not registered as a mask', async () => {
    const { world: scenario } = there('REDACTED', {});
    const { host } = await scenario.run();
    expect(host.masks).not.toContain('REDACTED');
  });

  test('in a command of the base deployment is not copied to a preview', async () => {
    const scenario = createPreviewScenario({ 'deployment-name': 'agents' });
    const config = { repo_url: 'https://github.com/acme/agents', install_command: 'npm ci --token=****abcd' };
    scenario.controlPlane.add({ name: 'agents', source_config: config }, OLD_COMMIT);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'secrets-hidden']);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });
});
