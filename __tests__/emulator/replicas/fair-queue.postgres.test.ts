import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { openSeveralReplicas, type SeveralReplicas } from './several-replicas.ts';

let several: SeveralReplicas;
afterEach(() => several.close());

/** Opens replicas with one slot each on a test database, whose builds end only when the test ends them. */
async function open() {
  const { databaseUrl: location } = await withTestDatabase({});
  several = await openSeveralReplicas({
    leaseMs: 60_000,
    holds: true,
    maxBuilds: 1,
    ...(location !== undefined && { location }),
  });
}

/** Adds deployments with a first revision to a new workspace. */
async function addWorkspace(count: number) {
  const id = randomUUID();
  await several.store.workspaces.upsert({ id, name: id, redactSecretValues: false });
  const added: Awaited<ReturnType<typeof several.deploy>>[] = [];
  for (let n = 0; n < count; n += 1) added.push(await several.deploy(undefined, id));
  for (const { deploymentId } of added)
    await several.store.deployments.update(deploymentId, { status: 'READY' });
  return added;
}

describe('the queue of revisions on two replicas', () => {
  // docs/kubernetes/scale.md#fair-queue
  test('builds the first revision of a workspace before the second revision that another workspace queued earlier', async () => {
    await open();
    await addWorkspace(60);
    const [one] = await addWorkspace(1);
    await several.start('a');
    await several.start('b');
    await until(() => several.begun.length === 2);
    const [first] = several.begun;
    const isStarted = () => several.begun.some(({ revisionId }) => revisionId === one?.revisionId);
    // Two replicas that choose at the same time may both begin with the same workspace. Then the next slot is for the other.
    if (!isStarted() && first !== undefined) {
      first.finish();
      const [launch] = await several.workOn(first.revisionId, 1, 'launch');
      launch?.finish();
      await until(isStarted);
    }
    const builds = several.begun.filter(({ kind }) => kind === 'build').map(({ revisionId }) => revisionId);
    expect(builds.length).toBeLessThanOrEqual(3);
    expect(new Set(builds).size).toBe(builds.length);
  });

  // docs/kubernetes/scale.md#wake-up
  test('makes the same store calls for a wake-up with 10 and with 100 waiting deployments', async () => {
    const callsOfOneWake = async (count: number) => {
      await open();
      await addWorkspace(count);
      const replica = await several.start('a');
      await until(() => several.begun.length === 1);
      const [before] = several.begun;
      await until(
        async () => (await several.store.revisions.findById(before?.revisionId ?? ''))?.status === 'BUILDING',
      );
      const from = replica.calls.length;
      replica.wake();
      await until(() => replica.calls.slice(from).includes('changing'));
      await until(() => replica.calls.length > from + 1);
      const calls = replica.calls.slice(from).toSorted();
      await several.close();
      return calls;
    };
    const few = await callsOfOneWake(10);
    expect(await callsOfOneWake(100)).toEqual(few);
    expect(few).toEqual(['changing', 'listUnfinishedIds']);
  });
});
