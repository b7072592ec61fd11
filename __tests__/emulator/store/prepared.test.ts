import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Kysely } from 'kysely';
import { prepared } from '../../../src/emulator/store/prepared.ts';
import type { Tables } from '../../../src/emulator/store/schema.ts';
import { kyselySqlite } from '../../../src/emulator/store/sqlite/dialect.ts';

let db: Kysely<Tables>;

beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table thread_values (thread_id text, part integer, text text) strict');
  database.exec("insert into thread_values values ('a', 0, 'first'), ('a', 1, 'second'), ('b', 0, 'third')");
  db = new Kysely<Tables>({ dialect: kyselySqlite(database) });
});

afterEach(() => db.destroy());

test('a prepared statement is built once and returns the rows of the current arguments', async () => {
  const context = { db, statements: new Map() };
  let built = 0;
  const textsOf = async (threadId: string, part: number) => {
    const rows = await prepared(context, 'texts', { threadId, part }, (of) => {
      built += 1;
      return db
        .selectFrom('thread_values')
        .select('text')
        .where('part', '=', of.part)
        .where('thread_id', '=', of.threadId);
    }).execute();
    return rows.map(({ text }) => text);
  };
  expect(await textsOf('a', 0)).toEqual(['first']);
  expect(await textsOf('a', 1)).toEqual(['second']);
  expect(await textsOf('b', 0)).toEqual(['third']);
  expect(await textsOf('b', 1)).toEqual([]);
  expect(built).toBe(1);
});

test('a prepared statement with a missing argument is a separate statement', async () => {
  const context = { db, statements: new Map() };
  const count = async (threadId: string, part?: number) => {
    const rows = await prepared(context, 'rows', { threadId, part }, (of) => {
      const query = db.selectFrom('thread_values').select('text').where('thread_id', '=', of.threadId);
      return of.part === undefined ? query : query.where('part', '=', of.part);
    }).execute();
    return rows.length;
  };
  expect(await count('a')).toBe(2);
  expect(await count('a', 0)).toBe(1);
  expect(await count('b')).toBe(1);
});

test('a prepared statement changes the given columns and returns the number of changed rows', async () => {
  const context = { db, statements: new Map() };
  const change = (columns: { text?: string; part?: number }, whereId: string) =>
    prepared(context, 'change', { ...columns, whereId }, ({ whereId: id, ...values }) =>
      db.updateTable('thread_values').set(values).where('thread_id', '=', id),
    ).countChanged();
  expect(await change({ text: 'new' }, 'a')).toBe(2n);
  expect(await change({ text: 'newer', part: 2 }, 'b')).toBe(1n);
  expect(await change({ text: 'new' }, 'unknown')).toBe(0n);
  expect(await db.selectFrom('thread_values').select(['part', 'text']).execute()).toEqual([
    { part: 0, text: 'new' },
    { part: 1, text: 'new' },
    { part: 2, text: 'newer' },
  ]);
});

test('no two calls in the store give a prepared statement the same name', () => {
  const folder = path.join(import.meta.dirname, '../../../src/emulator/store');
  const names = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\bprepared\(\s*\w+,\s*(['`])(.+?)\1/g)].map(
      ([, , name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
