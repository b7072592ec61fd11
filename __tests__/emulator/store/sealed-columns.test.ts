import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { type Keyring, openStore } from '../../../src/emulator/store/index.ts';
import { SEALED_COLUMNS, type SealedColumn } from '../../../src/emulator/store/reseal.ts';
import { aWorkspace } from './samples.ts';
import { SEALED_RECORDS, type SealedRecord } from './sealed-samples.ts';

const key = createSecretKey(randomBytes(32));
const keyring: Keyring = { keys: new Map([[1, key]]), primary: 1, origin: 'file', generated: false };
const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`;

/** Sealed values of other records, which an attack stores in place of a value. */
type Others = Record<'sibling' | 'elsewhere' | 'twin', string>;
const flip = (sealed: string, at: number) => {
  const bytes = [...Buffer.from(sealed, 'base64url')];
  return Buffer.from(bytes.with(at, (bytes.at(at) ?? 0) ^ 1)).toString('base64url');
};
const SPOILS: Record<string, (own: string, others: Others) => string> = {
  'it is that of another record of the workspace': (_, { sibling }) => sibling,
  'it is that of another workspace': (_, { elsewhere }) => elsewhere,
  'it is that of the same record in the data of another emulator with this keyring': (_, { twin }) => twin,
  'it was cut at its end': (own) => own.slice(0, -1),
  'it was cut to a tag of four bytes': (own) =>
    Buffer.from(own, 'base64url').subarray(0, -12).toString('base64url'),
  'it was cut to its head': (own) => own.slice(0, 7),
  'it was emptied': () => '',
  'it was replaced by one in clear': () => 'a clear value',
  'its format was altered': (own) => flip(own, 0),
  'its key version was altered': (own) => flip(own, 4),
  'its nonce was altered': (own) => flip(own, 6),
  'a byte of it was altered': (own) => flip(own, 20),
  'its tag was altered': (own) => flip(own, -1),
  'something was added to it': (own) => `${own}A`,
};

let directory: string;
let store: Store;
const records = new Map<string, SealedRecord>();
const recordOf = (column: string, what: string) => {
  const found = records.get(`${column} ${what}`);
  if (found === undefined) throw new Error(`there is no record of ${column} for: ${what}`);
  return found;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sealed-columns-'));
  const open = (name: string) => openStore({ location: join(directory, name), keyring, durable: false });
  const first = await open('data');
  const twin = await open('twin');
  const [workspaceId, other] = [await aWorkspace(first), await aWorkspace(first)];
  await twin.workspaces.upsert({ id: workspaceId, name: 'acme', redactSecretValues: false });
  for (const [column, make] of Object.entries(SEALED_RECORDS)) {
    for (const what of ['sibling', ...Object.keys(SPOILS)]) {
      const where = { workspaceId, id: randomUUID() };
      records.set(`${column} ${what}`, await make(first, where, 'own value'));
      await make(twin, where, 'own value');
    }
    const elsewhere = await make(first, { workspaceId: other, id: randomUUID() }, 'own value');
    records.set(`${column} elsewhere`, elsewhere);
  }
  await first.close();
  await twin.close();
  const database = new DatabaseSync(join(directory, 'data'));
  const duplicateData = new DatabaseSync(join(directory, 'twin'));
  for (const column of SEALED_COLUMNS) {
    const name = nameOf(column);
    const stored = rowsOf(database, column);
    const inDuplicate = rowsOf(duplicateData, column);
    const where = column.key.map((one) => `"${one}" = ?`).join(' and ');
    const update = database.prepare(`update ${column.table} set "${column.column}" = ? where ${where}`);
    for (const [what, spoil] of Object.entries(SPOILS)) {
      const { id } = recordOf(name, what);
      const spoilt = spoil(stored(id).sealed, {
        sibling: stored(recordOf(name, 'sibling').id).sealed,
        elsewhere: stored(recordOf(name, 'elsewhere').id).sealed,
        twin: inDuplicate(id).sealed,
      });
      if (spoilt === stored(id).sealed) throw new Error(`${name} is not spoilt: ${what}`);
      update.run(spoilt, ...stored(id).key);
    }
  }
  duplicateData.close();
  database.close();
  store = await open('data');
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

function rowsOf(database: DatabaseSync, column: SealedColumn) {
  const rows = database.prepare(`select * from ${column.table}`).all();
  const byId = new Map(rows.map((row) => [column.place(row).id, row] as const));
  return (id: string) => {
    const row = byId.get(id) ?? {};
    return { sealed: String(row[column.column]), key: column.key.map((name) => row[name] ?? null) };
  };
}

test('every encrypted column of the database has a sample in this suite', () => {
  expect(SEALED_COLUMNS.map(nameOf).toSorted()).toEqual(Object.keys(SEALED_RECORDS).toSorted());
});

test('only the encrypted columns and the column of wrapped keys contain encrypted values', () => {
  const database = new DatabaseSync(join(directory, 'data'));
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  const sealed = new Set<string>();
  for (const { name: table } of tables) {
    for (const row of database.prepare(`select * from "${String(table)}"`).all()) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && /^AQAAAA[\w-]{60,}$/.test(value))
          sealed.add(`${String(table)}.${column}`);
      }
    }
  }
  database.close();
  const known = [...SEALED_COLUMNS.map(nameOf), 'workspace_keys.wrapped'];
  expect([...sealed].toSorted()).toEqual(known.toSorted());
});

describe.each(Object.keys(SEALED_RECORDS))('an encrypted value of %s', (column) => {
  // docs/data.md#value-altered-cut-copied
  test.each(Object.keys(SPOILS))(
    'is rejected when %s, and can be set again unless the column is immutable',
    async (what) => {
      const own = recordOf(column, what);
      const error: unknown = await own.read(store).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ name: 'StoreError', code: 'sealed' });
      // The error contains the location and a hint, but no part of the value.
      expect(String(error)).toContain(own.id);
      expect(String(error)).toContain('Set the value again');
      expect(String(error)).not.toMatch(/own value|clear value/);
      await own.write(store, 'a new value');
      expect(await own.read(store).catch(() => 'refused')).toBe(
        own.fixed === true ? 'refused' : 'a new value',
      );
    },
  );

  test('is rejected without affecting neighboring records', async () => {
    for (const what of ['sibling', 'elsewhere'])
      expect(await recordOf(column, what).read(store)).toBe('own value');
  });
});
