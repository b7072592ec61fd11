import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type PostgresServer, SERVER_PASSWORD, startPostgres } from '../../../harness/postgres/server.ts';
import { observeStore } from '../../../src/emulator/admin/events.ts';
import type { StoreChange } from '../../../src/emulator/ports/store-changes.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { type Keyring, loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { type Migration, MIGRATIONS } from '../../../src/emulator/store/migrations.ts';
import { findContractions, postgresCatalog, readFirstSchema } from './catalog.ts';
import { migrateDatabase } from './migrate-database.ts';
import { aDeployment, aThread, checkpointRow, revisionRow } from './samples.ts';

let server: PostgresServer;
let keyring: Keyring;
beforeAll(async () => {
  server = await startPostgres();
  keyring = await loadKeyring({});
});
afterAll(() => server.close());

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

async function open(location: string, own = keyring): Promise<Store> {
  const store = await openStore({ location, keyring: own });
  opened.push(store);
  return store;
}

describe('a PostgreSQL database for the store', () => {
  test('is set up only once by two processes that start at the same time', async () => {
    const at = server.freshSchema();
    const [one, other] = await Promise.all([open(at), open(at)]);
    const row = await aDeployment(one);
    await one.deployments.putSecrets(row.id, [{ name: 'KEY', value: 'kept' }]);
    expect(await other.deployments.findById(row.id)).toEqual(row);
    expect(await other.deployments.secrets(row.id)).toEqual([{ name: 'KEY', value: 'kept' }]);
  });

  test('is refused and stays unchanged if a newer version created it', async () => {
    const at = server.freshSchema();
    await (await open(at)).close();
    await server.query(at, "insert into agent_deploy_migrations (name) values ('9999_later')");
    await expect(open(at)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('9999_later'),
    });
    await server.query(at, "delete from agent_deploy_migrations where name = '9999_later'");
    await expect(open(at)).resolves.toBeDefined();
  });

  test('is refused and stays unchanged if it belongs to another program', async () => {
    const at = await server.freshDatabase();
    await server.query(at, 'create table theirs (x integer)');
    await expect(open(at)).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(/belongs to another program.*theirs.*Nothing was changed/),
    });
    const left = await server.query(at, "select tablename from pg_tables where schemaname = 'public'");
    expect(left).toEqual([{ tablename: 'theirs' }]);
  });

  test('is refused with another keyring, even if it contains no encrypted value yet', async () => {
    const at = server.freshSchema();
    await open(at);
    await expect(open(at, await loadKeyring({}))).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringContaining('EMULATOR_KEYRING_FILE'),
    });
  });

  test('contains no secret in plain text', async () => {
    const at = server.freshSchema();
    const store = await open(at);
    const row = await aDeployment(store);
    const secrets = [{ name: 'TOKEN', value: 'a-value-not-to-be-read' }];
    await store.deployments.putSecrets(row.id, secrets);
    await store.revisions.insert(revisionRow(row.id), secrets);
    const tables = await server.query(
      at,
      'select tablename::text as name from pg_tables where schemaname = current_schema()',
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      const rows = await server.query(at, `select t::text as row from "${String(name)}" as t`);
      expect(JSON.stringify(rows)).not.toContain('a-value-not-to-be-read');
    }
  });

  test.each([
    [
      'does not exist',
      (url: URL) => {
        url.pathname = '/nowhere';
      },
      'unusable',
    ],
    ['cannot be reached', (url: URL) => url.searchParams.set('host', '/nowhere'), 'unavailable'],
  ])("causes an error without the database's password if it %s", async (_, change, code) => {
    const url = new URL(server.url);
    change(url);
    const error: unknown = await open(url.href).catch((one: unknown) => one);
    expect(error).toMatchObject({ code });
    expect(String((error as Error).stack) + String((error as Error).cause)).not.toContain(SERVER_PASSWORD);
  });
});

