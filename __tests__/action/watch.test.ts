import { describe, expect, test } from '@jest/globals';
import { statusOutcome, revisionLines } from '../../src/action/watch.ts';
import { actualGit, revision } from './support/plan.ts';
import { COMMIT, createScenario, OLD_COMMIT } from './support/scenario.ts';

describe('the status of a deployment', () => {
  const served = revision('r1', 'DEPLOYED', { repo_ref: 'main', repo_commit_sha: OLD_COMMIT });
  test.each([
    ['serving', [served]],
    ['serving', [revision('r2', 'SKIPPED'), served]],
    ['on-its-way', [revision('r2', 'BUILDING'), served]],
    ['on-its-way', [revision('r2', 'DEPLOYED'), served]],
    ['latest-failed', [revision('r2', 'BUILD_FAILED'), served]],
    ['latest-failed', [revision('r2', 'INTERRUPTED'), served]],
    ['nothing-serves', []],
  ])('has the reason %s', (reason, revisions) => {
    expect(statusOutcome(actualGit({ active_revision_id: 'r1' }, revisions))).toMatchObject({
      kind: 'observed',
      reason,
    });
  });

  test('is shown as a table with the latest revision first and the active revision marked', () => {
    const actual = actualGit({ active_revision_id: 'r1' }, [revision('r2', 'BUILDING'), served]);
    expect(revisionLines(actual, Date.parse('2026-11-21T10:05:00Z'))).toEqual([
      '   Revision  Status    Of              Made',
      '   r2        BUILDING  unknown         5m 00s ago',
      '*  r1        DEPLOYED  main @ bbbbbbb  5m 00s ago',
    ]);
  });
});

describe('a run that waits without deploying', () => {
  const wait = (inputs: Record<string, string> = {}) => {
    const scenario = createScenario({ action: 'wait', ...inputs });
    return { world: scenario, there: scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT) };
  };

  test('waits for the latest revision of any commit', async () => {
    const { world: scenario, there } = wait();
    const { id } = scenario.controlPlane.addRevision(there.id, ['BUILDING', 'DEPLOYED'], COMMIT);
    expect((await scenario.run()).result).toMatchObject({
      outcome: 'deployed',
      reason_code: 'rolled-out',
      revision: { id },
    });
  });

  test('distinguishes a superseded revision from an active revision', async () => {
    const { world: scenario, there } = wait();
    const [first] = scenario.controlPlane.revisions.get(there.id) ?? [];
    there.active_revision_id = scenario.controlPlane.addRevision(there.id, ['DEPLOYED'], COMMIT).id;
    scenario.inputs['revision-id'] = first?.id ?? '';
    expect((await scenario.run()).result).toMatchObject({
      outcome: 'superseded',
      reason_code: 'newer-revision',
    });
  });

  test('never interrupts the revision that it waits for', async () => {
    const { world: scenario, there } = wait({ 'on-timeout': 'interrupt' });
    scenario.controlPlane.addRevision(there.id, ['BUILDING'], COMMIT);
    const { result } = await scenario.run();
    expect(result).toMatchObject({ outcome: 'timed-out' });
    expect(result['message']).toContain('this run did not create it');
    expect(scenario.controlPlane.count('interruptRevision')).toBe(0);
  });

  test.each([
    ['revision-not-found', { 'revision-id': '0f9e2d4c-1b3a-4c5d-8e7f-001122334455' }],
    ['deployment-not-found', { 'deployment-name': 'another' }],
  ])('ends with reason %s', async (reason, inputs) => {
    expect((await wait(inputs).world.run()).result).toMatchObject({ outcome: 'failed', reason_code: reason });
  });
});
