import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../../../harness/until.ts';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { checkKeyring } from '../../../src/emulator/cli/doctor-keyring.ts';
import { runKeyring } from '../../../src/emulator/cli/keyring.ts';
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
    // A rollback starts replicas of the previous version on the new schema.
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

describe('keys of a control plane', () => {
  /** Replicas that a Service forwards requests to. Requests with `key` run until the end of the returned function. */
  const underLoad = (replicas: readonly Emulator[], path: string, key: () => string) => {
    const failures: unknown[] = [];
    let requests = 0;
    const ending = new AbortController();
    const loop = (async () => {
      while (!ending.signal.aborted) {
        const one = replicas[requests % replicas.length];
        requests += 1;
        if (one === undefined) continue;
        const answer = await fetch(new URL(path, one.urls.controlPlane), {
          headers: { 'x-api-key': key() },
        }).catch((error: unknown) => ({ status: String(error), text: async () => '' }));
        const text = await answer.text();
        // A client tries another replica if the connection to a replica that has just ended is closed.
        const isEnded = typeof answer.status === 'string' && !replicas.includes(one);
        if (answer.status !== 200 && !isEnded) failures.push([answer.status, text]);
      }
    })();
    return async () => {
      ending.abort();
      await loop;
      return { failures, requests };
    };
  };
  /** Replaces one replica after the other, as a rolling update does: a new replica starts before an old one ends. */
  const roll = async (replicas: Emulator[], url: string, options: EmulatorOptions) => {
    for (const [index, old] of replicas.entries()) {
      replicas[index] = await start(url, options);
      await close(old);
    }
  };

  // docs/kubernetes/keys.md#roll-api-key
  test('are rotated without a refused request: API keys and keys of the seed', async () => {
    const url = await server().freshDatabase();
    const id = '11111111-1111-4111-8111-111111111111';
    const seed = (...keys: string[]) =>
      Seed.parse({ workspaces: [{ id, api_keys: keys.map((key) => ({ key })) }] });
    const of = (apiKey: string, others: string[], seeded: string[]) => ({
      apiKey,
      additionalApiKeys: others,
      seed: seed(...seeded),
    });
    const before = of('the-key-before', [], ['seeded-before']);
    const replicas = [await start(url, before), await start(url, before)];
    const alone = start(url, { ...of('the-new-key', [], ['seeded-before']), leaseMs: 500 });
    await expect(alone).rejects.toThrow('different API keys');

    let key = 'the-key-before';
    let seeded = 'seeded-before';
    const loads = [
      underLoad(replicas, '/v2/deployments', () => key),
      underLoad(replicas, '/v2/deployments', () => seeded),
    ];
    await roll(replicas, url, of('the-new-key', ['the-key-before'], ['seeded-new', 'seeded-before']));
    [key, seeded] = ['the-new-key', 'seeded-new'];
    await roll(replicas, url, of('the-new-key', [], ['seeded-new']));
    for (const { failures, requests } of await Promise.all(loads.map((end) => end()))) {
      expect([failures, requests > 20]).toEqual([[], true]);
    }
    for (const [old, status] of [
      ['the-key-before', 401],
      ['seeded-before', 401],
      ['seeded-new', 200],
    ] as const) {
      for (const { urls } of replicas) {
        const answer = await fetch(new URL('/v2/deployments', urls.controlPlane), {
          headers: { 'x-api-key': old },
        });
        expect([old, answer.status]).toEqual([old, status]);
      }
    }
  });

  // docs/kubernetes/keys.md#roll-sealing-key
  test('are rotated without an unreadable secret: sealing keys, which prune removes from the keyring', async () => {
    const url = await server().freshDatabase();
    const keys = { v1: randomBytes(32).toString('base64'), v2: randomBytes(32).toString('base64') };
    const keyring = async (...versions: (keyof typeof keys)[]) => {
      const file = path.join(path.dirname(keyringFile()), `keyring-${versions.join('-')}`);
      const text = versions.map((version) => `${version}:${keys[version]}`).join(',');
      await writeFile(file, text, { mode: 0o600 });
      return { keyringFile: file };
    };
    const replicas = [await start(url, await keyring('v1')), await start(url, await keyring('v1'))];
    const [first] = replicas as [Emulator];
    const secrets = [{ name: 'TOKEN', value: 'a-sealed-value' }];
    const { body } = await create(first, 'one', secrets);
    const at = `/v2/deployments/${body.id}`;
    const end = underLoad(replicas, at, () => first.apiKey);

    // The order of the steps matters: a key that not every replica can read must not encrypt anything.
    const early = start(url, await keyring('v2', 'v1'));
    await expect(early).rejects.toThrow('Put v2 behind the old key in the keyring');
    await roll(replicas, url, await keyring('v1', 'v2'));
    const rotated = await keyring('v2', 'v1');
    const status = async () =>
      (await runKeyring({ action: 'status', dataDir: undefined, ...rotated, databaseUrl: url })).answer;
    expect(await status()).toMatchObject({ versions: [{ data_keys: 0 }, { data_keys: 1 }], missing: [] });
    await roll(replicas, url, rotated);
    await until(async () => (await status())['behind'] === 0);
    expect(await status()).toMatchObject({ primary: 2, unused: [1] });

    const pruned = await runKeyring({ action: 'prune', dataDir: undefined, ...rotated, databaseUrl: url });
    expect(pruned).toMatchObject({ refused: false, answer: { primary: 2, removed: [1], needed: [] } });
    expect(await readFile(rotated.keyringFile, 'utf8')).toBe(`v2:${keys.v2}\n`);
    await roll(replicas, url, await keyring('v2'));
    const { failures, requests } = await end();
    expect([failures, requests > 20]).toEqual([[], true]);
    for (const one of replicas) expect((await call(one, 'GET', at)).body.secrets).toEqual(secrets);

    // A lost key is reported before an emulator starts, which refuses the keyring.
    const lost = { ...(await keyring('v1')), databaseUrl: url, dataDir: undefined };
    expect(await checkKeyring(lost)).toMatchObject({
      isOk: false,
      report: { lost_keys: [2], examples: expect.arrayContaining([`deployment ${body.id}, secrets[TOKEN]`]) },
    });
    const kept = { ...(await keyring('v2')), databaseUrl: url, dataDir: undefined };
    expect(await checkKeyring(kept)).toMatchObject({ isOk: true, report: { lost_secrets: 0 } });
    await expect(start(url, await keyring('v1'))).rejects.toMatchObject({ code: 'keyring' });
  });

  // docs/kubernetes/keys.md#prune-in-use
  test('are not pruned while data or a replica needs them', async () => {
    const url = await server().freshDatabase();
    const keyringOf = async (name: string, text: string) => {
      const file = path.join(path.dirname(keyringFile()), name);
      await writeFile(file, text, { mode: 0o600 });
      return file;
    };
    const [v1, v2] = [`v1:${randomBytes(32).toString('base64')}`, `v2:${randomBytes(32).toString('base64')}`];
    const old = await start(url, { keyringFile: await keyringOf('in-use', `${v1},${v2}`) });
    const prune = async (text: string) =>
      runKeyring({
        action: 'prune',
        dataDir: undefined,
        keyringFile: await keyringOf('pruned', text),
        databaseUrl: url,
      });
    // The replica encrypts with v1, although no value exists yet.
    await expect(prune(`${v2},${v1}`)).rejects.toThrow('still encrypts with key v1');
    await create(old, 'one', [{ name: 'TOKEN', value: 'a-sealed-value' }]);
    expect(await prune(`${v2},${v1}`)).toMatchObject({
      refused: true,
      answer: { needed: [{ version: 1, data_keys: 1 }] },
    });
    await expect(prune(v2)).rejects.toThrow('sealed with key v1, which the keyring lacks');
  });

  // docs/kubernetes/keys.md#audit-shared
  test('appear in one audit log of all replicas, which a reset keeps', async () => {
    const url = await server().freshDatabase();
    const options = { adminKeys: ['the-key-of-administrators'] };
    const [a, b] = [await start(url, options), await start(url, options)];
    const { body } = await create(a, 'one');
    await call(b, 'DELETE', `/v2/deployments/${body.id}`);
    const audit = async (one: Emulator) => {
      const answer = await fetch(`${one.urls.admin}/audit`, {
        headers: { 'x-api-key': options.adminKeys[0] ?? '' },
      });
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- as JSON is
      const page: { entries: unknown[] } = JSON.parse(await answer.text());
      return page.entries;
    };
    const entries = [
      { method: 'POST', path: '/v2/deployments', created_id: body.id, status: 201 },
      { method: 'DELETE', path: `/v2/deployments/${body.id}`, status: 204 },
    ];
    for (const one of [a, b]) expect(await audit(one)).toMatchObject(entries);
    await close(b);
    await until(async () => {
      await a.reset().catch(() => undefined);
      return (await call(a, 'GET', '/v2/deployments')).body.resources.length === 0;
    });
    expect(await audit(a)).toMatchObject(entries);
    expect(await server().query(url, 'select 1 as one from audit_log')).toHaveLength(2);
  });
});

function kubernetes(some: Record<string, string>): NonNullable<EmulatorOptions['kubernetes']> {
  const none = { kubeconfig: undefined, context: undefined, namespace: undefined, agentImage: undefined };
  return { ...none, planeUrl: undefined, planeId: undefined, traffic: undefined, ...some };
}
