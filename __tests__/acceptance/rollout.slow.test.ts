import { describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import type { RemoteParticipant } from '../../harness/clock/participant.ts';
import { pushEvent } from '../../harness/events.ts';
import { createWithoutAction, deploymentNamed, revisionsOf, someImage } from './support/images.ts';
import { annotationsOf, errorsOf, summaryOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
/** After this time, the run's revision has stalled in DEPLOYING, and the action has polled this status. */
const ON_ITS_WAY_MS = 10_000;
describe('a deployment that builds on push', () => {
  /** Reports the branch's commit to the emulator, without a push that creates a revision. */
  const leadsTo = async (commit: string) => {
    const { urls, apiKey } = world.emulator;
    const answer = await fetch(`${urls.admin}/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({
        repo_url: gitSource['repo-url'],
        ref: 'main',
        commit_sha: commit,
        created: true,
      }),
    });
    expect(await answer.json()).toEqual({ revisions: [] });
  };

  test('gets a revision from the action if the push created no revision', async () => {
    const [before, after] = ['b'.repeat(40), 'c'.repeat(40)];
    const repository = { 'repo-url': gitSource['repo-url'], 'build-on-push': 'true' };
    const inputs = { 'deployment-name': world.name(), ...repository };
    const push = (more: { after: string; before?: string }) => pushEvent({ branch: 'main', ...more });
    await leadsTo(before);
    const first = await world.deploy({ event: push({ after: before }), inputs });
    expect(first.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': before });
    await leadsTo(after);
    const { result: run, writes } = await world.watch(() =>
      world.deploy({ event: push({ after, before }), inputs }),
    );
    expect(run.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      'commit-sha': after,
    });
    expect(writes.map(({ method }) => method)).toEqual(['PATCH']);
    expect(run.log).toMatch(/creating one/);
  });
});

describe('the rollout of a revision', () => {
  test.each([
    ['CREATING', 'CREATE_FAILED', 'create-failed'],
    ['BUILDING', 'BUILD_FAILED', 'build-failed'],
    ['DEPLOYING', 'DEPLOY_FAILED', 'deploy-failed'],
  ])(
    'that fails in %s has the reason code %s, and is reported with its reason and its last log lines',
    async (stage, status, reason) => {
      const name = world.name();
      const source = stage === 'BUILDING' ? gitSource : { 'image-uri': someImage() };
      await world.emulator.setFaults([
        { match: { deployment: name, stage }, effect: { fail: `the ${stage} machine caught fire` } },
      ]);
      const run = await world.deploy({ inputs: { 'deployment-name': name, ...source } });
      expect([run.outcome, run.exitCode]).toEqual(['failure', 1]);
      expect(run.outputs).toMatchObject({
        outcome: 'failed',
        'reason-code': reason,
        'revision-status': status,
        created: 'true',
      });
      expect(annotationsOf(run)).toEqual(['error']);
      for (const text of [errorsOf(run)[0], run.log, summaryOf(run)])
        expect(text).toContain('machine caught fire');
    },
  );

  // docs/migration.md#newest-revision-taken-ours
  test.each([
    ['an error by default', {}, 1, 'error'],
    ['a warning with on-superseded: warn', { 'on-superseded': 'warn' }, 0, 'warning'],
  ])('that a newer revision supersedes is reported as %s', async (_what, more, exitCode, level) => {
    const name = world.name();
    const id = await createWithoutAction(world, name);
    await world.fault(name, 'DEPLOYING', { stall: true });
    const { run } = await world.deployImage(name, more, { meanwhile: (clock) => overtake(id, clock) });
    expect(run.outputs).toMatchObject({ outcome: 'superseded', created: 'false', changed: 'true' });
    expect([run.exitCode, annotationsOf(run)]).toEqual([exitCode, [level]]);
  });

  test.each([
    ['SKIPPED', 'superseded', 'skipped-by-service', 1],
    ['INTERRUPTED', 'failed', 'interrupted', 1],
    ['MIGRATION_FAILED', 'failed', 'revision-failed', 1],
  ])('ends at the status %s', async (status, outcome, reason, exitCode) => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { status, duration_ms: 60_000 });
    const { run } = await world.deployImage(name);
    expect(run.outputs).toMatchObject({ outcome, 'reason-code': reason, 'revision-status': status });
    expect(run.exitCode).toBe(exitCode);
  });

  test('is still awaited after an unknown status, which the run shows', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { status: 'WARMING_CACHES', duration_ms: 60_000 });
    const { run } = await world.deployImage(name);
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'revision-status': 'DEPLOYED' });
    expect(run.log).toContain('WARMING_CACHES');
    expect(summaryOf(run)).toContain('warming caches');
  });

  test('succeeds despite a few failed health checks', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { flap: 2 });
    const { run } = await world.deployImage(name);
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
  });

  test('that times out has the outcome timed-out and an error with the revision ID', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const { run } = await world.deployImage(name, { 'wait-timeout': '30m', 'poll-interval': '30s' });
    expect(run.outputs).toMatchObject({
      outcome: 'timed-out',
      'reason-code': 'deadline',
      'revision-status': 'DEPLOYING',
      changed: 'true',
    });
    expect(run.exitCode).toBe(1);
    expect(annotationsOf(run)).toEqual(['error']);
    expect(errorsOf(run)[0]).toContain(run.outputs['revision-id']);
  });

  test('is green at the timeout if on-timeout is warn', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const { run } = await world.deployImage(name, { 'wait-timeout': '5s', 'on-timeout': 'warn' });
    expect([run.outputs['outcome'], run.exitCode]).toEqual(['timed-out', 0]);
    expect(errorsOf(run)).toEqual([]);
  });

  // docs/waiting.md
  test('is awaited with at most two requests for logs, whether or not the service returns the logs', async () => {
    const name = world.name();
    const repository = { ...gitSource, 'repo-url': 'https://git.example.org/octo-org/slow-agent' };
    const inputs = { 'deployment-name': name, ...repository, 'poll-interval': '60s', force: 'true' };
    const stages = ['BUILDING', 'DEPLOYING'].map((stage) => ({
      match: { deployment: name, stage },
      effect: { duration_ms: 60_000 },
    }));
    const logRequests = async (effect?: Record<string, unknown>) => {
      const match = { surface: 'control-plane', path: '/v2/deployments/*/revisions/*/logs' };
      await world.emulator.setFaults([...stages, ...(effect === undefined ? [] : [{ match, effect }])]);
      const { result: run, requests } = await world.watch(() => world.deploy({ inputs }));
      expect(run.outputs).toMatchObject({ outcome: 'deployed' });
      // The stages take two minutes.
      expect(Number(run.outputs['duration-seconds'])).toBeGreaterThanOrEqual(120);
      expect(Number(run.outputs['duration-seconds'])).toBeLessThan(125);
      return requests.filter(({ path }) => path.endsWith('/logs')).length;
    };
    expect(await logRequests()).toBe(0);
    expect(await logRequests({ hang: true })).toBe(1);
    expect(await logRequests({ status: 503, retry_after: 600 })).toBe(1);
    const timestamp = (await world.emulator.clock.now()) - 60_000;
    expect(await logRequests({ status: 200, body: { logs: [{ timestamp }] } })).toBe(2);
  });

  test('in progress is adopted by the next run, which does not create another revision', async () => {
    const name = world.name();
    const inputs = { 'deployment-name': name, 'image-uri': someImage() };
    await world.fault(name, 'DEPLOYING', { stall: true });
    const first = await world.deploy({ inputs: { ...inputs, wait: 'false' } });
    await world.emulator.clearFaults();
    const run = await world.deploy({ inputs });
    expect(run.outputs).toMatchObject({ 'revision-id': first.outputs['revision-id'] });
    expect(['deployed', 'unchanged']).toContain(run.outputs['outcome']);
    expect(await revisionsOf(world, first.outputs['deployment-id'])).toHaveLength(1);
  });
});

describe('a cancelled run of the action', () => {
  test('stops immediately, reports the work that continues, and leaves no process', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const run = await world.deployCancelled({
      inputs: { 'deployment-name': name, 'image-uri': someImage() },
      when: (clock) => clock.sleep(ON_ITS_WAY_MS),
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'signal', changed: 'true' });
    expect(summaryOf(run)).toContain(run.outputs['revision-id']);
  });

  test('changes nothing if it is cancelled before its first change', async () => {
    const name = world.name();
    await world.emulator.setFaults([
      { match: { surface: 'control-plane', method: 'GET' }, effect: { delay_ms: 20_000 } },
    ]);
    const { result: run, writes } = await world.watch(() =>
      world.deployCancelled({
        inputs: { 'deployment-name': name, 'image-uri': someImage() },
        when: () => until(async () => (await faultsHit()) > 0, 'the action has asked'),
      }),
    );
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', changed: 'false' });
    expect(writes).toEqual([]);
  });
});

test('the post step of a killed run reports that the run was killed and which revision continues', async () => {
  const name = world.name();
  await world.fault(name, 'DEPLOYING', { stall: true });
  let pid = 0;
  const { run } = await world.deployImage(
    name,
    {},
    {
      onStart: (started, phase) => {
        if (phase === 'main') pid = started;
      },
      meanwhile: async (clock, over) => {
        await clock.sleep(ON_ITS_WAY_MS);
        process.kill(pid, 'SIGKILL');
        await over;
      },
    },
  );
  expect(run.main?.endedBy).toBe('SIGKILL');
  expect(run.post).toMatchObject({ outcome: 'success', exitCode: 0 });
  const [reported] = run.annotations.filter((item) => item.from === 'action');
  const [revision] = await revisionsOf(world, String((await deploymentNamed(world, name))?.['id']));
  expect(reported).toMatchObject({
    level: 'warning',
    message: expect.stringContaining(String(revision?.['id'])),
  });
  expect(summaryOf(run)).toContain(String(revision?.['id']));
});

const gitSource = {
  'repo-url': 'https://git.example.org/octo-org/echo-agent',
  ref: 'main',
  commit: 'd'.repeat(40),
};

/** Returns how many requests matched the first fault rule. */
async function faultsHit(): Promise<number> {
  const { body } = await world.emulator.api('GET', '/_local/faults');
  return (body as { rules: { hit: number }[] }).rules[0]?.hit ?? 0;
}

/**
 * Makes another client deploy while the run's revision is in progress, so the other revision proceeds and the run's is
 * superseded.
 */
async function overtake(id: string, clock: RemoteParticipant): Promise<void> {
  await clock.sleep(ON_ITS_WAY_MS);
  await world.emulator.api('PATCH', `/v2/deployments/${id}`, {
    source_revision_config: { image_uri: someImage('theirs') },
  });
  await world.emulator.clearFaults();
}
