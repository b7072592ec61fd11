import { describe, expect, test } from '@jest/globals';
import { apiError } from '../support/control-plane.ts';
import { createPreviewScenario, runToEnd, markerOf } from './support.ts';

const NAME = 'agents-pr-7';

/** Creates a closed pull request 7 with a preview. */
function closed(inputs: Record<string, string> = {}) {
  const scenario = createPreviewScenario(inputs);
  scenario.gh.open(7, { state: 'closed' });
  scenario.pullRequest(7, 'closed');
  scenario.controlPlane.add({ name: NAME, secrets: [markerOf(7)] });
  scenario.controlPlane.projects.add(NAME);
  return scenario;
}

describe('a teardown of a preview', () => {
  test('deletes the preview and its tracing project, and waits until the preview no longer exists', async () => {
    const scenario = closed();
    scenario.controlPlane.deletingPolls = 3;
    const { code, host } = await scenario.run();
    expect([code, host.outputs]).toMatchObject([
      0,
      { outcome: 'torn-down', 'reason-code': 'deleted', 'deployment-name': NAME, 'pull-request': '7' },
    ]);
    expect([scenario.controlPlane.deployments.size, scenario.controlPlane.projects.size]).toEqual([0, 0]);
    expect(scenario.gh.asked).toEqual([]);
  });

  test('requires no GitHub token and no source, and ignores the input `paths`', async () => {
    const scenario = closed({ paths: 'docs/**' });
    scenario.github = undefined;
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
  });

  test('succeeds again when repeated', async () => {
    const scenario = closed();
    await scenario.run();
    expect(await runToEnd(scenario)).toEqual([0, 'already-gone']);
  });

  test('finds a preview whose name was truncated to any of the possible lengths', async () => {
    for (const source of ['git', 'image']) {
      const scenario = createPreviewScenario({ 'deployment-name': 'an-agent-with-a-name-of-length' });
      scenario.inputs['region'] = 'us';
      if (source === 'image') scenario.inputs['image-uri'] = 'registry.example.org/a:1';
      await scenario.run();
      scenario.pullRequest(7, 'closed');
      delete scenario.inputs['image-uri'];
      expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
      expect(scenario.controlPlane.deployments.size).toBe(0);
    }
  });

  // docs/migration.md#cleanup-job-deletes-production
  // docs/security/pull-requests.md#teardown-deletes-what-name
  test.each([
    ['production without a marker', NAME, []],
    ['the preview of another pull request', NAME, [markerOf(8)]],
    ['the preview of another repository', NAME, [markerOf(7, 'acme/others')]],
    ['a deployment with an invalid marker', NAME, [{ ...markerOf(7), value: 'mine' }]],
  ])('does not delete %s', async (_what, name, secrets) => {
    const scenario = createPreviewScenario();
    scenario.pullRequest(7, 'closed');
    scenario.controlPlane.add({ name, secrets: [...secrets] });
    expect(await runToEnd(scenario)).toEqual([1, 'not-a-preview']);
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
  });

  // docs/security/pull-requests.md#preview-another-deployment-id
  test('does not delete a deployment if a read by its ID returns another name', async () => {
    const scenario = closed();
    const real = scenario.controlPlane.client.getDeployment;
    scenario.controlPlane.client.getDeployment = async (...args) => ({
      ...(await real(...args)),
      name: 'production',
    });
    expect(await runToEnd(scenario)).toEqual([1, 'contradictory-answers']);
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
  });

  test('requires `force` to identify the deployment by name if the service hides the marker', async () => {
    const scenario = closed();
    scenario.controlPlane.hideSecrets = true;
    const refused = await scenario.run();
    expect(refused.host.outputs['reason-code']).toBe('not-a-preview');
    expect(refused.host.annotations[0]?.message).toMatch(/force: true/);
    scenario.inputs['force'] = 'true';
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
  });

  test('identifies the deployment by name in a re-run too if `force` is set', async () => {
    const scenario = closed({ force: 'true' });
    scenario.controlPlane.hideSecrets = true;
    scenario.env = { GITHUB_RUN_ATTEMPT: '2' };
    const { host } = await scenario.run();
    expect([host.outputs['reason-code'], host.annotations]).toEqual(['deleted', []]);
  });

  // docs/security/pull-requests.md#force-true-replaces-mark
  test('does not delete a deployment that visibly has no marker, even with force', async () => {
    const scenario = createPreviewScenario({ force: 'true' });
    scenario.pullRequest(7, 'closed');
    scenario.controlPlane.add({ name: NAME });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('not-a-preview');
  });

  // docs/security/pull-requests.md#nor-does-overrule-what
  test.each(['https://github.com/acme/others', 'https://git.example.org/acme/agents'])(
    'does not delete a deployment that is visibly built from %s, even with force',
    async (repoUrl) => {
      for (const hideSecrets of [true, false]) {
        const scenario = createPreviewScenario({ force: 'true' });
        scenario.pullRequest(7, 'closed');
        scenario.controlPlane.add({
          name: NAME,
          source_config: { repo_url: repoUrl },
          secrets: [markerOf(7)],
        });
        scenario.controlPlane.hideSecrets = hideSecrets;
        const { host } = await scenario.run();
        expect(host.outputs['reason-code']).toBe('not-a-preview');
        expect(host.annotations[0]?.message).toMatch(/built from/);
        scenario.inputs['repo-url'] = `${repoUrl}.git`;
        expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
      }
    },
  );

  test('lists in a dry run the deployments that it would delete', async () => {
    const scenario = closed({ 'dry-run': 'true' });
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'planned',
      'deployment-name': NAME,
    });
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
  });

  test.each([true, false])(
    'looks up whether the preview was deleted after a lost response (deleted: %j)',
    async (afterDoing) => {
      const scenario = closed();
      scenario.controlPlane.deletingPolls = 2;
      scenario.controlPlane.fail('deleteDeployment', apiError('network'), { afterDoing });
      expect((await scenario.run()).host.outputs['reason-code']).toBe(afterDoing ? 'deleted' : 'unreachable');
    },
  );

  test("reports the service's error if the service rejects the deletion", async () => {
    const scenario = closed();
    scenario.controlPlane.fail('deleteDeployment', apiError('http', 403));
    expect((await scenario.run()).host.outputs['reason-code']).toBe('forbidden');
  });

  test('stops waiting at its timeout, and does not wait at all if wait is false', async () => {
    const scenario = closed({ 'wait-timeout': '2m' });
    scenario.controlPlane.deletingPolls = 1000;
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'still-deleting']);
    const other = closed({ wait: 'false' });
    other.controlPlane.deletingPolls = 1000;
    expect((await other.run()).host.outputs['reason-code']).toBe('deleted');
    // The deployment is read once before it is deleted.
    expect(other.controlPlane.count('getDeployment')).toBe(1);
  });

  test('deletes the tracing project of a preview that is being deleted', async () => {
    const scenario = closed();
    scenario.controlPlane.deletingPolls = 3;
    const { id = '' } = scenario.named(NAME) ?? {};
    await scenario.controlPlane.client.deleteDeployment(id, { deleteTracingProject: false });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('already-gone');
    expect([scenario.controlPlane.deployments.size, scenario.controlPlane.projects.size]).toEqual([0, 0]);
  });

  test("reads the branch from GitHub if the preview's name contains the branch", async () => {
    const scenario = createPreviewScenario({
      action: 'teardown',
      'pull-request': '7',
      'preview-name-template': '{branch}-{number}',
    });
    scenario.dispatch();
    scenario.controlPlane.add({ name: 'topic-7-7-xabcdefgh' });
    scenario.controlPlane.add({ name: 'topic-7-7', secrets: [markerOf(7)] });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
    expect(scenario.controlPlane.deployments.size).toBe(1);
    scenario.github = undefined;
    expect((await scenario.run()).host.outputs['reason-code']).toBe('pull-request-unknown');
  });

  test('behaves the same for the event pull_request_target as for pull_request', async () => {
    const scenario = closed();
    scenario.pullRequest(7, 'closed', 'pull_request_target');
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
  });
});

