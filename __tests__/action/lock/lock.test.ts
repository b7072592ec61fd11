import { describe, expect, test } from '@jest/globals';
import type { WorkflowPermission } from '../../../harness/github/tokens.ts';
import { lockRefOf } from '../../../src/action/lock/lock-state.ts';
import { startFixture, type GitHubFixture } from '../github/support.ts';
import { AGENT, makeTree } from '../support/checkout.ts';
import { COMMIT, createScenario, OLD_COMMIT, OTHER_COMMIT, type Scenario } from '../support/scenario.ts';
import { storeLock, storeLockMessage } from './support.ts';

const WRITES = ['createDeployment', 'patchDeployment', 'redeployRevision', 'uploadUrl'] as const;
const REF = lockRefOf('my-agent');

interface OnRepository extends GitHubFixture {
  /** Creates a run by a user, whose job token has the permissions, on the deployment `my-agent`. */
  runBy(
    user: string,
    inputs?: Record<string, string>,
    permissions?: Partial<Record<WorkflowPermission, 'read' | 'write'>>,
  ): Promise<Scenario>;
}

async function onRepository(options: Parameters<typeof startFixture>[0] = {}): Promise<OnRepository> {
  const fixture = await startFixture(options);
  const { repository } = fixture;
  const runBy: OnRepository['runBy'] = async (user, inputs = {}, permissions = { contents: 'write' }) => {
    const quiet = { comment: 'false', 'github-deployment': 'false' };
    const scenario = createScenario({ ...quiet, ...inputs });
    const seed = { kind: 'actions', repository: repository.fullName, permissions } as const;
    scenario.github = (await fixture.connect(seed)).connection;
    scenario.env = { GITHUB_ACTOR: user, GITHUB_RUN_ID: '42' };
    const there = scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    there.active_revision_id = scenario.controlPlane.addRevision(there.id, ['DEPLOYED'], OTHER_COMMIT).id;
    return scenario;
  };
  return { ...fixture, runBy };
}

const LOCK = { action: 'lock', 'lock-reason': 'migrating the store' };
const UNLOCK = { action: 'unlock' };

async function end(scenario: Scenario) {
  const { code, host } = await scenario.run();
  const sent = WRITES.reduce((sum, method) => sum + scenario.controlPlane.count(method), 0);
  const lines = [...host.lines, ...host.annotations.map(({ message }) => message)].join('\n');
  return { code, reason: host.outputs['reason-code'], sent, lines, summary: host.summaries.join('\n') };
}

