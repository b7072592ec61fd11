import { describe, expect, test } from '@jest/globals';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { COMMIT, createScenario, deployedScenario, OLD_COMMIT } from '../support/scenario.ts';

const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };

/** Creates a deployment with settings, and a service that transforms every response with `shows`. */
function settled(
  inputs: Record<string, string>,
  commit: string,
  shows: (deployment: Deployment) => Deployment,
  was: Partial<Deployment> = {},
) {
  const scenario = createScenario(inputs);
  const source_config = { ...repository, install_command: 'old', ...was.source_config };
  scenario.controlPlane.add({ name: 'my-agent', image_version: '0.1', ...was, source_config }, commit);
  const { controlPlane } = scenario;
  controlPlane.shows = (deployment) =>
    controlPlane.count('patchDeployment') > 0 ? shows(deployment) : deployment;
  return scenario;
}

const config = (over: Record<string, unknown>) => (deployment: Deployment) => ({
  ...deployment,
  source_config: { ...deployment.source_config, ...over },
});
const without = (key: string) => (deployment: Deployment) => {
  const { [key]: _left, ...rest } = { ...deployment.source_config };
  return { ...deployment, source_config: rest };
};

describe('settings of a deployment', () => {
  const COMMAND = { 'install-command': 'npm ci' };
  // docs/security/pull-requests.md#setting-service-accepts-does
  test.each<[string, Record<string, string>, (deployment: Deployment) => Deployment]>([
    ['a command that keeps its old value', COMMAND, config({ install_command: 'old' })],
    [
      'a command with neither its old nor the requested value',
      COMMAND,
      config({ install_command: 'pnpm install' }),
    ],
    ['a command that is empty', COMMAND, config({ install_command: null })],
    ['a command that is no longer shown', COMMAND, without('install_command')],
    ['build_on_push', { 'build-on-push': 'true' }, config({ build_on_push: false })],
    [
      'the image version',
      { 'image-version': '0.2' },
      (deployment) => ({ ...deployment, image_version: '0.1' }),
    ],
  ])('make the run fail if the service ignores them: %s', async (_what, inputs, shows) => {
    for (const commit of [COMMIT, OLD_COMMIT]) {
      const { code, host } = await settled(inputs, commit, shows).run();
      expect([code, host.outputs['reason-code']]).toEqual([1, 'settings-ignored']);
      expect(host.outputs['changed']).toBe('true');
      expect(host.annotations[0]?.message).toMatch(
        /source_config\.(install_command|build_on_push)|image_version/,
      );
    }
  });

  test('make the run fail if they differ from the inputs after a create', async () => {
    const scenario = createScenario({ 'build-command': 'make' });
    const real = scenario.controlPlane.client.createDeployment;
    scenario.controlPlane.client.createDeployment = (body, signal) =>
      real({ ...body, source_config: { ...body.source_config, build_command: 'true' } }, signal);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'settings-ignored']);
  });

  test.each([
    [
      'a delayed value',
      () => {
        let looks = 0;
        return (deployment: Deployment) => {
          looks += 1;
          return looks < 4 ? config({ install_command: 'old' })(deployment) : deployment;
        };
      },
    ],
    ['a normalized value', () => config({ install_command: 'sh -c "npm ci"' })],
  ])('are accepted if they differ only by %s', async (_what, shows) => {
    const { code, host } = await settled(COMMAND, COMMIT, shows()).run();
    expect([code, host.outputs['reason-code']]).toEqual([0, 'configuration-updated']);
  });

  test('cannot be compared if the service never shows them, as the message states', async () => {
    const { scenario } = deployedScenario({ 'build-command': 'make' }, COMMIT);
    scenario.controlPlane.shows = without('build_command');
    const { code, result } = await scenario.run();
    expect(code).toBe(0);
    expect(JSON.stringify(result)).toContain('does not show source_config.build_command');
  });
});

describe('secret values in two responses', () => {
  // docs/security/pull-requests.md#value-two-answers-show
  test.each([
    ['they differ', [{ name: 'KEPT', value: 'token-7f31' }]],
    ['one response omits them', []],
  ])('stop the merge strategy before any change if %s', async (_what, shown) => {
    for (const lying of ['getDeployment', 'findDeployments'] as const) {
      const scenario = createScenario({ secrets: 'GIVEN=value-of-given' });
      const secrets = [{ name: 'KEPT', value: 'value-of-kept' }];
      const deployment = scenario.controlPlane.add({ name: 'my-agent', secrets }, OLD_COMMIT);
      scenario.controlPlane.shows = (one, by) => (by === lying ? { ...one, secrets: shown } : one);
      const { code, host } = await scenario.run();
      expect([code, host.outputs['reason-code']]).toEqual([1, 'contradictory-answers']);
      expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
      expect(deployment.secrets).toEqual(secrets);
    }
  });
});

describe('a change of variables on a service that showed no variables before', () => {
  const shows = (secrets: Deployment['secrets']) => (deployment: Deployment) => ({ ...deployment, secrets });
  const none = { secrets: [] };

  // docs/security/pull-requests.md#merge-onto-deployment-shows
  test('fails for a merge if no variables appear, because the merge relied on the displayed variables', async () => {
    const scenario = settled({ secrets: 'A=given-value-5a0e' }, OLD_COMMIT, shows([]), none);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'settings-ignored']);
  });

  test('succeeds for a replacement if no variables appear, because the service might hide them', async () => {
    const inputs = { secrets: 'A=given-value-5a0e', 'secrets-strategy': 'replace' };
    const { code } = await settled(inputs, OLD_COMMIT, shows([]), none).run();
    expect(code).toBe(0);
  });

  test.each(['another-value', 'token-8c1f0a9b7e6d5c4b'])(
    'fails if the displayed value differs from the input and from the response to the change: %s',
    async (value) => {
      const scenario = settled(
        { secrets: 'A=given-value-5a0e' },
        OLD_COMMIT,
        (deployment) => deployment,
        none,
      );
      const patch = scenario.controlPlane.client.patchDeployment;
      scenario.controlPlane.client.patchDeployment = async (...args) => {
        const answer = structuredClone(await patch(...args));
        const { id } = answer;
        const truth = scenario.controlPlane.deployments.get(id);
        if (truth !== undefined) truth.secrets = [{ name: 'A', value }];
        return answer;
      };
      expect((await scenario.run()).code).toBe(1);
    },
  );
});

describe('an outdated list of revisions', () => {
  // docs/security/pull-requests.md#list-behind-makes-second
  test('does not cause a duplicate of an existing revision', async () => {
    const scenario = createScenario();
    const { id } = scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    const stale = structuredClone(scenario.controlPlane.deployments.get(id));
    const revision = scenario.controlPlane.addRevision(id, ['DEPLOYED'], COMMIT);
    const now = scenario.controlPlane.deployments.get(id);
    if (now === undefined || stale === undefined) throw new Error('there is no deployment');
    now.active_revision_id = revision.id;
    const [list, listRevisions] = [
      scenario.controlPlane.client.findDeployments,
      scenario.controlPlane.client.listRevisions,
    ];
    let looks = 0;
    scenario.controlPlane.client.findDeployments = async (...args) =>
      looks++ === 0 ? [stale] : list(...args);
    scenario.controlPlane.client.listRevisions = async (...args) =>
      looks < 2
        ? (await listRevisions(...args)).filter((one) => one.id !== revision.id)
        : listRevisions(...args);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('already-active');
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });
});
