import { expect, test } from '@jest/globals';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, aThread, revisionRow, runRow } from './samples.ts';

test('a first look', async () => {
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  const deployment = await aDeployment(store);
  await store.deployments.putSecrets(deployment.id, [{ name: 'A', value: 'x' }]);
  expect(await store.deployments.secrets(deployment.id)).toEqual([{ name: 'A', value: 'x' }]);
  expect(
    await store.deployments.list(deployment.workspaceId, { limit: 20, offset: 0, nameContains: 'gen' }),
  ).toEqual([deployment]);
  const r = await store.revisions.insert(revisionRow(deployment.id), [{ name: 'B', value: 'y' }]);
  expect(await store.revisions.secrets(r.id)).toEqual([{ name: 'B', value: 'y' }]);
  expect(await store.revisions.claim(r.id, 'me', 5, 10)).toEqual({
    ...r,
    leaseOwner: 'me',
    leaseUntil: 15,
    fence: 1,
  });
  const thread = await aThread(store);
  const run = runRow(thread);
  await store.runs.insert(run);
  expect(await store.runs.claimNext(thread.deploymentId, r.id, 9)).toMatchObject({
    id: run.id,
    fence: 1,
    status: 'running',
  });
  await store.transaction(async (tx) => {
    await tx.deployments.remove(deployment.id);
  });
  expect(await store.revisions.get(deployment.id, r.id)).toBeUndefined();
  await store.close();
});
