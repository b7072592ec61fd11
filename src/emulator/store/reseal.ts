import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ResealProgress } from '../ports/store.ts';
import { allDataKeys } from './data-keys.ts';
import type { Context } from './context.ts';
import { StoreError } from '../ports/store-errors.ts';
import type { Tables } from './schema.ts';
import { PREFIX_CHARACTERS, sealedPrefixes, versionOfPrefix, type WorkspaceLocation } from './seal.ts';
import type { KeyPurpose, SealedColumnLocation } from '../tables/columns.ts';
import {
  SEALED_TABLES,
  SNAPSHOT_TABLES,
  type SnapshotColumn,
  type SnapshotTable,
} from './snapshot/tables.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Re-encrypts values that do not use their workspace's newest data key, at most `batch` per transaction, and yields the
 * progress after each transaction. At the end, unused data keys are removed. The re-encryption can be interrupted and
 * repeated at any point. Several processes can re-encrypt at the same time, because only unchanged values are replaced.
 */
export async function* reseal(context: Context, batch: number): AsyncGenerator<ResealProgress> {
  const old = await oldDataKeys(context.db);
  if (old.size === 0) return;
  const left = await countWith(context.db, old);
  let resealed = 0;
  const unreadable: string[] = [];
  yield { resealed, remaining: left, unreadable, removed: 0 };
  for (const column of SEALED_COLUMNS) {
    let after: Row | undefined;
    do {
      const cursor = after;
      const page = await context.atomically((tx) => resealPage(tx, column, { old, cursor, batch }));
      resealed += page.resealed;
      unreadable.push(...page.unreadable);
      after = page.last;
      if (after !== undefined) {
        yield { resealed, remaining: Math.max(0, left - resealed), unreadable, removed: 0 };
      }
    } while (after !== undefined);
  }
  const removed = await context.atomically(({ db }) => removeUnused(db));
  yield { resealed, remaining: unreadable.length, unreadable, removed };
}

/** Returns the data keys that are not the newest data key of their workspace, keyed by the result of `nameOf`. */
async function oldDataKeys(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const keys = await allDataKeys(db);
  return new Map(
    keys
      .filter((key, index) => keys[index + 1]?.workspace_id === key.workspace_id)
      .map((key) => [nameOf(key.workspace_id, key.version), key.version]),
  );
}

function nameOf(workspaceId: unknown, version: number | undefined): string {
  return `${version} ${String(workspaceId)}`;
}

/** Returns the condition that a column's value might be encrypted with one of these keys. */
function mayHave(column: SealedColumn, old: ReadonlyMap<string, number>) {
  const heads = [...new Set(old.values())].flatMap(sealedPrefixes);
  return sql<boolean>`${column.head} in (${sql.join(heads)})`;
}

async function resealPage(
  { db, vault }: Context,
  column: SealedColumn,
  { old, cursor, batch }: { old: ReadonlyMap<string, number>; cursor: Row | undefined; batch: number },
): Promise<{ resealed: number; unreadable: string[]; last: Row | undefined }> {
  const keys = sql.join(column.key.map((name) => sql.ref(`own.${name}`)));
  const beyond =
    cursor === undefined ? sql`` : sql`and (${keys}) > (${sql.join(column.key.map((name) => cursor[name]))})`;
  const { rows } = await sql<Row>`
    select own.*, ${column.workspace} as workspace_of_value, ${column.head} as head_of_value from ${column.from}
    where ${mayHave(column, old)} ${beyond} order by ${keys} limit ${sql.lit(batch)}`.execute(db);
  let resealed = 0;
  const unreadable: string[] = [];
  for (const row of rows) {
    const workspaceId = String(row['workspace_of_value']);
    if (!old.has(nameOf(workspaceId, versionOfPrefix(String(row['head_of_value']))))) continue;
    const place = column.place(row);
    const sealed = String(row[column.column]);
    try {
      const [clear] = await vault.open(workspaceId, column.purpose, [{ place, sealed }]);
      const sealer = await vault.sealer(workspaceId, column.purpose);
      const fresh = sealer.seal(place, clear ?? '');
      const { numAffectedRows } = await sql`
        update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${fresh}
        where ${sql.join(
          column.key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
          sql` and `,
        )} and ${sql.ref(column.column)} = ${sealed}`.execute(db);
      resealed += Number(numAffectedRows ?? 0n);
    } catch (error) {
      // A value that cannot be decrypted stays unchanged, and its data key is not removed, because the value might be
      // moved back to its original row.
      if (!(error instanceof StoreError) || error.code !== 'sealed') throw error;
      unreadable.push(`${place.resource} ${place.id}, ${place.field}`);
    }
  }
  return { resealed, unreadable, last: rows.length < batch ? undefined : rows.at(-1) };
}