describe('a locked deployment', () => {
  test.each([
    ['a deploy', {}],
    ['a forced deploy', { force: 'true' }],
    ['a rollback', { action: 'rollback' }],
    ['a change of a setting', { secrets: 'TOKEN=abc' }],
  ])('refuses %s, and shows who locked it, when and why', async (_what, inputs) => {
    const { runBy, repository } = await onRepository();
    storeLock(repository);
    const { code, reason, sent, lines, summary } = await end(await runBy('hubot', inputs));
    expect({ code, reason, sent }).toEqual({ code: 1, reason: 'locked', sent: 0 });
    expect(lines).toContain('my-agent is locked by octocat since 2026-01-05 10:00 UTC');
    expect(summary).toContain('migrating the store');
  });

  test('refuses the creation of a deployment and an upload', async () => {
    const { runBy, repository } = await onRepository();
    storeLock(repository, { deployment: 'another' });
    const creation = await runBy('hubot', { 'deployment-name': 'another' });
    expect(await end(creation)).toMatchObject({ reason: 'locked', sent: 0 });
    const upload = await runBy('hubot', { 'deployment-name': 'another', source: 'internal_source' });
    upload.workspace = makeTree(AGENT);
    expect(await end(upload)).toMatchObject({ reason: 'locked', sent: 0 });
  });

  test('refuses the rollback after a failure', async () => {
    const { runBy, repository } = await onRepository();
    const scenario = await runBy('hubot', { 'rollback-on-failure': 'true' });
    scenario.health = () => {
      if (!repository.refs.has(REF)) storeLock(repository);
      return 503;
    };
    const { reason, lines } = await end(scenario);
    expect(reason).toBe('rollback-failed');
    expect(lines).toContain('my-agent is locked by octocat');
  });

  test('does not lock another deployment with a longer name', async () => {
    const { runBy, repository } = await onRepository();
    storeLock(repository);
    const scenario = await runBy('hubot', { 'deployment-name': 'my-agent-staging' });
    expect(await end(scenario)).toMatchObject({ code: 0, reason: 'rolled-out' });
  });

  test('is shown by a plan and by the status, which succeed', async () => {
    const { runBy, repository } = await onRepository();
    storeLock(repository);
    for (const action of ['plan', 'status']) {
      const { code, lines, summary } = await end(await runBy('hubot', { action }));
      expect(code).toBe(0);
      expect(lines).toContain('my-agent is locked by octocat');
      expect(summary).toContain('migrating the store');
    }
  });

  test('is deployed with `locks: ignore`', async () => {
    const { runBy, repository } = await onRepository();
    storeLock(repository);
    expect(await end(await runBy('hubot', { locks: 'ignore' }))).toMatchObject({ reason: 'rolled-out' });
  });

  test('is deployed once the lock has expired by our clock and by the clock of GitHub', async () => {
    const { runBy, repository } = await onRepository();
    const scenario = await runBy('hubot');
    const isoTime = (at: number) => new Date(at).toISOString();
    storeLock(repository, { until: isoTime(scenario.clock.now() + 1000) });
    expect(await end(scenario)).toMatchObject({ reason: 'locked' });
    storeLock(repository, { until: isoTime(scenario.clock.now() - 1000) });
    expect(await end(scenario)).toMatchObject({ reason: 'rolled-out' });
    // A clock of the runner that is a century fast does not end a lock.
    const fast = await runBy('hubot');
    fast.clock.now = () => Date.now() + 100 * 365 * 86_400_000;
    storeLock(repository, { until: isoTime(Date.now() + 3_600_000) });
    expect(await end(fast)).toMatchObject({ reason: 'locked' });
  });
});

describe('a lock that cannot be read', () => {
  test.each([
    ['the repository is hidden', { answer: 'not-found' } as const, /contents: read/],
    ['GitHub fails', { answer: 'bad-gateway' } as const, /Run the workflow again/],
    ['the connection is closed', { reset: true } as const, /Run the workflow again/],
    ['the response is an object', { status: 200, body: {} } as const, /other refs/],
    [
      'the response contains another ref',
      { status: 200, body: [{ ref: 'refs/heads/main', object: { sha: COMMIT } }] } as const,
      /other refs/,
    ],
  ])('refuses a deploy if %s', async (_what, effect, hint) => {
    const { runBy, github } = await onRepository();
    github.faults.set([{ effect }]);
    const { code, reason, sent, lines } = await end(await runBy('hubot'));
    expect({ code, reason, sent }).toEqual({ code: 1, reason: 'lock-unreadable', sent: 0 });
    expect(lines).toMatch(hint);
  });

  test('refuses a deploy if the ref contains something else', async () => {
    const { runBy, repository } = await onRepository();
    storeLockMessage(repository, 'my-agent', 'Remove the lock');
    expect(await end(await runBy('hubot'))).toMatchObject({ reason: 'lock-unreadable', sent: 0 });
  });

  test('refuses a deploy whose token lacks `contents: read` only with `locks: required`', async () => {
    const { runBy, repository } = await onRepository({ private: true });
    storeLock(repository);
    const auto = await runBy('hubot', {}, { deployments: 'write' });
    const deployed = await end(auto);
    expect(deployed).toMatchObject({ code: 0, reason: 'rolled-out' });
    expect(deployed.lines).toMatch(/does not know whether my-agent is locked.*`contents: read`/);
    const required = await end(await runBy('hubot', { locks: 'required' }, { deployments: 'write' }));
    expect(required).toMatchObject({ code: 1, reason: 'lock-unreadable', sent: 0 });
    expect(required.lines).toMatch(/contents: read/);
  });

  test('refuses a deploy without a token only with `locks: required`', async () => {
    const { runBy } = await onRepository();
    const auto = await runBy('hubot');
    auto.github = undefined;
    expect(await end(auto)).toMatchObject({
      reason: 'rolled-out',
      lines: expect.stringContaining('locks are not checked'),
    });
    const required = await runBy('hubot', { locks: 'required' });
    required.github = undefined;
    expect(await end(required)).toMatchObject({ reason: 'lock-unreadable', sent: 0 });
  });
});

