import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideRollback } from '../../../src/action/rollback/plan-rollback.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { apiError } from '../support/control-plane.ts';
import { COMMIT, createScenario, OLD_COMMIT, OTHER_COMMIT, type Scenario } from '../support/scenario.ts';

/** Prepares a deploy of COMMIT over OLD_COMMIT, with automatic rollback. */
function prepare(inputs: Record<string, string> = {}): { world: Scenario; there: Deployment } {
  const scenario = createScenario({ 'rollback-on-failure': 'true', ...inputs });
  const there = scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
  return { world: scenario, there };
}
const ids = (scenario: Scenario, there: Deployment) =>
  (scenario.controlPlane.revisions.get(there.id) ?? []).map(({ id }) => id);

describe('rollback-on-failure', () => {
  test('restores the previously active revision if the new revision took over and is unhealthy', async () => {
    const { world: scenario, there } = prepare();
    const before = there.active_revision_id;
    scenario.health = () => 503;
    const { code, result, host } = await scenario.run();
    const [back, ours] = ids(scenario, there);
    expect(code).toBe(1);
    expect(result).toMatchObject({
      outcome: 'rolled-back',
      reason_code: 'after-failure',
      revision: { id: ours },
      previous_revision_id: before,
      rollback: { target_revision_id: before, revision_id: back, after: 'unhealthy' },
    });
    expect(there.active_revision_id).toBe(back);
    expect(host.outputs['rollback-revision-id']).toBe(back);
    expect(scenario.controlPlane.truths.get(back ?? '')?.commit).toBe(OLD_COMMIT);
  });

  test('creates no revision if the new revision never took over', async () => {
    const { world: scenario } = prepare();
    scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    const { result } = await scenario.run();
    expect(result).toMatchObject({ outcome: 'failed', reason_code: 'build-failed', rollback: null });
    expect(result['message']).toContain('is still active');
    expect(
      scenario.controlPlane.count('redeployRevision') + scenario.controlPlane.count('patchDeployment'),
    ).toBe(1);
  });

  test('does not replace a newer revision of another client', async () => {
    const { world: scenario, there } = prepare();
    scenario.health = () => {
      if (ids(scenario, there).length === 2)
        scenario.controlPlane.addRevision(there.id, ['BUILDING'], OTHER_COMMIT);
      return 503;
    };
    const { result } = await scenario.run();
    expect(result).toMatchObject({ outcome: 'failed', reason_code: 'unhealthy', rollback: null });
    expect(scenario.controlPlane.count('redeployRevision')).toBe(0);
  });

  test('does nothing if the agent recovers or does not respond', async () => {
    for (const answers of [[502, 503, 200], [undefined]]) {
      const { world: scenario } = prepare();
      scenario.health = () => answers.shift();
      expect((await scenario.run()).result).toMatchObject({ outcome: 'deployed', rollback: null });
    }
  });

  test('reports the reasons of both failures if the rollback fails too', async () => {
    const { world: scenario } = prepare();
    scenario.health = () => 503;
    scenario.controlPlane.fail('redeployRevision', apiError('http', 500, 'no'));
    const { code, result } = await scenario.run();
    expect([code, result['reason_code']]).toEqual([1, 'rollback-failed']);
    expect(result['message']).toMatch(/error\..*failed as well/);
  });

  test('does nothing if it is disabled, or after a first deploy, a timeout or a cancellation', async () => {
    const first = createScenario({ 'rollback-on-failure': 'true' });
    first.health = () => 503;
    expect((await first.run()).result).toMatchObject({ reason_code: 'unhealthy', rollback: null });
    const slow = prepare();
    slow.world.controlPlane.nextRollout = ['BUILDING'];
    expect((await slow.world.run()).result).toMatchObject({ outcome: 'timed-out', rollback: null });
    const cancelled = prepare();
    cancelled.world.health = () => {
      cancelled.world.cancel.abort(new Error('received SIGINT'));
      return 503;
    };
    expect((await cancelled.world.run()).result).toMatchObject({ outcome: 'cancelled', rollback: null });
    const unasked = prepare({ 'rollback-on-failure': 'false' });
    unasked.world.health = () => 503;
    expect((await unasked.world.run()).result).toMatchObject({ outcome: 'deployed', rollback: null });
  });
});

