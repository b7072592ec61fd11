import { type Columns, snakeCase, storedName } from './columns.ts';

/** One table, described once: the table of the database, its indexes, and its form in snapshots all follow from this. */
export interface Table<C extends Columns = Columns, Name extends string = string> {
  readonly columns: C;
  /** The columns that name a row: the primary key, unless the table has an ordinal. */
  readonly key: readonly Name[];
  readonly unique?: readonly (readonly Name[])[];
  readonly references?: readonly Reference<Name>[];
  /** By name. Each serves a query of the repositories; foreign keys have one, or deletes would read the whole table. */
  readonly indexes?: Readonly<Record<string, Index<Name>>>;
  /** Absent: the table is in no snapshot. */
  readonly snapshot?: {
    /** The columns that order its rows in the snapshot. */
    readonly order: readonly Name[];
    /** Within that order, rows are grouped like the rows that this column refers to. */
    readonly groupBy?: Name;
    /** Its IDs are drawn by us: they must not be drawn again. */
    readonly hasRandomIds?: boolean;
  };
}

/**
 * Columns that name a row of another table. `owner`: the row is deleted with that row. `needed`: that row cannot be deleted
 * before this one. `checked`: the database enforces nothing; a snapshot must contain that row.
 */
export interface Reference<Name extends string = string> {
  readonly kind: 'owner' | 'needed' | 'checked';
  readonly by: readonly Name[];
  readonly table: string;
  /** The columns of the other table, as the database names them. */
  readonly columns: readonly string[];
}

interface IndexDetails<Name extends string> {
  readonly columns: readonly Name[];
  readonly unique?: true;
  /** A condition in SQL: the index contains only the rows that meet it. */
  readonly where?: string;
}
export type Index<Name extends string = string> = readonly Name[] | IndexDetails<Name>;

export function table<C extends Columns>(
  columns: C,
  rest: Omit<Table<C, keyof C & string>, 'columns'>,
): Table<C, keyof C & string> {
  return { columns, ...rest };
}

const reference =
  (kind: Reference['kind']) =>
  <Name extends string>(by: Name, other: string, column = 'id'): Reference<Name> => ({
    kind,
    by: [by],
    table: other,
    columns: [column],
  });

export const owner = reference('owner');
export const needed = reference('needed');
export const checked = reference('checked');

/** The database name of a table's column. */
export function columnName({ columns }: Table, property: string): string {
  const column = columns[property];
  if (column === undefined) throw new Error(`no column ${property}`);
  return storedName(property, column);
}

/** The name of a table's column in snapshots. */
export function snapshotName({ columns }: Table, property: string): string {
  return columns[property]?.named ?? snakeCase(property);
}
