import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../../src/action/deploy/plan-id.ts';
import { deployedScenario, OTHER_COMMIT, type Scenario } from '../support/scenario.ts';

const prepare = (inputs: Record<string, string> = {}) => {
  const { scenario, deployment: there } = deployedScenario({ secrets: 'A=value-of-a', ...inputs });
  return { world: scenario, there };
};
const planOf = async (scenario: Scenario): Promise<string> => {
  scenario.inputs['action'] = 'plan';
  const { host } = await scenario.run();
  scenario.inputs['action'] = 'deploy';
  return host.outputs['plan-id'] ?? '';
};

describe('the fingerprint of a plan', () => {
  test('is the same as long as nothing changes, so the approved plan can be applied', async () => {
    const { world: scenario } = prepare();
    const id = await planOf(scenario);
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(await planOf(scenario)).toBe(id);
    scenario.inputs['expected-plan'] = id;
    expect((await scenario.run()).result).toMatchObject({ outcome: 'deployed', plan_id: id });
  });

  // docs/security/secrets.md#plan-id-covers-secrets
  test.each<[string, (given: ReturnType<typeof prepare>) => void]>([
    ['another commit', ({ world: scenario }) => void (scenario.inputs['commit'] = OTHER_COMMIT)],
    ['another secret', ({ world: scenario }) => void (scenario.inputs['secrets'] = 'A=another-value')],
    ['another API key', ({ world: scenario }) => void (scenario.inputs['api-key'] = 'lsv2_another_key_1234')],
    [
      'a new revision',
      ({ world: scenario, there }) => void scenario.controlPlane.addRevision(there.id, ['BUILD_FAILED']),
    ],
    [
      'a plan without remaining changes',
      ({ world: scenario, there }) => {
        there.active_revision_id = scenario.controlPlane.addRevision(there.id, ['DEPLOYED']).id;
        there.secrets = [{ name: 'A', value: 'value-of-a' }];
      },
    ],
    [
      'a deployment that no longer exists',
      ({ world: scenario, there }) => void scenario.controlPlane.deployments.delete(there.id),
    ],
  ])(
    'is different for %s, so the approved plan is rejected before anything is sent',
    async (_what, change) => {
      const given = prepare();
      given.world.inputs['expected-plan'] = await planOf(given.world);
      change(given);
      const { code, result } = await given.world.run();
      expect(result).toMatchObject({ outcome: 'failed', reason_code: 'plan-changed', changed: false });
      expect([code, given.world.controlPlane.count('patchDeployment')]).toEqual([1, 0]);
      expect(given.world.controlPlane.count('createDeployment')).toBe(0);
    },
  );
});

test('the canonical form of a value does not depend on the order of keys at any depth', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson({ a: turned })).toBe(canonicalJson({ a: value }));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
