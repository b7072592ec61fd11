import { describe, expect, test } from '@jest/globals';
import type { DeploymentCreate, DeploymentPatch } from '../../../src/contract/deployment.ts';
import { addToTree } from '../support/checkout.ts';
import { createForkScenario, type ForkScenario, markerOf, runToEnd } from './support.ts';

const OTHER = '2'.repeat(40);

/** Lets `by` approve a commit, by default the head, in a review. */
function review(scenario: ForkScenario, by = 'alice', commit = scenario.commit): void {
  scenario.gh.pulls.get(7)?.reviews.push({ by, state: 'APPROVED', commit });
}

/** Checks that the run ends with this code and reason, and sends nothing to the control plane. */
async function refuses(scenario: ForkScenario, reason: string, code = 0): Promise<void> {
  expect(await runToEnd(scenario)).toEqual([code, reason]);
  expect(scenario.controlPlane.calls).toEqual([]);
}

describe('the preview of a fork', () => {
  // docs/security/forks.md#fork-secrets
  test('is created from the approved commit under the marker of the base, and without secrets', async () => {
    const scenario = createForkScenario();
    review(scenario);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'deployed',
      'pull-request': '7',
      'deployment-name': 'agents-pr-7',
    });
    const { secrets } = scenario.controlPlane.body<DeploymentCreate>('createDeployment');
    expect(secrets).toEqual([markerOf(7)]);
    expect(host.lines.join('\n')).toContain(
      `Commit ${scenario.commit} of a fork is approved: alice approved in a review.`,
    );
  });

  test('receives the secrets with fork-secrets, and loses the secrets without fork-secrets', async () => {
    const scenario = createForkScenario({ 'fork-secrets': 'true' });
    review(scenario);
    await scenario.run();
    const { secrets } = scenario.controlPlane.body<DeploymentCreate>('createDeployment');
    expect(secrets).toEqual([{ name: 'MODEL_KEY', value: 'a-secret-of-previews-01' }, markerOf(7)]);
    delete scenario.inputs['fork-secrets'];
    scenario.controlPlane.calls.length = 0;
    await scenario.run();
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment').secrets).toEqual([markerOf(7)]);
  });

  test('is created after an approval, even if GitHub does not find the account of another reviewer', async () => {
    const scenario = createForkScenario();
    scenario.gh.permissions.set('mallory', 'deleted');
    review(scenario, 'mallory');
    await refuses(scenario, 'approval-missing');
    review(scenario);
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });

  test('is deleted when the pull request is closed, without any approval', async () => {
    const scenario = createForkScenario();
    review(scenario);
    await scenario.run();
    scenario.on('closed');
    expect(await runToEnd(scenario)).toEqual([0, 'deleted']);
    expect(scenario.named('agents-pr-7')).toBeUndefined();
  });

  test('is created again after the pull request was reopened, if the review of the same head still applies', async () => {
    const scenario = createForkScenario();
    review(scenario);
    scenario.on('reopened');
    expect(await runToEnd(scenario)).toEqual([0, 'rolled-out']);
  });

  test('is created for a fork that was deleted after the review', async () => {
    const scenario = createForkScenario();
    review(scenario);
    Object.assign(scenario.gh.pulls.get(7) ?? {}, { headRepository: null });
    scenario.on('opened');
    expect(await runToEnd(scenario)).toEqual([0, 'rolled-out']);
  });

  test('is created in a manual run for the number of the pull request', async () => {
    const scenario = createForkScenario({ action: 'preview', 'pull-request': '7' });
    scenario.dispatch();
    await refuses(scenario, 'approval-missing');
    review(scenario);
    expect(await runToEnd(scenario)).toEqual([0, 'rolled-out']);
  });

  test.each(['alice', 'maintainer'])('is created after the label of %s, who may write', async (actor) => {
    const scenario = createForkScenario({ 'fork-approval': 'label: try' });
    scenario.gh.permissions.set('maintainer', 'admin');
    scenario.gh.pulls.get(7)?.labels.push('try');
    scenario.on('labeled', { actor, label: 'try' });
    expect(await runToEnd(scenario)).toEqual([0, 'rolled-out']);
  });

  test('is created after the approval of the run', async () => {
    const scenario = createForkScenario({ 'fork-approval': 'environment: forks' });
    scenario.env['GITHUB_RUN_ID'] = '77';
    await refuses(scenario, 'approval-missing');
    scenario.gh.runReviews.push({ by: 'alice', state: 'approved', environment: 'forks' });
    expect(await runToEnd(scenario)).toEqual([0, 'rolled-out']);
  });
});

