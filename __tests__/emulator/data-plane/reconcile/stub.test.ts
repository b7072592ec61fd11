import { afterEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../../../../src/clients/clock.ts';
import { REVISION_STATUSES } from '../../../../src/contract/statuses.ts';
import { openDataPlaneFixture, type DataPlaneFixture } from './fixture.ts';

let plant: DataPlaneFixture;
afterEach(() => plant.close());

const statuses = (row: { history: { status: string }[] }) => row.history.map(({ status }) => status);

/** Returns a clock where every sleep ends immediately, and advances the time by its length. */
function leapingClock(): Clock {
  let now = 1_000_000;
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      now += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('a revision of the stub runtime', () => {
  // docs/departures.md#revision-status-revision-statuses
  test('passes every stage if its source is git, becomes active, and responds at its URL', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    const { deploymentId, revisionId } = await plant.deploy({});
    const row = await plant.final(revisionId);
    expect(statuses(row)).toEqual([
      'CREATING',
      'AWAITING_BUILD',
      'BUILDING',
      'AWAITING_DEPLOY',
      'DEPLOYING',
      'DEPLOYED',
    ]);
    // No repository was read, so the commit is unknown.
    expect(row.config.repo_commit_sha ?? null).toBeNull();
    const deployment = (await plant.store.deployments.findById(deploymentId))!;
    expect(deployment).toMatchObject({ status: 'READY', activeRevisionId: revisionId });
    const answer = await fetch(`http://127.0.0.1:${deployment.port}/ok`);
    expect(await answer.json()).toEqual({ active: revisionId, worker: null });
  });

  test('waits at the limit of concurrent revisions until another revision ends', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub', maxBuilds: 1 });
    plant.rules.set('BUILDING', { stall: true });
    const first = await plant.deploy({});
    await plant.until(first.revisionId, ({ status }) => status === 'BUILDING');
    const second = await plant.deploy({});
    // The status READY shows that the data plane has processed the deployment.
    while ((await plant.store.deployments.findById(second.deploymentId))?.status !== 'READY') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect((await plant.store.revisions.findById(second.revisionId))?.status).toBe('CREATING');
    plant.rules.clear();
    plant.plane.wake();
    expect((await plant.final(second.revisionId)).status).toBe('DEPLOYED');
    expect((await plant.final(first.revisionId)).status).toBe('DEPLOYED');
  });

  test('is not built if its source is an image', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    for (const source of ['external_docker', 'internal_docker'] as const) {
      const { revisionId } = await plant.deploy({ source, config: { image_uri: 'registry.example/x:1' } });
      expect(statuses(await plant.final(revisionId))).toEqual([
        'CREATING',
        'AWAITING_DEPLOY',
        'DEPLOYING',
        'DEPLOYED',
      ]);
    }
  });

  // docs/departures.md#sourceconfig-repo-url-sourcerevisionconfig
  test('fails with the name of the missing field if a source external_docker has no image', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    const { revisionId } = await plant.deploy({ source: 'external_docker' });
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringContaining('source_revision_config.image_uri'),
    });
  });

  test('waits in CREATING without a source until it is skipped or removed', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    const waiting = await plant.deploy({
      source: 'internal_source',
      config: { graph_config_path: 'langgraph.json' },
    });
    const other = await plant.deploy({});
    await plant.final(other.revisionId);
    const later = await plant.revise(waiting.deploymentId, {
      source_tarball_path: await plant.upload(waiting.deploymentId, [Buffer.from('a tarball')]),
    });
    expect((await plant.final(later)).status).toBe('DEPLOYED');
    expect((await plant.until(waiting.revisionId, () => true)).status).toBe('CREATING');
  });

  test.each([
    ['CREATING', 'CREATE_FAILED'],
    ['AWAITING_BUILD', 'BUILD_FAILED'],
    ['BUILDING', 'BUILD_FAILED'],
    ['AWAITING_DEPLOY', 'DEPLOY_FAILED'],
    ['DEPLOYING', 'DEPLOY_FAILED'],
    ['DEPLOYED', 'DEPLOY_FAILED'],
  ] as const)(
    'fails in %s with the status %s, and has the reason in its message and its log',
    async (stage, status) => {
      plant = await openDataPlaneFixture({ runtime: 'stub' });
      plant.rules.set(stage, { fail: 'no more room' });
      const { deploymentId, revisionId } = await plant.deploy({});
      expect(await plant.final(revisionId)).toMatchObject({ status, statusMessage: 'no more room' });
      expect((await plant.store.deployments.findById(deploymentId))?.activeRevisionId).toBeNull();
      expect(await plant.log(revisionId, status === 'DEPLOY_FAILED' ? 'deploy' : 'build')).toContain(
        'no more room',
      );
    },
  );

  test("lasts as long as its fault rule requests, on the emulator's clock", async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub', clock: leapingClock() });
    plant.rules.set('BUILDING', { durationMs: 90_000 });
    plant.rules.set('DEPLOYING', { flap: 3 });
    const { revisionId } = await plant.deploy({});
    const { history } = await plant.final(revisionId);
    const at = (status: string) => history.find((entry) => entry.status === status)?.at ?? 0;
    expect(at('AWAITING_DEPLOY') - at('BUILDING')).toBe(90_000);
    expect(await plant.log(revisionId, 'deploy')).toContain('Health check failed (3)');
  });

  test('can show any text of a fault rule as its status', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('BUILDING', { status: 'WARMING_UP', stall: true });
    const { revisionId } = await plant.deploy({});
    await plant.until(revisionId, ({ status }) => status === 'WARMING_UP');
    plant.rules.clear();
    plant.plane.wake();
    expect((await plant.final(revisionId)).status).toBe('DEPLOYED');
  });

  test.each(REVISION_STATUSES.filter((status) => status !== 'DEPLOYED'))(
    'can be shown as %s',
    async (status) => {
      plant = await openDataPlaneFixture({ runtime: 'stub' });
      plant.rules.set('DEPLOYING', { status, stall: true });
      const { revisionId } = await plant.deploy({});
      await plant.until(revisionId, (row) => row.status === status);
    },
  );
});

