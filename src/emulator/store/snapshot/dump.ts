import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { createPacer } from '../../../clients/pacer.ts';
import type { SnapshotRow, Snapshots, StoreDump } from '../../ports/store.ts';
import type { Context } from '../context.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { Vault } from '../vault.ts';
import { loadTables, sealCredentials } from './load.ts';
import { SNAPSHOT_TABLES, type SnapshotTable } from './tables.ts';
import { validateDump } from './validate.ts';

/** Returns all data of the database for a snapshot. Callers must call `dumpTables` inside `atomically`. */
async function dumpTables(
  context: Context,
  options: { withoutKey?: string } = {},
): Promise<StoreDump['tables']> {
  const tables: Record<string, SnapshotRow[]> = {};
  const read = async (table: SnapshotTable) => {
    tables[table.name] = together(table, await plainRows(context, table), tables);
  };
  for (const table of SNAPSHOT_TABLES) await read(table);
  const keys = tables['api_keys'] ?? [];
  tables['api_keys'] = keys.filter(({ hash }) => hash !== options.withoutKey);
  const hidden = await sealCredentials(context.vault, tables['deployments'] ?? []);
  tables['deployments'] = hidden.rows;
  // The keys are read again, because the encryption of credentials might have created the first key of a workspace.
  if (hidden.sealed)
    for (const table of SNAPSHOT_TABLES) if (table.name === 'workspace_keys') await read(table);
  return tables;
}

/** Maximum number of rows whose sizes are read at a time. Other work of this process runs between two reads. */
const PAGE_ROWS = 500;
const PAGE_BYTES = 1024 * 1024;
/** Matches columns with large values: JSON, and the bytes of checkpoints. */
const LARGE_COLUMN = /_json$|^(checkpoint|metadata|value)$/;

async function plainRows({ db }: Context, table: SnapshotTable): Promise<SnapshotRow[]> {
  const { name, columns } = table;
  const found: SnapshotRow[] = [];
  const pacer = createPacer();
  const order = uniqueOrder(table);
  const keys = sql.join(order.map((column) => sql.ref(column)));
  const keyOf = (row: Record<string, unknown>) => sql.join(order.map((column) => row[column]));
  const size = sql.join(
    [
      sql`0`,
      ...columns
        .filter(({ column }) => LARGE_COLUMN.test(column))
        .map(({ column }) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    ],
    sql` + `,
  );
  let after: Record<string, unknown> | undefined;
  const isAfter = () => (after === undefined ? sql`true` : sql`(${keys}) > (${keyOf(after)})`);
  for (;;) {
    const { rows: sizes } = await sql<Record<string, unknown>>`
      select ${keys}, ${size} as bytes from ${sql.table(name)}
      where ${isAfter()} order by ${keys} limit ${PAGE_ROWS}`.execute(db);
    for (const last of lastOfBatches(sizes)) {
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(columns.map(({ column }) => sql.ref(column)))} from ${sql.table(name)}
        where ${isAfter()} and (${keys}) <= (${keyOf(last)}) order by ${keys}`.execute(db);
      after = last;
      for (const row of rows) {
        found.push(
          Object.fromEntries(columns.map((column) => [column.name, column.toPlain(row[column.column])])),
        );
        if (pacer.isDue) await pacer.pause();
      }
    }
    if (sizes.length < PAGE_ROWS) return found;
  }
}

/** Yields the last row of each batch of rows that can be read together. A large row forms a separate batch. */
function* lastOfBatches(rows: readonly Record<string, unknown>[]): Generator<Record<string, unknown>> {
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    bytes += Number(row['bytes']);
    if (next !== undefined && bytes + Number(next['bytes']) <= PAGE_BYTES) continue;
    yield row;
    bytes = 0;
  }
}

/** Returns columns that determine a unique order of a table's rows. */
function uniqueOrder({ order, unique, columns }: SnapshotTable): string[] {
  const stored = new Map(columns.map(({ name, column }) => [name, column]));
  return [...new Set([...order, ...(unique[0] ?? [])])].map((name) => stored.get(name) ?? name);
}

/** Groups rows by the row that they refer to. The groups have the order of the referenced rows. */
function together(
  { groupBy: grouped, references }: SnapshotTable,
  rows: SnapshotRow[],
  tables: Readonly<Record<string, readonly SnapshotRow[]>>,
): SnapshotRow[] {
  if (grouped === undefined) return rows;
  const owners = tables[references[grouped] ?? ''] ?? [];
  const places = new Map(owners.map(({ id }, index) => [id, index] as const));
  const place = (row: SnapshotRow) => places.get(row[grouped]) ?? 0;
  return rows.toSorted((a, b) => place(a) - place(b));
}

/** Returns a hash of all random IDs for `Snapshots.fingerprint`. */
async function fingerprintOf({ db }: Context): Promise<string> {
  const hash = createHash('sha256');
  for (const { name } of SNAPSHOT_TABLES.filter(({ hasRandomIds }) => hasRandomIds)) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} order by id`.execute(db);
    hash.update(JSON.stringify([name, rows.map(({ id }) => id)]));
  }
  return hash.digest('hex');
}

/**
 * Creates the methods that dump and load the whole store. `newVault` creates a vault without cached keys inside a
 * transaction, because a snapshot contains other keys.
 */
export function snapshots(context: Context, newVault: (inside: Context) => Vault): Snapshots {
  const schema = MIGRATIONS.at(-1)?.name ?? '';
  return {
    dump: (options) =>
      context.atomically(async (tx) => ({ schema, tables: await dumpTables(tx, options) }), 'snapshot'),
    async load(dump, options = {}) {
      const rows = validateDump(dump, MIGRATIONS);
      return context.atomically((tx) =>
        loadTables(tx, newVault(tx), rows, options.leaveOutUnreadable === true),
      );
    },
    fingerprint: () => context.atomically(fingerprintOf, 'snapshot'),
  };
}
