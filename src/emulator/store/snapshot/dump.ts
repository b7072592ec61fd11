import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SnapshotRow, Snapshots, StoreDump } from '../../ports/store.ts';
import type { Context } from '../context.ts';
import { migrations } from '../migrations/index.ts';
import type { Vault } from '../vault.ts';
import { loadTables, sealCredentials } from './load.ts';
import { SNAPSHOT_TABLES, type SnapshotTable } from './tables.ts';
import { validateDump } from './validate.ts';

/** All data of the database for a snapshot. To be run inside `atomically`. */
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
  // Sealing may have created a workspace's first key.
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

/** Groups rows by the row they belong to, in the order of those. */
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

/** A text of all drawn IDs (see `Snapshots.fingerprint`). */
async function fingerprintOf({ db }: Context): Promise<string> {
  const hash = createHash('sha256');
  for (const { name } of SNAPSHOT_TABLES.filter(({ hasRandomIds: drawn }) => drawn === true)) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} order by id`.execute(db);
    hash.update(JSON.stringify([name, rows.map(({ id }) => id)]));
  }
  return hash.digest('hex');
}

/**
 * The whole store as data and back. `newVault` makes a vault over a transaction without cached keys: those of a
 * snapshot are others.
 */
export function snapshots(context: Context, newVault: (inside: Context) => Vault): Snapshots {
  const known = Object.keys(migrations(context.dialect)).toSorted();
  return {
    dump: (options) =>
      context.atomically(
        async (tx) => ({
          schema: known.at(-1) ?? '',
          tables: await dumpTables(tx, options),
        }),
        'snapshot',
      ),
    async load(dump, options = {}) {
      const rows = validateDump(dump, known);
      return context.atomically((tx) =>
        loadTables(tx, newVault(tx), rows, options.leaveOutUnreadable === true),
      );
    },
    fingerprint: () => context.atomically(fingerprintOf, 'snapshot'),
  };
}
