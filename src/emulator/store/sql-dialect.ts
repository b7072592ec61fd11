import type {
  ColumnDataType,
  ColumnDefinitionBuilder,
  Expression,
  Kysely,
  RawBuilder,
  SqlBool,
} from 'kysely';
import type { NameIndex } from './name-index.ts';

/** The few words in which the databases differ. Everything else is the same query. */
export interface SqlDialect {
  /** A whole number of up to 53 bits. */
  integer: ColumnDataType;
  bytes: ColumnDataType;
  /** A key that grows by itself and is never given twice. */
  ordinal: { type: ColumnDataType; build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder };
  /** Put at the end of CREATE TABLE. */
  tableEnd: Expression<unknown> | undefined;
  nameIndex: NameIndex;
  /** Makes the rows that the transaction adds to `table` from now on come after all that others add before it ends. */
  lockForOrder<T>(db: Kysely<T>, table: keyof T & string): Promise<void>;
  /** Makes the ordinals of `table` go on after the highest one there. */
  resetSequence<T>(db: Kysely<T>, table: keyof T & string, column: string): Promise<void>;
  /** The database's own clock at this moment, in epoch milliseconds. */
  now: RawBuilder<number>;
  /** Whether a text holds `part`, letter for letter: no sign of it is a pattern. */
  contains(text: Expression<unknown>, part: string): Expression<SqlBool>;
  /** Aggregates rows, in any order, into JSON text: a list that holds, for each of them, the list of these columns. */
  jsonAgg(columns: readonly string[]): RawBuilder<string>;
}