describe("the queue of a deployment's revisions", () => {
  // docs/departures.md#revision-status-several-revisions
  test('runs one revision at a time, continues with the newest queued revision, and skips the others', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('BUILDING', { stall: true });
    const { deploymentId, revisionId: first } = await plant.deploy({});
    await plant.until(first, ({ status }) => status === 'BUILDING');
    const queued: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const id = await plant.revise(deploymentId);
      await plant.until(id, ({ status }) => status === 'QUEUED');
      queued.push(id);
    }
    plant.rules.clear();
    plant.plane.wake();
    const ends = await Promise.all([first, ...queued].map((id) => plant.final(id)));
    expect(ends.map(({ status }) => status)).toEqual(['DEPLOYED', 'SKIPPED', 'SKIPPED', 'DEPLOYED']);
    expect(ends[1]?.statusMessage).toContain('replaced this revision');
    expect((await plant.store.deployments.findById(deploymentId))?.activeRevisionId).toBe(queued[2]);
  });

  // docs/api/revisions.md#active-revision
  // docs/self-hosted.md#earlier-serves
  test('continues after a failed revision, and the previous revision stays active', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    const { deploymentId, revisionId: first } = await plant.deploy({});
    await plant.final(first);
    plant.rules.set('DEPLOYING', { fail: 'no' });
    const second = await plant.revise(deploymentId);
    expect((await plant.final(second)).status).toBe('DEPLOY_FAILED');
    expect((await plant.store.deployments.findById(deploymentId))?.activeRevisionId).toBe(first);
    expect(plant.plane.live.activeRevision(deploymentId)).toBe(first);
    plant.rules.clear();
    const third = await plant.revise(deploymentId);
    expect((await plant.final(third)).status).toBe('DEPLOYED');
    expect(plant.plane.live.activeRevision(deploymentId)).toBe(third);
  });

  test('continues when the current revision is interrupted', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('BUILDING', { stall: true });
    const { deploymentId, revisionId } = await plant.deploy({});
    await plant.until(revisionId, ({ status }) => status === 'BUILDING');
    await plant.store.revisions.update(revisionId, { status: 'INTERRUPTED' });
    plant.rules.clear();
    const next = await plant.revise(deploymentId);
    expect((await plant.final(next)).status).toBe('DEPLOYED');
    expect((await plant.final(revisionId)).status).toBe('INTERRUPTED');
  });
});