async function countWith(db: Kysely<Tables>, old: ReadonlyMap<string, number>): Promise<number> {
  let count = 0;
  for (const { workspace, version, values } of await valuesByKey(db)) {
    if (version !== undefined && old.has(nameOf(workspace, version))) count += values;
  }
  return count;
}

/** Counts the values by data key, where `version` is `undefined` for invalid values. */
export async function valuesByKey(
  db: Kysely<Tables>,
): Promise<{ workspace: string; version: number | undefined; values: number }[]> {
  const counts: { workspace: string; version: number | undefined; values: number }[] = [];
  for (const column of SEALED_COLUMNS) {
    const { rows } = await sql<{ workspace: string; head: string; total: number | string | bigint }>`
      select ${column.workspace} as workspace, ${column.head} as head, count(*) as total from ${column.from}
      where ${sql.ref(`own.${column.column}`)} is not null
      group by ${column.workspace}, ${column.head}`.execute(db);
    for (const { workspace, head, total } of rows) {
      counts.push({ workspace, version: versionOfPrefix(head), values: Number(total) });
    }
  }
  return counts;
}

/** Describes up to `limit` values whose data key matches, such as `deployment <id>, secrets`, without the value. */
export async function describeValues(
  db: Kysely<Tables>,
  matches: (key: { workspace: string; version: number | undefined }) => boolean,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const column of SEALED_COLUMNS) {
    const { rows } = await sql<Row>`
      select own.*, ${column.workspace} as workspace_of_value, ${column.head} as head_of_value from ${column.from}
      where ${sql.ref(`own.${column.column}`)} is not null`.execute(db);
    for (const row of rows) {
      if (found.length >= limit) return found;
      const workspace = String(row['workspace_of_value']);
      if (!matches({ workspace, version: versionOfPrefix(String(row['head_of_value'])) })) continue;
      const { resource, id, field } = column.place(row);
      found.push(`${resource} ${id}, ${field}`);
    }
  }
  return found;
}

/** Removes unused older data keys in the caller's transaction, and returns the number of removed keys. */
async function removeUnused(db: Kysely<Tables>): Promise<number> {
  const old = await oldDataKeys(db);
  const used = new Set((await valuesByKey(db)).map(({ workspace, version }) => nameOf(workspace, version)));
  let removed = 0;
  for (const [name, version] of old) {
    if (used.has(name)) continue;
    await db
      .deleteFrom('workspace_keys')
      .where('workspace_id', '=', name.slice(String(version).length + 1))
      .where('version', '=', version)
      .execute();
    removed += 1;
  }
  return removed;
}

/** Column of encrypted values, derived from its table's description. */
export interface SealedColumn {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
  readonly purpose: KeyPurpose;
  /** Returns the location of a row's encrypted value. */
  place(row: Readonly<Record<string, unknown>>): WorkspaceLocation;
  /** SQL `from` clause that joins the column's table, as `own`, with the tables that lead to its workspace. */
  readonly from: RawBuilder<unknown>;
  readonly workspace: RawBuilder<string>;
  readonly head: RawBuilder<string>;
}

export const SEALED_COLUMNS: readonly SealedColumn[] = SEALED_TABLES.flatMap((table) =>
  table.columns.flatMap((column) =>
    column.sealed === undefined ? [] : [sealedColumn(table, column, column.sealed)],
  ),
);

function sealedColumn(
  table: SnapshotTable,
  { column }: SnapshotColumn,
  sealed: SealedColumnLocation,
): SealedColumn {
  const { owner } = sealed;
  const knowsWorkspace = [...SNAPSHOT_TABLES, ...SEALED_TABLES].some(
    ({ name, columns }) => name === owner.table && columns.some((one) => one.name === 'workspace_id'),
  );
  const deployment = knowsWorkspace
    ? sql``
    : sql`join deployments as deployment on deployment.id = owner.deployment_id`;
  return {
    table: table.name,
    key: table.unique[0] ?? [],
    column,
    purpose: sealed.purpose,
    place: (row) => {
      const plain = Object.fromEntries(table.columns.map((one) => [one.name, row[one.column]]));
      return { resource: sealed.resource, id: String(plain[sealed.id]), field: sealed.field(plain) };
    },
    from: sql`${sql.table(table.name)} as own
      join ${sql.table(owner.table)} as owner on owner.id = ${sql.ref(`own.${owner.by}`)} ${deployment}`,
    workspace: sql.ref<string>(knowsWorkspace ? 'owner.workspace_id' : 'deployment.workspace_id'),
    head: sql`substr(${sql.ref(`own.${column}`)}, 1, ${sql.lit(PREFIX_CHARACTERS)})`,
  };
}