describe('the data of a store on PostgreSQL', () => {
  test('can be strings of every kind, sorted by their bytes', async () => {
    const store = await open(server.freshSchema());
    const thread = await aThread(store);
    const ids = ['b', 'A', 'a-c', 'ab', 'B\0', '\u{10fffe}'];
    for (const id of ids) await store.checkpoints.put(checkpointRow(thread.id, id));
    const listed = (await store.checkpoints.list(thread.id, '', {})).map(({ id }) => id);
    expect(listed).toEqual(['\u{10fffe}', 'b', 'ab', 'a-c', 'B\0', 'A']);
    expect((await store.checkpoints.get(thread.id, '', 'B\0'))?.id).toBe('B\0');
  });

  test('get the missing migrations and keep their rows, while only processes that are too old lose their lease', async () => {
    const at = server.freshSchema();
    const store = await open(at);
    const row = await aDeployment(store);
    await store.instances.join({ id: 'older', machine: 'm', settings: {} }, 600_000);
    const colours: Migration = {
      name: '9001_colours',
      kind: 'expand',
      up: async (db) => {
        await sql`alter table deployments add column colour text not null default 'blue'`.execute(db);
      },
    };
    await migrateDatabase(at, [...MIGRATIONS, colours]);
    expect(await server.query(at, 'select id, colour from deployments')).toEqual([
      { id: row.id, colour: 'blue' },
    ]);
    expect(await store.instances.listLive()).toHaveLength(1);
    expect(await store.deployments.findById(row.id)).toEqual(row);
    const tidy: Migration = { name: '9002_tidy', kind: 'contract', oldest: colours.name, up: async () => {} };
    await server.query(
      at,
      `insert into instances select 'newer', machine, '{"schema":"9001_colours"}', started_at, lease_until from instances`,
    );
    await migrateDatabase(at, [...MIGRATIONS, colours, tidy]);
    expect((await store.instances.listLive()).map(({ id }) => id)).toEqual(['newer']);
    const late = store.instances.join({ id: 'late', machine: 'm', settings: {} }, 600_000);
    await expect(late).rejects.toMatchObject({ code: 'newer' });
  });

  // docs/kubernetes/upgrades.md#equal-schemas
  test('of the first schema get exactly the tables of a new database, and expand migrations only add', async () => {
    const fresh = server.freshSchema();
    await (await open(fresh)).close();
    const at = server.freshSchema();
    await server.query(server.url, `create schema "${new URL(at).searchParams.get('schema')}"`);
    await server.query(at, await readFirstSchema('postgres'));
    for (const [index, { kind }] of MIGRATIONS.entries()) {
      const before = await postgresCatalog(server, at);
      await migrateDatabase(at, MIGRATIONS.slice(0, index + 1));
      if (kind === 'expand') {
        expect(findContractions(before, await postgresCatalog(server, at))).toEqual([]);
      }
    }
    const schemaless = async (url: string) =>
      JSON.parse(
        JSON.stringify(await postgresCatalog(server, url)).replaceAll(
          `${new URL(url).searchParams.get('schema')}.`,
          '',
        ),
      );
    expect(await schemaless(at)).toEqual(await schemaless(fresh));
    await aDeployment(await open(at));
  });

  test('can be moved to a file and back by snapshots', async () => {
    const [store, file, third] = [
      await open(server.freshSchema()),
      await open(':memory:'),
      await open(server.freshSchema()),
    ];
    const row = await aDeployment(store);
    const { id: revisionId } = await store.revisions.insert(revisionRow(row.id), [{ name: 'A', value: 'b' }]);
    const line = { revisionId, kind: 'build', level: 'INFO', at: 1, message: 'one' } as const;
    await store.logs.append([line, line]);
    await store.checkpoints.put(checkpointRow((await aThread(store)).id, 'c'));
    const dump = await store.snapshots.dump();
    expect(await file.snapshots.load(dump)).toEqual([]);
    expect(await file.snapshots.dump()).toEqual(dump);
    expect(await third.snapshots.load(await file.snapshots.dump())).toEqual([]);
    expect(await third.snapshots.dump()).toEqual(dump);
    expect(await third.revisions.secrets(revisionId)).toEqual([{ name: 'A', value: 'b' }]);
    // New lines follow the imported lines.
    await third.logs.append([line]);
    const read = await third.logs.list(revisionId, { kind: 'build', order: 'asc', limit: 9 });
    expect(read.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(read.map(({ id }) => id));
    expect(read).toHaveLength(3);
  });

  test('cause one notification for each change, even after a retry of the transaction', async () => {
    const at = server.freshSchema();
    const reported: StoreChange[] = [];
    const [one, other] = [
      observeStore(await open(at), (changes) => reported.push(...changes)),
      await open(at),
    ];
    const { id } = await aDeployment(other, { port: 0 });
    let begun = 0;
    const grow = (store: Store, status?: string) =>
      store.transaction(async (tx) => {
        begun += 1;
        const port = (await tx.deployments.findById(id))?.port ?? 0;
        await tx.deployments.update(
          id,
          status === undefined ? { port: port + 1 } : { port: port + 1, status },
        );
      });
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at === 7 ? grow(one, 'READY') : grow(other))));
    expect((await one.deployments.findById(id))?.port).toBe(20);
    expect(begun).toBeGreaterThan(20);
    expect(reported).toEqual([
      {
        kind: 'deployment',
        deployment_id: id,
        deployment: 'agent',
        status: 'READY',
        was: 'AWAITING_DATABASE',
      },
    ]);
  });

  test('are stored for only one of several callers that create the same name at the same time', async () => {
    const at = server.freshSchema();
    const [one, other] = [await open(at), await open(at)];
    const { workspaceId } = await aDeployment(one, { name: 'first' });
    const make = (store: Store) =>
      store.transaction(async (tx) => {
        if (await tx.deployments.findByName(workspaceId, 'same')) return 'there';
        const { id } = await aDeployment({ ...store, ...tx }, { workspaceId, name: 'same' });
        return id;
      });
    const made = await Promise.all([make(one), make(other), make(one), make(other)]);
    expect(made.filter((id) => id !== 'there')).toHaveLength(1);
    expect(await one.deployments.list(workspaceId, { limit: 9, offset: 0, name: 'same' })).toHaveLength(1);
  });
});
