import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { SnapshotError } from '../../../../src/emulator/ports/store-errors.ts';
import { createBackend } from '../../../../src/emulator/backend.ts';
import { call, gitDeployment, newFolder } from '../../server/plane.ts';
import { type Cloud, startCloud } from '../cloud.ts';

const SECRET = 'secret-value-0123456789';
const deployed = (cloud: Cloud, name: string) =>
  cloud.deploy({ name, secrets: [{ name: 'MODEL_KEY', value: SECRET }] });
const names = async (cloud: Cloud) =>
  (await cloud.api('GET', '/v2/deployments')).body.resources.map(({ name }: { name: string }) => name);

describe('a snapshot of an emulator', () => {
  test('is a single readable document without secrets, and is the same for the same state', async () => {
    const cloud = await startCloud();
    await deployed(cloud, 'agent');
    const answer = await call(cloud.emulator, 'GET', '/_local/snapshot');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const { body } = answer;
    expect(body).toMatchObject({ snapshot: 1, workspace_id: cloud.emulator.workspaceId });
    expect(body.tables.revisions[0]).toMatchObject({ status: 'DEPLOYED', seq: 1 });
    expect(body.tables.revisions[0].history[0]).toEqual({
      status: 'CREATING',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const text = JSON.stringify(body);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(cloud.emulator.apiKey);
    expect(JSON.stringify(await cloud.emulator.snapshot())).toBe(text);
  });

  test('restores everything: earlier deployments work again, and later changes are undone', async () => {
    const cloud = await startCloud();
    const { emulator, api } = cloud;
    const first = await deployed(cloud, 'kept');
    const snapshot = await emulator.snapshot();
    const second = await deployed(cloud, 'later');
    await cloud.revise(first, 'registry.example/agent:2');
    const put = await api('PUT', '/_local/snapshot', snapshot);
    expect(put).toMatchObject({ status: 200, body: { workspace_id: emulator.workspaceId, left_out: [] } });
    expect(await names(cloud)).toEqual(['kept']);
    expect((await api('GET', first.path)).body).toMatchObject({
      active_revision_id: first.revisionId,
      latest_revision_id: first.revisionId,
      secrets: [{ name: 'MODEL_KEY', value: SECRET }],
      url: first.url,
    });
    expect((await api('GET', `${first.url}/info`)).body.host.revision_id).toBe(first.revisionId);
    await expect(fetch(`${second.url}/ok`)).rejects.toThrow('fetch failed');
    expect(await emulator.snapshot()).toEqual(snapshot);
    expect(emulator.events.after(0).events.at(-1)?.kind).toBe('restored');
  });

  test('lets the emulator continue unfinished work after a restore', async () => {
    const { api, emulator, until } = await startCloud();
    emulator.faults.set({ rules: [{ match: { stage: 'BUILDING' }, then: { stall: true } }] });
    const created = (await api('POST', '/v2/deployments', gitDeployment())).body;
    const revision = `/v2/deployments/${created.id}/revisions/${created.latest_revision_id}`;
    await until(revision, ({ body }) => body.status === 'BUILDING');
    const snapshot = await emulator.snapshot();
    await emulator.reset();
    await emulator.restore(snapshot);
    await until(revision, ({ body }) => body.status === 'DEPLOYED');
  });

  // docs/departures.md#put-local-snapshot-another
  test("brings its workspace and the workspace's API key to another emulator with the same keyring", async () => {
    const dataDir = await newFolder();
    const first = await startCloud({ dataDir });
    const { path, revisionId } = await deployed(first, 'moved');
    const snapshot = JSON.parse(JSON.stringify(await first.emulator.snapshot()));
    await first.emulator.close();
    const second = await startCloud({ keyringFile: join(dataDir, 'keyring') });
    const own = second.emulator.workspaceId;
    const answer = await second.emulator.restore(snapshot);
    expect(answer.workspace_id).toBe(first.emulator.workspaceId);
    expect(second.emulator.workspaceId).toBe(first.emulator.workspaceId);
    expect((await second.api('GET', path)).body).toMatchObject({
      active_revision_id: revisionId,
      secrets: [{ name: 'MODEL_KEY', value: SECRET }],
    });
    // The restored store contains the secret, so the journal redacts the secret in every field.
    await second.api('PATCH', path, { image_version: SECRET });
    expect(JSON.stringify(second.emulator.journal.after(0))).not.toContain(SECRET);
    expect(await second.emulator.snapshot()).not.toEqual(snapshot);
    await second.emulator.reset();
    expect(second.emulator.workspaceId).toBe(own);
    expect(await names(second)).toEqual([]);
  });

  test('remains restored after the emulator restarts', async () => {
    const dataDir = await newFolder();
    const first = await startCloud({ dataDir });
    await deployed(first, 'kept');
    const snapshot = await first.emulator.snapshot();
    await first.emulator.reset();
    await first.emulator.restore(snapshot);
    await first.emulator.close();
    const second = await startCloud({ dataDir });
    expect(await names(second)).toEqual(['kept']);
  });
});

describe('the restore of an invalid snapshot', () => {
  test('returns a 422 with the location of each error, and does not affect the emulator', async () => {
    const cloud = await startCloud();
    const { emulator, api } = cloud;
    const { url, path } = await deployed(cloud, 'here');
    const snapshot = await emulator.snapshot();
    const revisions = snapshot.tables['revisions'] ?? [];
    const spoilt = {
      ...snapshot,
      tables: {
        ...snapshot.tables,
        revisions: revisions.map((row) => ({ ...row, deployment_id: 'unknown' })),
      },
    };
    const answer = await api('PUT', '/_local/snapshot', spoilt);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toEqual({
      loc: ['body', 'tables', 'revisions', 0, 'deployment_id'],
      msg: 'refers to none of the deployments',
      type: 'value_error',
    });
    await expect(emulator.restore(spoilt)).rejects.toThrow(SnapshotError);
    expect((await api('GET', path)).status).toBe(200);
    expect((await api('GET', `${url}/ok`)).status).toBe(200);
    expect(await emulator.snapshot()).toEqual(snapshot);
    expect(emulator.events.after(0).events.some(({ kind }) => kind === 'restored')).toBe(false);
  });

  test.each([
    ['a body without a snapshot', {}, ['snapshot']],
    ['a snapshot in an unknown format', { snapshot: 2 }, ['snapshot']],
    ['a workspace that the snapshot does not contain', { workspace_id: 'x' }, ['workspace_id']],
    ['a table that is not a list', { tables: { workspaces: {} } }, ['tables', 'workspaces']],
    ['a snapshot with a newer schema', { schema: '9999' }, ['schema']],
  ])('is refused: %s', async (_what, change, loc) => {
    const { emulator, api } = await startCloud();
    const body = Object.keys(change).length === 0 ? {} : { ...(await emulator.snapshot()), ...change };
    const answer = await api('PUT', '/_local/snapshot', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', ...loc]);
  });

  test('lists the values that only another keyring can decrypt, and omits these values on request', async () => {
    const first = await startCloud();
    const { path, id } = await deployed(first, 'foreign');
    const snapshot = await first.emulator.snapshot();
    const second = await startCloud();
    const refused = await second.api('PUT', '/_local/snapshot', snapshot);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].msg).toContain(`deployment ${id}, secrets[MODEL_KEY]`);
    expect(await names(second)).toEqual([]);
    const taken = await second.api('PUT', '/_local/snapshot?leave_out_unreadable=true', snapshot);
    expect(taken).toMatchObject({
      status: 200,
      body: {
        left_out: [
          { place: 'tables.deployment_secrets.0.sealed' },
          { place: 'tables.revision_secrets.0.sealed' },
        ],
      },
    });
    expect((await second.api('GET', path)).body).toMatchObject({ name: 'foreign', secrets: [] });
  });

  test('keeps the earlier state if the emulator cannot start with the restored data', async () => {
    let starts = 0;
    const cloud = await startCloud({
      createBackend: async (context, links) => {
        starts += 1;
        // The first start succeeds, and so does the start with the earlier data after the failure.
        if (starts === 2) throw new Error('no more room');
        return createBackend(context, links);
      },
    });
    const empty = await cloud.emulator.snapshot();
    const { url } = await deployed(cloud, 'here');
    const before = await cloud.emulator.snapshot();
    await expect(cloud.emulator.restore(empty)).rejects.toThrow('the previous data is in use again');
    expect(await cloud.emulator.snapshot()).toEqual(before);
    expect((await cloud.api('GET', `${url}/ok`)).status).toBe(200);
    await cloud.emulator.restore(empty);
    expect(await names(cloud)).toEqual([]);
  });
});
