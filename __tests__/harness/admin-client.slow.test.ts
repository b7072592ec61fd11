import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';

let emulator: EmulatorHandle;
beforeAll(async () => {
  emulator = await startEmulator({ runtime: 'stub', randomSeed: 5 });
});
afterAll(() => emulator.stop());

test('the client of /_local controls faults, events, checks and snapshots of an emulator in another process', async () => {
  const empty = await emulator.snapshot();
  await emulator.setFaults([
    { match: { stage: 'DEPLOYING' }, when: { times: 1 }, effect: { fail: 'no room' } },
  ]);
  const created = await emulator.api('POST', '/v2/deployments', {
    name: 'shop',
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: 'registry.example/shop:1' },
    secrets: [],
  });
  expect(created.status).toBe(201);
  const failed = { deployment: 'shop', status: 'DEPLOY_FAILED' };
  while (!(await emulator.events()).some((event) => event.status === 'DEPLOY_FAILED')) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await emulator.verify({ expect: [{ match: failed, times: 1 }] })).toEqual([]);
  expect(await emulator.verify({ expect: [{ match: failed, times: 2 }] })).toHaveLength(1);
  expect((await emulator.faults()).rules).toMatchObject([{ matched: 1, hit: 1 }]);
  expect(await emulator.restore(empty)).toEqual([]);
  expect((await emulator.api('GET', '/v2/deployments')).body).toMatchObject({ resources: [] });
  expect((await emulator.events((await emulator.events()).length - 1)).map(({ kind }) => kind)).toEqual([
    'restored',
  ]);
});

test('a restored snapshot of an emulator with another workspace moves the API key to that workspace', async () => {
  const other = await startEmulator({ runtime: 'stub', randomSeed: 6 });
  try {
    const own = emulator.workspaceId;
    const snapshot = await emulator.snapshot();
    expect(other.workspaceId).not.toBe(own);
    await other.restore(snapshot, { leaveOutUnreadable: true });
    expect(other.workspaceId).toBe(own);
    expect((await other.api('GET', '/v2/deployments')).status).toBe(200);
  } finally {
    await other.stop();
  }
});
