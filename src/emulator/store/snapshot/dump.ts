import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SnapshotRow, StoreDump } from '../../ports/store-snapshot.ts';
import type { Context } from '../context.ts';
import { sealCredentials } from './repository-credentials.ts';
import { SNAPSHOT_TABLES, type SnapshotTable } from './tables.ts';

/** Everything the database holds that belongs into a snapshot. To be run inside `atomically`. */
export async function dumpTables(
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
  // Hiding may have made a workspace's first key.
  if (hidden.sealed)
    for (const table of SNAPSHOT_TABLES) if (table.name === 'workspace_keys') await read(table);
  return tables;
}

async function plainRows({ db }: Context, { name, columns, order }: SnapshotTable): Promise<SnapshotRow[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map(({ column }) => sql.ref(column)))}
    from ${sql.table(name)}
    order by ${sql.join(order.map((column) => sql.ref(column)))}`.execute(db);
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, column.toPlain(row[column.column])])),
  );
}

/** Puts what belongs to one row together, in the order of those rows. */
function together(
  { groupBy: grouped, references }: SnapshotTable,
  rows: SnapshotRow[],
  tables: Readonly<Record<string, readonly SnapshotRow[]>>,
): SnapshotRow[] {
  if (grouped === undefined) return rows;
  const owners = tables[references?.[grouped] ?? ''] ?? [];
  const places = new Map(owners.map(({ id }, index) => [id, index] as const));
  const place = (row: SnapshotRow) => places.get(row[grouped]) ?? 0;
  return rows.toSorted((a, b) => place(a) - place(b));
}

/** A text of all IDs that were drawn (see `Snapshots.identity`). */
export async function fingerprintOf({ db }: Context): Promise<string> {
  const hash = createHash('sha256');
  for (const { name } of SNAPSHOT_TABLES.filter(({ hasRandomIds: drawn }) => drawn === true)) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} order by id`.execute(db);
    hash.update(JSON.stringify([name, rows.map(({ id }) => id)]));
  }
  return hash.digest('hex');
}
