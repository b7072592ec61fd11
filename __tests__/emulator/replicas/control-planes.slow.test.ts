import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { until } from '../../../harness/until.ts';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/index.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { type Migration, MIGRATIONS } from '../../../src/emulator/store/migrations.ts';
import { migrateDatabase } from '../store/migrate-database.ts';
import { sandboxRow } from '../store/samples.ts';
import { controlPlanes } from './control-planes.ts';

// Tests of whole control planes on one database without a cluster, whose data planes only pass through the stages.

const { server, keyringFile, start, call, create, isServed, health, logOf, close } = controlPlanes();

describe('several replicas of a control plane', () => {
  // docs/kubernetes/guarantees.md#any-replica
  test('respond to all requests, and list one another', async () => {
    const url = await server().freshDatabase();
    const [a, b, c] = [await start(url), await start(url), await start(url)];
    const { status, body } = await create(a, 'one');
    expect(status).toBe(201);
    for (const one of [c, b, a]) await until(isServed(one, body.id));
    const patch = { source_revision_config: { image_uri: 'registry.test/agent:2' } };
    expect((await call(b, 'PATCH', `/v2/deployments/${body.id}`, patch)).status).toBe(200);
    const revisions = await call(c, 'GET', `/v2/deployments/${body.id}/revisions`);
    expect(revisions.body.resources).toHaveLength(2);
    expect((await call(c, 'DELETE', `/v2/deployments/${body.id}`)).status).toBe(204);
    for (const one of [a, b, c]) {
      await until(async () => (await call(one, 'GET', `/v2/deployments/${body.id}`)).status === 404);
    }
    await until(async () => (await health(a)).others.length === 2);
    expect(await health(a)).toMatchObject({ claims: 0, others: [{}, {}] });
    expect((await health(a)).id).not.toBe((await health(b)).id);
  });

  // docs/kubernetes/guarantees.md#one-replica-only
  test('have separate journals and fault rules', async () => {
    const url = await server().freshDatabase();
    const [a, b] = [await start(url), await start(url)];
    a.faults.set({ rules: [{ match: { path: '/v2/deployments' }, then: { status: 503 } }] });
    expect((await call(a, 'GET', '/v2/deployments')).status).toBe(503);
    expect((await call(b, 'GET', '/v2/deployments')).status).toBe(200);
    const paths = ({ journal }: Emulator) => journal.after(0).entries.length;
    expect([paths(a), paths(b)]).toEqual([1, 1]);
  });

  // docs/kubernetes/guarantees.md#resets
  test('can be reset only while a single replica runs, keep their ID, and cannot restore snapshots', async () => {
    const url = await server().freshDatabase();
    const planeId = async () => {
      const [row] = await server().query(url, 'select id from planes');
      return row?.['id'];
    };
    const [a, b] = [await start(url), await start(url)];
    const { body } = await create(a, 'one');
    await until(isServed(b, body.id));
    await until(async () => (await health(a)).others.length === 1);
    const snapshot = await call(b, 'GET', '/_local/snapshot');
    expect(snapshot.status).toBe(200);
    const refused = await call(a, 'POST', '/_local/reset', {});
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/^Other emulators use this database/);
    await close(b);
    await until(async () => (await health(a)).others.length === 0);
    const restored = await call(a, 'PUT', '/_local/snapshot', snapshot.body);
    expect(restored).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('restore a backup of the database') },
    });
    await server().query(
      url,
      "insert into planes (name, id) values ('own', 'plane-of-old') on conflict (name) do update set id = excluded.id",
    );
    expect((await call(a, 'POST', '/_local/reset', {})).status).toBeLessThan(300);
    expect((await call(a, 'GET', '/v2/deployments')).body.resources).toEqual([]);
    expect(await planeId()).toBe('plane-of-old');
  });

  // docs/kubernetes/guarantees.md#agreement
  test('must have the same settings and cluster, except for settings that a rolling update changes', async () => {
    const url = await server().freshDatabase();
    await start(url, { kubernetes: kubernetes({ namespace: 'agents', agentImage: 'emulator:1' }) });
    await start(url, { kubernetes: kubernetes({ namespace: 'agents', agentImage: 'emulator:2' }) });
    const other = start(url, { kubernetes: kubernetes({ namespace: 'others' }), leaseMs: 500 });
    await expect(other).rejects.toThrow('another --namespace, --kube-context or --plane-id');
    await expect(start(url, { edition: 'cloud', leaseMs: 500 })).rejects.toThrow('another --edition');
  });

  // docs/kubernetes/guarantees.md#older-version
  test('keep their lease if a newer version expands the schema, and lose it if the new schema excludes them', async () => {
    const url = await server().freshDatabase();
    const old = await start(url);
    const { id: replica } = await health(old);
    const { body } = await create(old, 'one');
    await until(isServed(old, body.id));
    const later: Migration = {
      name: '9001_later',
      kind: 'expand',
      up: async (db) => {
        await sql`alter table deployments add column colour text`.execute(db);
      },
    };
    await migrateDatabase(url, [...MIGRATIONS, later]);
    expect((await call(old, 'GET', `/v2/deployments/${body.id}`)).status).toBe(200);
    // A rollback starts replicas of the version before on the new schema.
    const second = await start(url);
    await until(isServed(second, (await create(second, 'two')).body.id));
    expect((await health(old)).id).toBe(replica);
    const tidy: Migration = { name: '9002_tidy', kind: 'contract', oldest: later.name, up: async () => {} };
    await migrateDatabase(url, [...MIGRATIONS, later, tidy]);
    for (const one of [old, second]) {
      await until(() => logOf(one).some((line) => line.includes('lease lost')));
    }
    await expect(start(url)).rejects.toThrow('its schema is 9002_tidy, which needs a version that knows');
  });

  // docs/kubernetes/guarantees.md#crash-database
  test('respond with 503 while their database is unavailable, and then continue with all acknowledged data', async () => {
    const url = await server().freshDatabase();
    const both = [await start(url), await start(url)];
    const { body } = await create(both[0]!, 'one');
    for (const one of both) await until(isServed(one, body.id));
    await server().stop();
    try {
      for (const one of both) {
        expect((await call(one, 'GET', `/v2/deployments/${body.id}`)).status).toBe(503);
      }
    } finally {
      await server().start();
    }
    for (const one of both) {
      await until(async () => (await call(one, 'GET', `/v2/deployments/${body.id}`)).status === 200);
    }
    const next = await create(both[1]!, 'two');
    expect(next.status).toBe(201);
    for (const one of both) await until(isServed(one, next.body.id));
  });

  // docs/kubernetes/guarantees.md#sandboxes
  // docs/departures/sandboxes.md#sandboxes-runtime-kubernetes
  test('run no sandboxes, but can list, stop and delete existing sandboxes', async () => {
    const url = await server().freshDatabase();
    const before = await start(url, { runtime: 'stub' });
    const store = await openStore({ location: url, keyring: await loadKeyring({ file: keyringFile() }) });
    const row = sandboxRow(before.workspaceId, { status: 'ready' });
    await store.sandboxes.insert(row, [], {});
    await store.close();
    await close(before);

    const a = await start(url);
    for (const [method, at, body] of [
      ['POST', '/v2/sandboxes/boxes', {}],
      ['POST', `/v2/sandboxes/boxes/${row.name}/start`, undefined],
      ['PATCH', `/v2/sandboxes/boxes/${row.name}`, { name: 'other' }],
      ['POST', `/s/${row.id}/execute`, { command: 'true' }],
    ] as const) {
      expect(await call(a, method, at, body)).toMatchObject({
        status: 501,
        body: {
          detail: {
            error: 'NotImplemented',
            message:
              'Sandboxes do not run with --runtime kubernetes: start another emulator with --runtime process for them.',
          },
        },
      });
    }
    const listed = await call(a, 'GET', '/v2/sandboxes/boxes');
    expect(listed.body.items).toMatchObject([{ name: row.name, status: 'stopped' }]);
    expect((await call(a, 'DELETE', `/v2/sandboxes/boxes/${row.name}`)).status).toBe(204);
    expect((await call(a, 'GET', '/v2/sandboxes/boxes')).body.items).toEqual([]);
  });
});

function kubernetes(some: Record<string, string>): NonNullable<EmulatorOptions['kubernetes']> {
  const none = { kubeconfig: undefined, context: undefined, namespace: undefined, agentImage: undefined };
  return { ...none, planeUrl: undefined, planeId: undefined, traffic: undefined, ...some };
}
