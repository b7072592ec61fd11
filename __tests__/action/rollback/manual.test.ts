import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { apiError } from '../support/control-plane.ts';
import { COMMIT, createScenario, OLD_COMMIT, OTHER_COMMIT, type Scenario } from '../support/scenario.ts';

let scenario: Scenario;
let deployment: Deployment;

const roll = (to: string, inputs: Record<string, string> = {}) => {
  Object.assign(scenario.inputs, { action: 'rollback', 'rollback-to': to, ...inputs });
  return scenario.run();
};
/** Returns the revisions, latest first. */
const past = () => scenario.controlPlane.revisions.get(deployment.id) ?? [];
/** Adds a revision that was deployed and became active. */
const deployed = (commit: string) => {
  const revision = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], commit);
  deployment.active_revision_id = revision.id;
  return revision.id;
};
const writes = () =>
  scenario.controlPlane.count('patchDeployment') +
  scenario.controlPlane.count('redeployRevision') +
  scenario.controlPlane.count('createDeployment');

/**
 * A git deployment with a revision of OLD_COMMIT, and the active revision of OTHER_COMMIT. The deployment's branch is
 * at COMMIT.
 */
beforeEach(() => {
  scenario = createScenario();
  deployment = scenario.controlPlane.add({ name: 'my-agent' });
  deployed(OLD_COMMIT);
  deployed(OTHER_COMMIT);
  scenario.resolved = COMMIT;
  scenario.event.name = 'workflow_dispatch';
});

describe('a rollback to `previous`', () => {
  test('deploys the previous revision again if the branch has a newer commit', async () => {
    const [active, before] = past();
    const { code, result, host } = await roll('previous');
    expect(result).toMatchObject({
      outcome: 'deployed',
      reason_code: 'rolled-back-to',
      previous_revision_id: active?.id,
      rollback: { target_revision_id: before?.id, revision_id: past()[0]?.id, after: null },
      plan: { kind: 'redeploy', makes_revision: true },
    });
    expect([
      code,
      scenario.controlPlane.count('redeployRevision'),
      scenario.controlPlane.count('patchDeployment'),
    ]).toEqual([0, 1, 0]);
    expect(deployment.active_revision_id).toBe(past()[0]?.id);
    expect(past()[0]?.source_revision_config?.repo_commit_sha).toBe(OLD_COMMIT);
    expect(host.lines.join('\n')).toContain('main now points to aaaaaaa');
  });

  test('sends the ref if it still points to the commit, and reports that settings do not change', async () => {
    scenario.resolved = OLD_COMMIT;
    scenario.controlPlane.heads.set('main', OLD_COMMIT);
    const { result, host } = await roll('previous');
    expect(result).toMatchObject({ reason_code: 'rolled-back-to', plan: { kind: 'patch' } });
    expect(scenario.controlPlane.body('patchDeployment')).toEqual({
      source_revision_config: { repo_ref: 'main' },
    });
    expect(host.lines.join('\n')).toContain('secrets, resources and other settings stay');
  });

  test('skips failed revisions and revisions of the same commit', async () => {
    deployed(OTHER_COMMIT);
    scenario.controlPlane.addRevision(deployment.id, ['BUILD_FAILED'], COMMIT);
    const target = past()[3]?.id;
    expect((await roll('previous')).result).toMatchObject({ rollback: { target_revision_id: target } });
  });

  test('finds the revision beyond the first pages of the list', async () => {
    const target = past()[1]?.id;
    for (let index = 0; index < 230; index += 1) deployed(OTHER_COMMIT);
    expect((await roll('previous')).result).toMatchObject({
      outcome: 'deployed',
      rollback: { target_revision_id: target },
    });
  });

  test('does not go further back in a re-run of the finished job, even with force', async () => {
    deployed(COMMIT);
    expect((await roll('previous')).result).toMatchObject({ outcome: 'deployed' });
    const sent = writes();
    scenario.env['GITHUB_RUN_ATTEMPT'] = '2';
    const { code, result } = await roll('previous', { force: 'true' });
    expect([code, writes()]).toEqual([0, sent]);
    expect(result).toMatchObject({ outcome: 'unchanged', reason_code: 'already-active' });
  });

  test('recognizes a re-run even if its revision is several pages back', async () => {
    for (let index = 0; index < 120; index += 1)
      scenario.controlPlane.addRevision(deployment.id, ['BUILD_FAILED']);
    deployed(COMMIT);
    deployed(OTHER_COMMIT);
    scenario.env['GITHUB_RUN_ATTEMPT'] = '2';
    expect((await roll('previous')).result).toMatchObject({ outcome: 'unchanged' });
    expect(writes()).toBe(0);
  });

  test('reports that the target is a revision that was itself rolled back before', async () => {
    deployed(OLD_COMMIT);
    const { host, result } = await roll('previous', { 'dry-run': 'true' });
    expect(result).toMatchObject({ outcome: 'planned' });
    expect(host.lines.join('\n')).toContain('which was rolled back');
  });

  test("waits for the first attempt's revision in a re-run", async () => {
    scenario.controlPlane.nextRollout = ['BUILDING'];
    expect((await roll('previous', { 'wait-timeout': '5s' })).result).toMatchObject({ outcome: 'timed-out' });
    const sent = writes();
    const made = past()[0]?.id;
    scenario.env['GITHUB_RUN_ATTEMPT'] = '2';
    scenario.controlPlane.before('getRevision', scenario.controlPlane.count('getRevision') + 2, () => {
      const [latest] = past();
      if (latest) latest.status = 'DEPLOYED';
    });
    const { result } = await roll('previous', { 'wait-timeout': '30m' });
    expect(result).toMatchObject({ reason_code: 'rolled-back-to', rollback: { revision_id: made } });
    expect(writes()).toBe(sent);
  });

  test('is rejected if no other revision was deployed before', async () => {
    scenario = createScenario();
    scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    const { code, result } = await roll('previous');
    expect(result).toMatchObject({ outcome: 'failed', reason_code: 'no-rollback-target' });
    expect([code, writes()]).toEqual([1, 0]);
  });
});

