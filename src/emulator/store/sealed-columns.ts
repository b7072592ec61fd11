import { type RawBuilder, sql } from 'kysely';
import { PREFIX_CHARACTERS, type WorkspaceLocation, type Purpose } from './seal.ts';
import type { Column, SealedColumnLocation } from './snapshot/columns.ts';
import { SEALED_OUTSIDE_SNAPSHOTS, SNAPSHOT_TABLES, type SnapshotTable } from './snapshot/tables.ts';

/** A column that holds sealed values: told by the tables of snapshots, which know of most of them. */
export interface SealedColumn {
  readonly table: string;
  /** The columns that tell its rows apart. */
  readonly key: readonly string[];
  readonly column: string;
  readonly purpose: Purpose;
  /** Where the value of a row, as the database gives it, stands. */
  place(row: Readonly<Record<string, unknown>>): WorkspaceLocation;
  /** `from`: its rows as `own`, with what tells their workspace. */
  readonly from: RawBuilder<unknown>;
  readonly workspace: RawBuilder<string>;
  /** The start of the value, which tells the key it was sealed with. */
  readonly head: RawBuilder<string>;
}

/** Every sealed column of the store. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...SNAPSHOT_TABLES,
  ...SEALED_OUTSIDE_SNAPSHOTS,
].flatMap((table) =>
  table.columns.flatMap((column) =>
    column.sealed === undefined ? [] : [sealedColumn(table, column, column.sealed)],
  ),
);

function sealedColumn(table: SnapshotTable, { column }: Column, sealed: SealedColumnLocation): SealedColumn {
  const { owner } = sealed;
  const knowsWorkspace = SNAPSHOT_TABLES.some(
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
