import { type SealedColumnLocation, type SnapshotForm, storedName } from '../../tables/columns.ts';
import { snapshotName, type Table } from '../../tables/table.ts';
import { type Tables, TABLES } from '../schema.ts';

/** The form of one column in a snapshot: readable, not as the database stores it. */
export interface SnapshotColumn extends SnapshotForm {
  /** Its name in the snapshot. */
  readonly name: string;
  /** Its name in the table. */
  readonly column: string;
  readonly sealed?: SealedColumnLocation | undefined;
  /** The stored value of a row that omits it; undefined: every row has it. */
  readonly absent: string | number | null | undefined;
}

type PlainRow = Readonly<Record<string, unknown>>;

/** The form of one table in a snapshot. Columns are named as in snapshots. */
export interface SnapshotTable {
  readonly name: keyof Tables;
  readonly columns: readonly SnapshotColumn[];
  /** Columns that are not in the snapshot, and their values after loading. */
  readonly computed: Readonly<Record<string, (row: PlainRow) => number | string | null>>;
  readonly generated: readonly string[];
  /** The columns that order its rows in the snapshot. */
  readonly order: readonly string[];
  /** Within that order, rows are grouped like the rows they belong to. */
  readonly groupBy: string | undefined;
  /** Unique keys; the first is the row's name in messages. */
  readonly unique: readonly (readonly string[])[];
  /** Rows of other tables that must exist, by their `id`. */
  readonly references: Readonly<Record<string, string>>;
  /** Its IDs are drawn by us: they must not be drawn again. */
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

/** Every table of a snapshot, owners before the tables of their rows. */
export const SNAPSHOT_TABLES: readonly SnapshotTable[] = TABLES.filter(({ snapshot }) => snapshot).map(
  snapshotTable,
);

/** Every table with sealed values, those in no snapshot included. */
export const SEALED_TABLES: readonly SnapshotTable[] = TABLES.filter(({ columns }) =>
  Object.values(columns).some(({ sealed }) => sealed),
).map(snapshotTable);