describe('a rollback to a given revision or ref', () => {
  test('rejects a revision that was never deployed', async () => {
    const failed = scenario.controlPlane.addRevision(deployment.id, ['BUILD_FAILED'], COMMIT);
    const { result } = await roll(failed.id);
    expect(result).toMatchObject({ outcome: 'failed', reason_code: 'never-deployed' });
    expect(writes()).toBe(0);
  });

  test('changes nothing if the target is already active, unless force is set', async () => {
    const [active] = past();
    expect((await roll(active?.id ?? '')).result).toMatchObject({
      outcome: 'unchanged',
      reason_code: 'already-active',
    });
    expect(writes()).toBe(0);
    expect((await roll(active?.id ?? '', { force: 'true' })).result).toMatchObject({
      reason_code: 'rolled-back-to',
    });
  });

  test('deploys the active revision again if another revision will soon take over', async () => {
    const [active] = past();
    scenario.controlPlane.addRevision(deployment.id, ['BUILDING'], COMMIT);
    expect((await roll(active?.id ?? '')).result).toMatchObject({ reason_code: 'rolled-back-to' });
    expect(past()[0]?.source_revision_config?.repo_commit_sha).toBe(OTHER_COMMIT);
  });

  test('uses the newest deployed revision of the given tag', async () => {
    deployment.source_revision_config = { ...deployment.source_revision_config, repo_ref: 'refs/tags/v1' };
    const tagged = deployed(OLD_COMMIT);
    deployment.source_revision_config = { ...deployment.source_revision_config, repo_ref: 'main' };
    deployed(COMMIT);
    scenario.resolved = OLD_COMMIT;
    scenario.controlPlane.heads.set('refs/tags/v1', OLD_COMMIT);
    expect((await roll('refs/tags/v1')).result).toMatchObject({ rollback: { target_revision_id: tagged } });
    expect(scenario.controlPlane.body('patchDeployment')).toEqual({
      source_revision_config: { repo_ref: 'refs/tags/v1' },
    });
  });

  test.each([
    ['an unknown ID', '0f9e2d4c-1b3a-4c5d-8e7f-001122334455', {}, 'revision-not-found'],
    ['a ref that was never deployed', 'refs/tags/v9', {}, 'revision-not-found'],
    ['a missing deployment', 'previous', { 'deployment-name': 'another' }, 'deployment-not-found'],
  ])('rejects %s', async (_what, to, inputs, reason_code) => {
    expect((await roll(to, inputs)).result).toMatchObject({ outcome: 'failed', reason_code });
    expect(writes()).toBe(0);
  });
});

describe('a rollback', () => {
  test('of an image sends the same image again', async () => {
    scenario = createScenario({ 'deployment-name': 'boxed' });
    const image = (digit: string) => `r.example.org/a@sha256:${digit.repeat(64)}`;
    deployment = scenario.controlPlane.add({
      name: 'boxed',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: image('1') },
      secrets: [{ name: 'KEPT', value: 'as-it-is-now' }],
    });
    deployed(OLD_COMMIT);
    deployment.source_revision_config = { image_uri: image('2') };
    deployed(OTHER_COMMIT);
    for (const revision of past()) delete revision.source_revision_config?.repo_commit_sha;
    expect((await roll('previous')).result).toMatchObject({ reason_code: 'rolled-back-to' });
    expect(scenario.controlPlane.body('patchDeployment')).toEqual({
      source_revision_config: { image_uri: image('1') },
    });
  });

  test('that the service does not support fails with instructions', async () => {
    scenario.controlPlane.redeploys = false;
    const { code, result } = await roll('previous');
    expect(result).toMatchObject({ outcome: 'failed', reason_code: 'rollback-impossible' });
    expect(result['message']).toContain(OLD_COMMIT);
    expect(code).toBe(1);
  });

  test('with dry-run shows its plan and sends no change', async () => {
    const { result } = await roll('previous', { 'dry-run': 'true' });
    expect(result).toMatchObject({ outcome: 'planned', plan: { kind: 'redeploy' }, rollback: null });
    expect(writes()).toBe(0);
  });

  test('is looked up and not sent again if its response was lost', async () => {
    scenario.controlPlane.fail('redeployRevision', apiError('ambiguous'), { afterDoing: true });
    expect((await roll('previous')).result).toMatchObject({ reason_code: 'rolled-back-to' });
    expect(scenario.controlPlane.count('redeployRevision')).toBe(1);
  });

  test('is not sent again if its request was lost', async () => {
    scenario.controlPlane.fail('redeployRevision', apiError('ambiguous'));
    expect((await roll('previous')).result).toMatchObject({ outcome: 'failed', reason_code: 'lost-answer' });
    expect(scenario.controlPlane.count('redeployRevision')).toBe(1);
  });

  test('is reported if it fails, and the previous revision continues to serve', async () => {
    scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    const { code, result } = await roll('previous');
    expect(result).toMatchObject({ outcome: 'failed', reason_code: 'build-failed' });
    expect(code).toBe(1);
  });
});