describe('action: lock', () => {
  test('stores the user, the reason and the end, and holds later deploys', async () => {
    const { runBy } = await onRepository();
    const scenario = await runBy('octocat', { ...LOCK, 'lock-for': '2h' });
    const { code, reason, summary } = await end(scenario);
    expect({ code, reason }).toEqual({ code: 0, reason: 'lock-set' });
    expect(summary).toContain('locked by octocat');
    expect(await end(await runBy('hubot'))).toMatchObject({ reason: 'locked' });
  });

  test('never replaces the lock of another user, but changes a lock of the same user', async () => {
    const { runBy } = await onRepository();
    await (await runBy('octocat', LOCK)).run();
    expect(await end(await runBy('hubot', LOCK))).toMatchObject({ code: 1, reason: 'locked' });
    const again = await runBy('octocat', { ...LOCK, 'lock-reason': 'a longer migration' });
    expect(await end(again)).toMatchObject({ code: 0, reason: 'lock-set' });
    expect(await end(await runBy('hubot'))).toMatchObject({
      lines: expect.stringContaining('a longer migration'),
    });
  });

  test.each([
    ['POST', /git\/refs$/, false],
    ['PATCH', /git\/refs\//, true],
  ])('leaves a simultaneous change in place that comes before its %s', async (method, path, existed) => {
    const { runBy, repository, github } = await onRepository();
    if (existed) storeLock(repository, { locked: false });
    const before = () => void storeLock(repository, { by: 'hubot' });
    github.faults.set([{ match: { method, path }, effect: { before } }]);
    expect(await end(await runBy('octocat', LOCK))).toMatchObject({ code: 1, reason: 'lock-changed' });
    github.faults.clear();
    expect(await end(await runBy('octocat'))).toMatchObject({
      reason: 'locked',
      lines: expect.stringContaining('locked by hubot'),
    });
  });

  test('succeeds if only the response was lost', async () => {
    const { runBy, github } = await onRepository();
    github.faults.set([{ match: { method: 'POST', path: /git\/refs$/ }, effect: { drop_answer: true } }]);
    expect(await end(await runBy('octocat', LOCK))).toMatchObject({ code: 0, reason: 'lock-set' });
  });

  test('refuses a deployment that does not exist, because the lock would hold nothing', async () => {
    const { runBy, requests } = await onRepository();
    const scenario = await runBy('octocat', { ...LOCK, 'deployment-name': 'my-agnet' });
    expect(await end(scenario)).toMatchObject({ code: 1, reason: 'deployment-not-found' });
    expect(requests()).toEqual([]);
  });

  test('needs a reason, and changes nothing in a dry run', async () => {
    const { runBy, repository } = await onRepository();
    expect(await end(await runBy('octocat', { action: 'lock' }))).toMatchObject({ reason: 'invalid-input' });
    expect(await end(await runBy('octocat', { ...LOCK, 'dry-run': 'true' }))).toMatchObject({
      reason: 'dry-run',
    });
    expect(repository.refs.has(REF)).toBe(false);
  });

  test('reports the missing permission', async () => {
    const { runBy } = await onRepository();
    const { reason, lines } = await end(await runBy('octocat', LOCK, { contents: 'read' }));
    expect(reason).toBe('lock-not-stored');
    expect(lines).toContain('contents: write');
  });
});

describe('action: unlock', () => {
  test('removes the lock of another user, and keeps the history of the lock', async () => {
    const { runBy, repository } = await onRepository();
    await (await runBy('octocat', LOCK)).run();
    const locked = repository.refs.get(REF) ?? '';
    expect(await end(await runBy('hubot', UNLOCK))).toMatchObject({ code: 0, reason: 'lock-removed' });
    expect(repository.ancestors(repository.refs.get(REF) ?? '')).toContain(locked);
    expect(await end(await runBy('hubot'))).toMatchObject({ reason: 'rolled-out' });
    expect(await end(await runBy('hubot', UNLOCK))).toMatchObject({ code: 0, reason: 'not-locked' });
  });
});
