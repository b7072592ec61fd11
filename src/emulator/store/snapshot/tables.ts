import { type SealedColumnLocation, type SnapshotForm, storedName } from '../../tables/columns.ts';
import { snapshotName, type Table } from '../../tables/table.ts';
import { type Tables, TABLES } from '../schema.ts';

export interface SnapshotColumn extends SnapshotForm {
  /** Name of the column in the snapshot. */
  readonly name: string;
  readonly column: string;
  readonly sealed?: SealedColumnLocation | undefined;
  /** Value of the column for a row that omits the column, or `undefined` if no row may omit the column. */
  readonly absent: string | number | null | undefined;
}

type PlainRow = Readonly<Record<string, unknown>>;

/** Format of a table in a snapshot, with the column names of snapshots. */
export interface SnapshotTable {
  readonly name: keyof Tables;
  readonly columns: readonly SnapshotColumn[];
  /** Functions that compute the values of columns that snapshots do not contain, keyed by column. */
  readonly computed: Readonly<Record<string, (row: PlainRow) => number | string | null>>;
  readonly generated: readonly string[];
  /** Columns whose values determine the order of the table's rows in the snapshot. */
  readonly order: readonly string[];
  /**
   * Column whose values group the rows within `order`. The groups have the order of the rows that the column refers to.
   */
  readonly groupBy: string | undefined;
  /** Unique keys of the table. The first key identifies a row in error messages. */
  readonly unique: readonly (readonly string[])[];
  /** Tables of the rows that columns refer to by ID, keyed by column. */
  readonly references: Readonly<Record<string, string>>;
  /** True if the table's IDs are random and must not be generated again. */
  readonly hasRandomIds: boolean;
}

function snapshotTable(table: (typeof TABLES)[number]): SnapshotTable {
  const columns: SnapshotColumn[] = [];
  const computed: Record<string, (row: PlainRow) => number | string | null> = {};
  const generated: string[] = [];
  for (const [property, column] of Object.entries(table.columns)) {
    const stored = storedName(property, column);
    const { snapshot, derived, initial, sealed, absent } = column;
    if (snapshot) {
      columns.push({ name: snapshotName(table, property), column: stored, sealed, absent, ...snapshot });
    } else if (derived) {
      const from = snapshotName(table, derived.from);
      computed[stored] = (row) => derived.make(row[from]) as number | string | null;
    } else if (initial !== undefined) {
      computed[stored] = () => column.store(initial) as number | string | null;
    } else generated.push(stored);
  }
  const { snapshot: { order = table.key, groupBy, hasRandomIds = false } = {} } = table;
  const names = (properties: readonly string[]) => properties.map((one) => snapshotName(table, one));
  return {
    name: table.name,
    columns,
    computed,
    generated,
    order: names(order),
    groupBy: groupBy && snapshotName(table, groupBy),
    unique: [table.key, ...(table.unique ?? [])].map(names),
    references: referencesById(table),
    hasRandomIds,
  };
}

function referencesById(table: Table): Record<string, string> {
  const byId = (table.references ?? []).filter(({ columns }) => columns.join(' ') === 'id');
  return Object.fromEntries(
    byId.flatMap(({ by, table: other }) => by.map((one) => [snapshotName(table, one), other])),
  );
}

/** All tables of a snapshot in an order where each parent table precedes its child tables. */
export const SNAPSHOT_TABLES: readonly SnapshotTable[] = TABLES.filter(({ snapshot }) => snapshot).map(
  snapshotTable,
);

/** All tables with encrypted values, including tables that snapshots do not contain. */
export const SEALED_TABLES: readonly SnapshotTable[] = TABLES.filter(({ columns }) =>
  Object.values(columns).some(({ sealed }) => sealed),
).map(snapshotTable);
