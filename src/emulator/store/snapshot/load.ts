import { sql } from 'kysely';
import { createPacer } from '../../../clients/pacer.ts';
import type { SnapshotProblem, SnapshotRow } from '../../ports/store.ts';
import type { Context } from '../context.ts';
import { SnapshotError, StoreError } from '../../ports/store-errors.ts';
import type { Tables } from '../schema.ts';
import type { Vault } from '../vault.ts';
import { runSummaries } from '../run-summaries.ts';
import { summariesOfRuns } from './run-summary.ts';
import { SNAPSHOT_TABLES, type SnapshotTable } from './tables.ts';
import type { ValidRows } from './validate.ts';

/** Number of rows per statement, far below the parameter limit of both databases. */
const BATCH = 200;

/**
 * Replaces the database's data with validated rows. Callers must call `loadTables` inside `atomically`. `vault` must
 * have no cached keys. Returns the values that were omitted because the keyring cannot decrypt them.
 * @throws SnapshotError if values that cannot be decrypted must not be omitted, or if a table refuses a row.
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
  await insertSummaries(context, rows);
  // Log lines keep their numbers, so the numbers of new lines must be higher.
  await context.dialect.resetSequence(context.db, 'logs', 'id');
  return unreadable;
}

/** Inserts summaries of the runs of a snapshot, because snapshots contain no summaries and steps. */
async function insertSummaries(
  context: Context,
  rows: ReadonlyMap<keyof Tables, readonly SnapshotRow[]>,
): Promise<void> {
  const summaries = runSummaries(context);
  const pacer = createPacer();
  for (const summary of summariesOfRuns(rows)) {
    if (pacer.isDue) await pacer.pause();
    await summaries.insert(summary);
  }
}

async function insert({ db }: Context, table: SnapshotTable, rows: readonly SnapshotRow[]): Promise<void> {
  const made = Object.entries(table.computed);
  const names = [...table.columns.map(({ column }) => column), ...made.map(([column]) => column)];
  const pacer = createPacer();
  for (let start = 0; start < rows.length; start += BATCH) {
    if (pacer.isDue) await pacer.pause();
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

/** Decrypts all encrypted values at their locations, removes invalid values from `rows` and reports them. */
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

/** Removes data keys of another keyring, which no value needs any more and which would prevent every start. */
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
    message: `the value of ${resource} ${id}, ${field}, cannot be decrypted: it was encrypted with another keyring, or belongs to another record. Restore with the keyring of the emulator that took the snapshot, or omit values that cannot be decrypted`,
  };
}

/** Matches the user and password in the URL of a repository, before the last `@` of its authority. */
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i;
const SEALED = /^([a-z][a-z0-9+.-]*:\/\/)sealed:([A-Za-z0-9_-]+)@/i;
const PURPOSE = 'repository-credentials';

function place(row: SnapshotRow) {
  return { resource: 'deployment', id: String(row['id']), field: 'source_config.repo_url' };
}

function addressOf(row: SnapshotRow): string {
  const config: unknown = row['source_config'];
  const url: unknown =
    typeof config === 'object' && config !== null && 'repo_url' in config ? config.repo_url : '';
  return typeof url === 'string' ? url : '';
}

function withAddress(row: SnapshotRow, url: string): SnapshotRow {
  return { ...row, source_config: { ...Object(row['source_config']), repo_url: url } };
}

/** Encrypts the credentials in deployments' repository URLs, and removes the credentials from the URLs. */
export async function sealCredentials(
  vault: Vault,
  deployments: readonly SnapshotRow[],
): Promise<{ rows: SnapshotRow[]; sealed: boolean }> {
  const rows: SnapshotRow[] = [];
  let sealed = false;
  for (const row of deployments) {
    const url = addressOf(row);
    const [, scheme, userInfo] = CREDENTIALS.exec(url) ?? [];
    if (scheme === undefined || userInfo === undefined) {
      rows.push(row);
      continue;
    }
    const sealer = await vault.sealer(String(row['workspace_id']), PURPOSE);
    const text = sealer.sealAlike(place(row), userInfo);
    rows.push(
      withAddress(
        row,
        url.replace(CREDENTIALS, () => `${scheme}sealed:${text}@`),
      ),
    );
    sealed = true;
  }
  return { rows, sealed };
}

/** Returns whether a value could not be decrypted because it belongs to another keyring. */
function isUnsealable(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'sealed' || error.code === 'keyring');
}

/** Returns the deployment with its decrypted credentials, or `undefined` if the credentials cannot be decrypted. */
async function unsealCredentials(vault: Vault, row: SnapshotRow): Promise<SnapshotRow | undefined> {
  const url = addressOf(row);
  const [, scheme, text] = SEALED.exec(url) ?? [];
  if (scheme === undefined || text === undefined) return row;
  try {
    const sealed = { place: place(row), sealed: text };
    const [userInfo] = await vault.open(String(row['workspace_id']), PURPOSE, [sealed]);
    return withAddress(
      row,
      url.replace(SEALED, () => `${scheme}${userInfo}@`),
    );
  } catch (error) {
    if (isUnsealable(error)) return undefined;
    throw error;
  }
}

/** Returns the deployment without its credentials. Called if the credentials cannot be decrypted. */
function withoutCredentials(row: SnapshotRow): SnapshotRow {
  return withAddress(row, addressOf(row).replace(SEALED, '$1'));
}