describe('an attack on the preview of a fork fails', () => {
  // docs/security/forks.md#fork-permission
  test.each(['read', 'none'])(
    'if the reviewer has the permission %s, which includes triage',
    async (permission) => {
      const scenario = createForkScenario();
      scenario.gh.permissions.set('mallory', permission);
      review(scenario, 'mallory');
      await refuses(scenario, 'approval-missing');
    },
  );

  test.each(['mallory', 'helper[bot]'])('if %s adds the label', async (actor) => {
    const scenario = createForkScenario({ 'fork-approval': 'label: try' });
    scenario.gh.permissions.set('helper[bot]', 'write');
    scenario.gh.pulls.get(7)?.labels.push('try');
    scenario.on('labeled', { actor, label: 'try' });
    await refuses(scenario, 'approval-missing');
  });

  test('if a push follows the label, in the run of the label and in the run of the push', async () => {
    const scenario = createForkScenario({ 'fork-approval': 'label: try' });
    const pull = scenario.gh.pulls.get(7);
    pull?.labels.push('try');
    scenario.on('labeled', { actor: 'alice', label: 'try' });
    Object.assign(pull ?? {}, { commit: OTHER });
    await refuses(scenario, 'approval-outdated');
    scenario.on('synchronize');
    await refuses(scenario, 'approval-missing');
  });

  test('if a push happens just before the label', async () => {
    const scenario = createForkScenario({ 'fork-approval': 'label: try' });
    scenario.gh.pulls.get(7)?.labels.push('try');
    scenario.on('labeled', { actor: 'alice', label: 'try', secondsAfterPush: 5 });
    await refuses(scenario, 'approval-missing');
  });

  test('if a push follows the approval of the run', async () => {
    const scenario = createForkScenario({ 'fork-approval': 'environment: forks' });
    scenario.env['GITHUB_RUN_ID'] = '77';
    scenario.gh.runReviews.push({ by: 'alice', state: 'approved', environment: 'forks' });
    Object.assign(scenario.gh.pulls.get(7) ?? {}, { commit: OTHER });
    await refuses(scenario, 'approval-outdated');
  });

  // docs/security/forks.md#fork-checkout
  test('if the checkout has another commit than the approved commit', async () => {
    const scenario = createForkScenario();
    Object.assign(scenario.gh.pulls.get(7) ?? {}, { commit: OTHER });
    scenario.on('synchronize');
    review(scenario, 'alice', OTHER);
    expect(await runToEnd(scenario)).toEqual([1, 'commit-not-approved']);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });

  test.each([
    ['a changed file', { 'src/agent.ts': 'export const graph = { evil: true };\n' }, 'src/agent.ts differs'],
    ['a new file', { 'src/evil.ts': 'export {};\n' }, 'src/evil.ts is not a file of the approved commit'],
  ])('if the checkout contains %s', async (_what, files, why) => {
    const scenario = createForkScenario();
    review(scenario);
    addToTree(scenario.workspace, files);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'commit-not-approved']);
    expect(host.annotations.map(({ message }) => message).join('\n')).toContain(why);
    expect(scenario.controlPlane.count('uploadUrl')).toBe(0);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });

  test('if the approval belongs to another pull request with the same commit', async () => {
    const scenario = createForkScenario();
    const { commit } = scenario;
    scenario.gh.open(8, {
      headRepository: 'mallory/agents',
      commit,
      reviews: [{ by: 'alice', state: 'APPROVED', commit }],
    });
    await refuses(scenario, 'approval-missing');
  });

  // docs/security/forks.md#fork-github-unknown
  test.each(['reviews', 'permission'] as const)('if GitHub does not return the %s', async (what) => {
    const scenario = createForkScenario();
    review(scenario);
    scenario.gh.refused.add(what);
    await refuses(scenario, 'approval-unknown', 1);
  });

  test('if GitHub does not return the pull request, or no token is available', async () => {
    const scenario = createForkScenario();
    review(scenario);
    scenario.gh.fail(500, 99);
    await refuses(scenario, 'approval-unknown', 1);
    scenario.github = undefined;
    await refuses(scenario, 'approval-unknown', 1);
  });

  test('if the run is on an event that can come from the fork, or runs another operation', async () => {
    const scenario = createForkScenario();
    review(scenario);
    for (const action of ['deploy', 'plan', 'rollback', 'sweep', 'status', 'wait']) {
      scenario.inputs['action'] = action;
      await refuses(scenario, 'fork');
    }
    delete scenario.inputs['action'];
    for (const name of ['pull_request', 'pull_request_review', 'workflow_run']) {
      scenario.event = { ...scenario.event, name };
      await refuses(scenario, 'fork');
    }
  });

  test('if the workflow does not set fork-approval', async () => {
    const scenario = createForkScenario();
    delete scenario.inputs['fork-approval'];
    review(scenario);
    await refuses(scenario, 'fork');
  });

  // docs/security/forks.md#fork-branch-source
  test('if the source is a branch or an image, which can change after the approval', async () => {
    for (const inputs of [{ source: 'git_host' }, { 'image-uri': 'registry.example.org/a:1' }]) {
      const scenario = createForkScenario(inputs);
      if (!('source' in inputs)) delete scenario.inputs['source'];
      review(scenario);
      await refuses(scenario, 'invalid-input', 1);
    }
  });

  // docs/security/forks.md#fork-key
  test('if the workflow sets verify, because a check would send the key to the agent', async () => {
    const scenario = createForkScenario({ verify: 'input: {}' });
    review(scenario);
    await refuses(scenario, 'invalid-input', 1);
  });
});
