import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Kysely, sql } from 'kysely';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { type Migration, MIGRATIONS, migrate, readApplied } from '../../../src/emulator/store/migrations.ts';
import type { Tables } from '../../../src/emulator/store/schema.ts';
import { appliedInFile } from '../../../src/emulator/store/sqlite/applied.ts';
import { kyselySqlite, sqliteDialect } from '../../../src/emulator/store/sqlite/dialect.ts';
import { aDeployment } from './samples.ts';

let location: string;
beforeEach(async () => {
  location = join(await mkdtemp(join(tmpdir(), 'store-migration-')), 'emulator.sqlite');
});
afterEach(() => rm(join(location, '..'), { recursive: true }));

const open = async () => openStore({ location, keyring: await loadKeyring({}) });

const COLOURS: Migration = {
  name: '0002_colours',
  up: async (db) => {
    await sql`alter table deployments add column colour text not null default 'blue'`.execute(db);
  },
};
/** This migration requires the previous migration. */
const SHADES: Migration = {
  name: '0003_shades',
  up: async (db) => {
    await sql`update deployments set colour = 'dark ' || colour`.execute(db);
  },
};
const FAILING: Migration = {
  name: '0004_failing',
  up: async (db) => {
    await sql`alter table deployments add column size integer`.execute(db);
    await sql`alter table missing add column size integer`.execute(db);
  },
};

/** Migrates the file to the newest of these migrations, as a later version of the emulator does. */
async function migrateTo(known: readonly Migration[]): Promise<boolean> {
  const db = new Kysely<Tables>({ dialect: kyselySqlite(new DatabaseSync(location)) });
  try {
    const applied = await appliedInFile(db, known);
    return await db.transaction().execute((trx) => migrate(trx, sqliteDialect, applied, known));
  } finally {
    await db.destroy();
  }
}

function query(text: string): unknown[] {
  const database = new DatabaseSync(location);
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

test('data of an earlier version gets the missing migrations in order, and keeps its rows', async () => {
  const store = await open();
  const { id } = await aDeployment(store);
  await store.close();
  expect(await migrateTo([...MIGRATIONS, COLOURS, SHADES])).toBe(true);
  expect(query('select id, colour from deployments')).toEqual([{ id, colour: 'dark blue' }]);
  expect(await migrateTo([...MIGRATIONS, COLOURS, SHADES])).toBe(false);
});

test('new data gets the current tables immediately, and counts as fully migrated', async () => {
  expect(await migrateTo([...MIGRATIONS, COLOURS, SHADES])).toBe(false);
  expect(query('select name from agent_deploy_migrations order by name')).toEqual(
    ['0001_initial', '0002_colours', '0003_shades'].map((name) => ({ name })),
  );
  expect(query("select name from pragma_table_info('deployments') where name = 'colour'")).toEqual([]);
});

test('a failed migration leaves the data unchanged', async () => {
  const store = await open();
  const row = await aDeployment(store);
  await store.close();
  await expect(migrateTo([...MIGRATIONS, FAILING])).rejects.toMatchObject({
    code: 'unusable',
    message: expect.stringContaining('cannot be migrated to this version'),
  });
  expect(query("select name from pragma_table_info('deployments') where name = 'size'")).toEqual([]);
  const again = await open();
  expect(await again.deployments.findById(row.id)).toEqual(row);
  await again.close();
});

test('data from a build before the first release is rejected and stays unchanged', async () => {
  const database = new DatabaseSync(location);
  database.exec(`pragma application_id = 1097286768; pragma journal_mode = wal;
    create table kysely_migration (name text primary key, timestamp text not null);
    insert into kysely_migration values ('0001_first', '2026-01-01T00:00:00.000Z');`);
  database.close();
  const before = await readFile(location);
  await expect(open()).rejects.toMatchObject({
    code: 'newer',
    message: expect.stringMatching(/another version.*0001_first.*0001_initial/),
  });
  expect((await readFile(location)).equals(before)).toBe(true);
});

test('every migration has a unique number in ascending order', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names.map((name) => /^\d{4}_[a-z_]+$/.exec(name)?.[0].slice(0, 4))).toEqual(
    names.map((_, index) => String(index + 1).padStart(4, '0')),
  );
});

test('the applied migrations are read in order', async () => {
  await (await open()).close();
  const db = new Kysely<Tables>({ dialect: kyselySqlite(new DatabaseSync(location)) });
  expect(await readApplied(db)).toEqual(MIGRATIONS.map(({ name }) => name));
  await db.destroy();
});
