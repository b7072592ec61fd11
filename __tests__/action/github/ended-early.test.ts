import { expect, test } from '@jest/globals';
import { HANG_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { onGitHub, onPullRequest, states } from './support.ts';

test('a run whose program crashes is reported as an error on GitHub and in its comment', async () => {
  const it = await onGitHub();
  onPullRequest(it);
  it.world.controlPlane.nextRollout = ['BUILDING', 'BUILDING', 'DEPLOYED'];
  it.world.clock.at(1_500, () => it.world.crash.abort(new TypeError('x is not a function')));
  const { code } = await it.world.run();
  expect(code).toBe(1);
  expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual(['error']);
  expect(it.repository.comments(7)[0]?.body).toContain('internal-error');
});

test('a cancelled run waits for GitHub only up to its time limit', async () => {
  const it = await onGitHub();
  onPullRequest(it);
  it.world.githubLimits = { cancelTimeoutMs: 100 };
  it.github.faults.set([{ effect: { delay_ms: HANG_LIMIT_MS } }]);
  it.world.controlPlane.nextRollout = ['BUILDING', 'BUILDING', 'DEPLOYED'];
  it.world.clock.at(1_500, () => it.world.cancel.abort(new Error('received SIGINT')));
  const { host } = await it.world.run();
  expect(host.outputs['outcome']).toBe('cancelled');
  expect(JSON.parse(host.state['agent-deploy'] ?? '{}')).toMatchObject({
    shown: { deployment: { closed: false }, comment: { closed: false }, end: { kind: 'cancelled' } },
  });
});

test('a run that is cancelled before its start sends no request to GitHub', async () => {
  const it = await onGitHub();
  onPullRequest(it);
  it.world.cancel.abort(new Error('received SIGINT'));
  await it.world.run();
  expect(it.requests()).toEqual([]);
});

test('a run with invalid inputs sends no request to GitHub', async () => {
  const it = await onGitHub({ inputs: { wait: 'maybe' } });
  onPullRequest(it);
  await it.world.run();
  expect(it.requests()).toEqual([]);
});