test('a cancellation does not interrupt a rollback in progress, even if on-cancel is interrupt', async () => {
  const { world: scenario, there } = prepare({ 'on-cancel': 'interrupt' });
  scenario.health = () => 503;
  scenario.controlPlane.before('redeployRevision', 1, () => {
    scenario.controlPlane.nextRollout = ['BUILDING'];
    scenario.clock.at(600_000, () => scenario.cancel.abort(new Error('received SIGINT')));
  });
  const { code, result } = await scenario.run();
  const [back] = ids(scenario, there);
  expect([code, result['reason_code'], scenario.controlPlane.count('interruptRevision')]).toEqual([
    1,
    'signal',
    0,
  ]);
  expect(result).toMatchObject({ rollback: { revision_id: back, after: 'unhealthy' } });
  expect(result['message']).toContain('it is a rollback');
});

test("an automatic rollback happens at most once, and only if the run's revision is active and the latest revision", () => {
  const id = fc.constantFrom(undefined, 'ours', 'before', 'theirs');
  fc.assert(
    fc.property(id, id, id, id, fc.boolean(), (ourId, targetId, activeId, latestId, begun) => {
      const found = decideRollback({ ourId, targetId, activeId, latestId, begun });
      if (found.kind !== 'due') return;
      expect([begun, activeId, latestId]).toEqual([false, ourId, ourId]);
      expect(targetId).toBeDefined();
      expect(targetId).not.toBe(ourId);
    }),
  );
});

// docs/security/pull-requests.md#run-rolls-back-after
test('a run rolls back at most once despite faults, and never succeeds after a rollback', async () => {
  const method = fc.constantFrom(
    ...(['getDeployment', 'getRevision', 'listRevisions', 'patchDeployment', 'redeployRevision'] as const),
  );
  const trouble = fc.record({
    method,
    kind: fc.constantFrom('network' as const, 'ambiguous' as const, 'http' as const),
    afterDoing: fc.boolean(),
    times: fc.integer({ min: 1, max: 4 }),
  });
  const world$ = fc.record({
    troubles: fc.array(trouble, { maxLength: 2 }),
    rollout: fc.constantFrom(
      ['BUILDING', 'DEPLOYED'],
      ['DEPLOYED'],
      ['DEPLOYING', 'DEPLOYED'],
      ['BUILD_FAILED'],
      ['DEPLOYED'],
      ['SKIPPED'],
      ['BUILDING'],
    ),
    // Most of these values make a rollback necessary.
    health: fc.constantFrom(503, 503, 503, 200, undefined),
    resolved: fc.constantFrom(undefined, OLD_COMMIT, COMMIT),
    redeploys: fc.boolean(),
    cancelAt: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined, freq: 2 }),
    intruder: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(world$, async (given) => {
      const { world: scenario, there } = prepare({ 'wait-timeout': '5m' });
      const { controlPlane } = scenario;
      const before = there.active_revision_id;
      controlPlane.nextRollout = [...given.rollout];
      controlPlane.redeploys = given.redeploys;
      scenario.resolved = given.resolved;
      scenario.health = () => given.health;
      const { cancelAt, intruder } = given;
      if (cancelAt !== undefined)
        scenario.clock.at(cancelAt * 1000, () => scenario.cancel.abort(new Error('SIGINT')));
      if (intruder !== undefined) {
        controlPlane.before('getRevision', intruder, () => {
          controlPlane.addRevision(there.id, ['BUILDING', 'DEPLOYED'], OTHER_COMMIT);
        });
      }
      for (const { kind, ...fault } of given.troubles) {
        const write = fault.method === 'patchDeployment' || fault.method === 'redeployRevision';
        const error = apiError(
          kind === 'ambiguous' && !write ? 'network' : kind,
          kind === 'http' ? 503 : undefined,
        );
        controlPlane.fail(fault.method, error, { ...fault, afterDoing: write && fault.afterDoing });
      }
      const { code, result } = await scenario.run();
      // The deploy is one PATCH, and a rollback is one more write of either kind.
      const writes = controlPlane.count('patchDeployment') + controlPlane.count('redeployRevision');
      expect(writes).toBeLessThanOrEqual(2);
      if (result['rollback'] === null) expect(writes).toBeLessThanOrEqual(1);
      else expect(result['rollback']).toMatchObject({ target_revision_id: before, after: 'unhealthy' });
      if (result['rollback'] !== null) expect(code).toBe(1);
      if (result['outcome'] === 'rolled-back') {
        const active = controlPlane.truths.get(there.active_revision_id ?? '')?.commit;
        expect([OLD_COMMIT, OTHER_COMMIT]).toContain(active);
      }
    }),
    { numRuns: 150 },
  );
});
