import { type Columns, snakeCase, storedName } from './columns.ts';

/** Description of a table, which determines the database table, its indexes and its snapshot form. */
export interface Table<C extends Columns = Columns, Name extends string = string> {
  readonly columns: C;
  /** Columns that identify a row, which are the primary key unless the table has an ordinal. */
  readonly key: readonly Name[];
  readonly unique?: readonly (readonly Name[])[];
  readonly references?: readonly Reference<Name>[];
  /**
   * Indexes by name. Each index serves a query of the store. Each foreign key has an index, because each deletion would
   * otherwise read the whole table.
   */
  readonly indexes?: Readonly<Record<string, Index<Name>>>;
  /** Form of the table in snapshots, or absent if snapshots do not contain the table. */
  readonly snapshot?: {
    /** Columns that determine the order of the table's rows in a snapshot. */
    readonly order: readonly Name[];
    /** Column that groups rows in a snapshot, in the order of the rows that the column refers to. */
    readonly groupBy?: Name;
    /** True if the table's IDs are random and must not be generated again. */
    readonly hasRandomIds?: boolean;
  };
}

/**
 * Columns that refer to a row of another table. With `owner`, a row is deleted together with the row that it refers to.
 * With `needed`, a row must be deleted before the row that it refers to. With `checked`, the database does not enforce
 * the reference, but a snapshot must contain the row that is referred to.
 */
export interface Reference<Name extends string = string> {
  readonly kind: 'owner' | 'needed' | 'checked';
  readonly by: readonly Name[];
  readonly table: string;
  /** Database names of the columns that are referred to. */
  readonly columns: readonly string[];
}

interface IndexDetails<Name extends string> {
  readonly columns: readonly Name[];
  readonly unique?: true;
  /** SQL condition for the rows in the index. */
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

/** Returns the database name of a table's column. */
export function columnName({ columns }: Table, property: string): string {
  const column = columns[property];
  if (column === undefined) throw new Error(`no column ${property}`);
  return storedName(property, column);
}

/** Returns the name of a table's column in snapshots. */
export function snapshotName({ columns }: Table, property: string): string {
  return columns[property]?.named ?? snakeCase(property);
}