describe('a teardown on a service with contradictory responses', () => {
  const missing = (scenario: ReturnType<typeof closed>) => {
    scenario.controlPlane.client.getDeployment = async () => {
      throw apiError('http', 404);
    };
  };

  // docs/security/pull-requests.md#what-gone-id-taken
  test('fails if the list contains the deployment, but a read by its ID returns a 404', async () => {
    for (const wait of ['true', 'false']) {
      const scenario = closed({ wait });
      missing(scenario);
      expect(await runToEnd(scenario)).toEqual([1, 'contradictory-answers']);
    }
  });

  test('fails if the service accepts the deletion but never deletes the deployment', async () => {
    const scenario = closed();
    scenario.controlPlane.client.deleteDeployment = async () => {
      missing(scenario);
      return true;
    };
    expect(await runToEnd(scenario)).toEqual([1, 'contradictory-answers']);
  });

  test('waits until the list no longer contains the deleted deployment', async () => {
    const scenario = closed();
    const before = structuredClone([...scenario.controlPlane.deployments.values()]);
    const real = scenario.controlPlane.client.listDeployments;
    const startedAt = scenario.clock.now();
    scenario.controlPlane.client.listDeployments = async (...args) =>
      scenario.clock.now() - startedAt < 10_000 ? before : real(...args);
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
  });

  test('finds a deployment that the filtered list omits', async () => {
    const scenario = closed();
    const real = scenario.controlPlane.client.listDeployments;
    scenario.controlPlane.client.listDeployments = async (filter, ...rest) =>
      filter.nameContains === undefined ? real(filter, ...rest) : [];
    // The filtered list never shows the deployment, so only a read by ID can show that it is deleted.
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
    expect(scenario.controlPlane.deployments.size).toBe(0);
  });
});
