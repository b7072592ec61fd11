import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Kysely, sql } from 'kysely';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { type Migration, MIGRATIONS, migrate, readApplied } from '../../../src/emulator/store/migrations.ts';
import type { Tables } from '../../../src/emulator/store/schema.ts';
import { appliedInFile } from '../../../src/emulator/store/sqlite/applied.ts';
import { kyselySqlite, sqliteDialect } from '../../../src/emulator/store/sqlite/dialect.ts';
import { findContractions, readFirstSchema, sqliteCatalog } from './catalog.ts';
import { aDeployment } from './samples.ts';

let location: string;
beforeEach(async () => {
  location = join(await mkdtemp(join(tmpdir(), 'store-migration-')), 'emulator.sqlite');
});
afterEach(() => rm(join(location, '..'), { recursive: true }));

const open = async () => openStore({ location, keyring: await loadKeyring({}) });

const COLOURS: Migration = {
  name: '9001_colours',
  kind: 'expand',
  up: async (db) => {
    await sql`alter table deployments add column colour text not null default 'blue'`.execute(db);
  },
};
/** This migration requires the previous migration. */
const SHADES: Migration = {
  name: '9002_shades',
  kind: 'expand',
  up: async (db) => {
    await sql`update deployments set colour = 'dark ' || colour`.execute(db);
  },
};
const FAILING: Migration = {
  name: '9003_failing',
  kind: 'expand',
  up: async (db) => {
    await sql`alter table deployments add column size integer`.execute(db);
    await sql`alter table missing add column size integer`.execute(db);
  },
};

/** This migration removes what programs of the schema before `9001_colours` use. */
const UNNAMED: Migration = {
  name: '9004_unnamed',
  kind: 'contract',
  oldest: '9001_colours',
  up: async (db) => {
    await sql`drop table run_summaries`.execute(db);
  },
};
const NEWEST = MIGRATIONS.at(-1)?.name;

/**
 * Migrates the file to the newest of these migrations, as a later version of the emulator does. Returns the names of the
 * migrations that were missing.
 */
async function migrateTo(known: readonly Migration[]): Promise<string[]> {
  const db = new Kysely<Tables>({ dialect: kyselySqlite(new DatabaseSync(location)) });
  try {
    const applied = await appliedInFile(db, known);
    await db.transaction().execute((trx) => migrate(trx, sqliteDialect, applied, known));
    return (await readApplied(db)).map(({ name }) => name).filter((name) => !applied.includes(name));
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
  expect(await migrateTo([...MIGRATIONS, COLOURS, SHADES])).toEqual([COLOURS.name, SHADES.name]);
  expect(query('select id, colour from deployments')).toEqual([{ id, colour: 'dark blue' }]);
  expect(await migrateTo([...MIGRATIONS, COLOURS, SHADES])).toEqual([]);
});

test('new data gets the current tables immediately, and counts as fully migrated', async () => {
  const all = [...MIGRATIONS, COLOURS, SHADES];
  expect(await migrateTo(all)).toEqual(all.map(({ name }) => name));
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
    message: expect.stringMatching(/another version.*0001_first.*schemas up to/),
  });
  expect((await readFile(location)).equals(before)).toBe(true);
});

test('every migration has a unique number in ascending order', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names.filter((name) => !/^\d{4}_[a-z_]+$/.test(name))).toEqual([]);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

test('every contract names an expand migration of an earlier version', () => {
  for (const migration of MIGRATIONS) {
    if (migration.kind === 'expand') continue;
    const earlier = MIGRATIONS.filter(({ name, kind }) => name < migration.name && kind === 'expand');
    expect(earlier.map(({ name }) => name)).toContain(migration.oldest);
  }
});

describe('a program of an earlier version', () => {
  const setUp = async () => {
    const store = await open();
    const row = await aDeployment(store);
    await store.close();
    return row;
  };

  test('continues on data that a later version has only expanded', async () => {
    const row = await setUp();
    await migrateTo([...MIGRATIONS, COLOURS]);
    const again = await open();
    expect(await again.deployments.findById(row.id)).toEqual(row);
    expect((await aDeployment(again)).id).not.toBe(row.id);
    await again.close();
    expect(await migrateTo([...MIGRATIONS, COLOURS])).toEqual([]);
  });

  test('is refused after a contract that needs a later version, and the data stays unchanged', async () => {
    await setUp();
    await migrateTo([...MIGRATIONS, COLOURS, UNNAMED]);
    const before = await readFile(location);
    await expect(open()).rejects.toMatchObject({
      code: 'newer',
      message: `The data was written by another version of the emulator: its schema is 9004_unnamed, which needs a version that knows schema 9001_colours, but this version knows schemas up to ${NEWEST}. Use that version, or another data directory or database.`,
    });
    expect((await readFile(location)).equals(before)).toBe(true);
    expect(await migrateTo([...MIGRATIONS, COLOURS])).toEqual([]);
  });

  test('is refused if an unknown migration does not record which versions it permits', async () => {
    await setUp();
    await migrateTo([...MIGRATIONS, COLOURS]);
    query("update agent_deploy_migrations set oldest = null where name = '9001_colours'");
    await expect(open()).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('9001_colours'),
    });
  });
});

describe('a file with the tables of the first schema', () => {
  const create = async () => {
    const database = new DatabaseSync(location);
    database.exec(await readFirstSchema('sqlite'));
    database.close();
  };
  const catalog = () => {
    const database = new DatabaseSync(location);
    try {
      return sqliteCatalog(database);
    } finally {
      database.close();
    }
  };

  test('gets exactly the tables of a new file', async () => {
    await migrateTo(MIGRATIONS);
    const fresh = catalog();
    await rm(location);
    await create();
    await migrateTo(MIGRATIONS);
    expect(catalog()).toEqual(fresh);
    await (await open()).close();
  });

  test('is only extended by an expand migration', async () => {
    await create();
    for (const [index, migration] of MIGRATIONS.entries()) {
      const before = catalog();
      await migrateTo(MIGRATIONS.slice(0, index + 1));
      if (migration.kind === 'expand') expect(findContractions(before, catalog())).toEqual([]);
    }
    const before = catalog();
    await migrateTo([...MIGRATIONS, COLOURS, UNNAMED]);
    expect(findContractions(before, catalog())).toEqual(['table run_summaries is removed']);
  });
});

test('the applied migrations are read in order, with the oldest schema that each permits', async () => {
  await migrateTo([...MIGRATIONS, COLOURS, UNNAMED]);
  const db = new Kysely<Tables>({ dialect: kyselySqlite(new DatabaseSync(location)) });
  expect(await readApplied(db)).toEqual([
    ...[...MIGRATIONS, COLOURS].map(({ name }) => ({ name, oldest: '0001_initial' })),
    { name: UNNAMED.name, oldest: '9001_colours' },
  ]);
  await db.destroy();
});

test.each([
  ['removes a column', 'alter table threads drop column status', 'is removed'],
  [
    'adds a column that must be set',
    'alter table crons add column colour text not null',
    'without a default',
  ],
  ['adds a unique index', 'create unique index one_name on threads (id)', 'gets the unique index one_name'],
])('an expand migration that %s is detected', async (_, statement, problem) => {
  const database = new DatabaseSync(location);
  database.exec(await readFirstSchema('sqlite'));
  const before = sqliteCatalog(database);
  database.exec(statement);
  expect(findContractions(before, sqliteCatalog(database))).toEqual([expect.stringContaining(problem)]);
  database.close();
});