describe('a deployment of the stub runtime', () => {
  test('stays AWAITING_DATABASE while a fault rule stalls this status, and starts its revision once READY', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('AWAITING_DATABASE', { stall: true });
    const { deploymentId, revisionId } = await plant.deploy({});
    plant.plane.wake();
    expect((await plant.store.deployments.findById(deploymentId))?.status).toBe('AWAITING_DATABASE');
    expect((await plant.until(revisionId, () => true)).status).toBe('CREATING');
    plant.rules.clear();
    plant.plane.wake();
    await plant.final(revisionId);
    expect((await plant.store.deployments.findById(deploymentId))?.status).toBe('READY');
  });

  test('loses its port and its rows when it is deleted, even in the middle of a build', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    const { deploymentId, revisionId } = await plant.deploy({});
    await plant.final(revisionId);
    const port = (await plant.store.deployments.findById(deploymentId))?.port;
    plant.rules.set('BUILDING', { stall: true });
    const second = await plant.revise(deploymentId);
    await plant.until(second, ({ status }) => status === 'BUILDING');
    await plant.store.deployments.update(deploymentId, { status: 'AWAITING_DELETE' });
    plant.plane.wake();
    while (await plant.store.deployments.findById(deploymentId))
      await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(fetch(`http://127.0.0.1:${port}/ok`)).rejects.toThrow();
    expect(plant.plane.live.activeRevision(deploymentId)).toBeUndefined();
  });
});

describe('the stub runtime after a restart', () => {
  test('restores an active revision on the same port', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    const { deploymentId, revisionId } = await plant.deploy({});
    await plant.final(revisionId);
    const before = await plant.store.deployments.findById(deploymentId);
    await plant.restart();
    expect(await plant.store.deployments.findById(deploymentId)).toEqual(before);
    const answer = await fetch(`http://127.0.0.1:${before?.port}/ok`);
    expect(await answer.json()).toEqual({ active: revisionId, worker: null });
  });

  test.each([{ crash: true }, { crash: false }])(
    'repeats unfinished work (crash: $crash)',
    async ({ crash }) => {
      plant = await openDataPlaneFixture({ runtime: 'stub' });
      plant.rules.set('BUILDING', { stall: true });
      const { revisionId } = await plant.deploy({});
      const { fence } = await plant.until(revisionId, ({ status }) => status === 'BUILDING');
      await plant.restart({ crash });
      plant.rules.clear();
      plant.plane.wake();
      const row = await plant.final(revisionId);
      expect(row.status).toBe('DEPLOYED');
      expect(row.fence).toBeGreaterThan(fence);
      const again = crash ? ['AWAITING_BUILD', 'BUILDING'] : ['QUEUED', 'AWAITING_BUILD', 'BUILDING'];
      expect(statuses(row)).toEqual([
        'CREATING',
        'AWAITING_BUILD',
        'BUILDING',
        ...again,
        'AWAITING_DEPLOY',
        'DEPLOYING',
        'DEPLOYED',
      ]);
    },
  );

  // docs/crash-safety.md#revisions-bring-down
  test('does not try a revision a third time if it was in progress in two crashes', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('BUILDING', { stall: true });
    const { revisionId } = await plant.deploy({});
    const times = (row: { history: { status: string }[] }) =>
      row.history.filter(({ status }) => status === 'BUILDING').length;
    await plant.until(revisionId, (row) => times(row) === 1 && row.status === 'BUILDING');
    await plant.restart({ crash: true });
    await plant.until(revisionId, (row) => times(row) === 2 && row.status === 'BUILDING');
    await plant.restart({ crash: true });
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'BUILD_FAILED',
      statusMessage: expect.stringContaining('exited twice'),
    });
  });
});
