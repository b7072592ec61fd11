import { sql } from 'kysely';
import type { SnapshotProblem, SnapshotRow } from '../../ports/store-snapshot.ts';
import type { Context } from '../context.ts';
import { StoreError } from '../errors.ts';
import type { Tables } from '../schema.ts';
import type { Vault } from '../vault.ts';
import { SnapshotError } from './error.ts';
import type { ValidRows } from './validate.ts';
import { isUnsealable, unsealCredentials, withoutCredentials } from './repository-credentials.ts';
import { SNAPSHOT_TABLES, type SnapshotTable } from './tables.ts';

/** Rows per statement: far below every database's limit of parameters. */
const BATCH = 200;

/**
 * Replaces what the database holds by checked rows. To be run inside `atomically`; `vault` must know no key yet. Gives
 * what was left out because the keyring does not open it.
 * @throws SnapshotError when there is such and it is not to be left out, or when a table refuses a row.
 */
export async function loadTables(
  context: Context,
  vault: Vault,
  checked: ValidRows,
  leaveOutUnreadable: boolean,
): Promise<SnapshotProblem[]> {
  const rows = new Map(checked);
  for (const { name } of SNAPSHOT_TABLES.toReversed()) {
    await sql`delete from ${sql.table(name)}`.execute(context.db);
  }
  const put = async (names: (name: keyof Tables) => boolean) => {
    for (const table of SNAPSHOT_TABLES.filter(({ name }) => names(name))) {
      await insert(context, table, rows.get(table.name) ?? []);
    }
  };
  const keys = (name: keyof Tables) => name === 'workspaces' || name === 'workspace_keys';
  await put(keys);
  const unreadable = await openAll(vault, rows);
  if (unreadable.length > 0 && !leaveOutUnreadable) throw new SnapshotError(unreadable);
  await dropForeignKeys(context, vault, rows.get('workspace_keys') ?? []);
  await put((name) => !keys(name));
  // Lines keep their numbers, and new ones must come after them.
  await context.dialect.resetSequence(context.db, 'logs', 'id');
  return unreadable;
}

async function insert({ db }: Context, table: SnapshotTable, rows: readonly SnapshotRow[]): Promise<void> {
  const made = Object.entries(table.computed ?? {});
  const names = [...table.columns.map(({ column }) => column), ...made.map(([column]) => column)];
  for (let start = 0; start < rows.length; start += BATCH) {
    const values = rows
      .slice(start, start + BATCH)
      .map((row) => [
        ...table.columns.map((column) => column.toStored(row[column.name])),
        ...made.map(([, make]) => make(row)),
      ]);
    try {
      await sql`
        insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
        values ${sql.join(values.map((row) => sql`(${sql.join(row)})`))}`.execute(db);
    } catch (cause) {
      if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
      throw new SnapshotError([{ path: ['tables', table.name], message: cause.message }], { cause });
    }
  }
}

/** Opens every sealed value at its place. What cannot be opened is taken out of `rows`, and told. */
async function openAll(
  vault: Vault,
  rows: Map<keyof Tables, readonly SnapshotRow[]>,
): Promise<SnapshotProblem[]> {
  const problems: SnapshotProblem[] = [];
  const byId = new Map(
    SNAPSHOT_TABLES.map(({ name }) => [
      name as string,
      new Map((rows.get(name) ?? []).map((row) => [row['id'], row] as const)),
    ]),
  );
  const workspaceOf = (table: string, id: unknown): string => {
    const row = byId.get(table)?.get(id);
    if (row === undefined) return '';
    return 'workspace_id' in row
      ? String(row['workspace_id'])
      : workspaceOf('deployments', row['deployment_id']);
  };
  for (const { name, columns } of SNAPSHOT_TABLES) {
    for (const column of columns) {
      if (column.sealed === undefined) continue;
      const { purpose, owner, resource, id, field, ifUnreadable: without } = column.sealed;
      const kept: SnapshotRow[] = [];
      for (const [index, row] of (rows.get(name) ?? []).entries()) {
        const text = row[column.name];
        const place = { resource, id: String(row[id]), field: field(row) };
        if (
          text === null ||
          (await opens(vault, workspaceOf(owner.table, row[owner.by]), purpose, place, text))
        ) {
          kept.push(row);
          continue;
        }
        problems.push(unreadable([name, index, column.name], place));
        if (without === 'null') kept.push({ ...row, [column.name]: null });
      }
      rows.set(name, kept);
    }
  }
  const deployments: SnapshotRow[] = [];
  for (const [index, row] of (rows.get('deployments') ?? []).entries()) {
    const shown = await unsealCredentials(vault, row);
    if (shown === undefined) {
      const place = { resource: 'deployment', id: String(row['id']), field: 'source_config.repo_url' };
      problems.push(unreadable(['deployments', index, 'source_config', 'repo_url'], place));
    }
    deployments.push(shown ?? withoutCredentials(row));
  }
  rows.set('deployments', deployments);
  return problems;
}

/** Data keys of another keyring, now that nothing is left that they open: with one there, no start would succeed. */
async function dropForeignKeys({ db }: Context, vault: Vault, keys: readonly SnapshotRow[]): Promise<void> {
  for (const { workspace_id: workspaceId, version } of keys) {
    try {
      await vault.checkKey(String(workspaceId), Number(version));
    } catch (error) {
      if (!isUnsealable(error)) throw error;
      await sql`delete from workspace_keys
        where workspace_id = ${workspaceId} and version = ${version}`.execute(db);
    }
  }
}

async function opens(
  vault: Vault,
  workspaceId: string,
  purpose: Parameters<Vault['sealer']>[1],
  place: { resource: string; id: string; field: string },
  text: unknown,
): Promise<boolean> {
  try {
    await vault.open(workspaceId, purpose, [{ place, sealed: String(text) }]);
    return true;
  } catch (error) {
    if (isUnsealable(error)) return false;
    throw error;
  }
}

function unreadable(
  at: (string | number)[],
  { resource, id, field }: { resource: string; id: string; field: string },
): SnapshotProblem {
  return {
    path: ['tables', ...at],
    message: `the value of ${resource} ${id}, ${field}, cannot be opened: it was sealed with another keyring, or stands in another place. Restore with the keyring of the emulator that took the snapshot, or leave out what cannot be read`,
  };
}
