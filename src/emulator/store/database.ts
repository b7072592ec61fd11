import type {
  ColumnDataType,
  ColumnDefinitionBuilder,
  Expression,
  Kysely,
  RawBuilder,
  SqlBool,
} from 'kysely';
import type { Notifier } from '../ports/store.ts';
import type { Keyring } from './keyring.ts';
import type { Tables } from './schema.ts';

/** Isolation of a transaction: serializable, or a snapshot. */
export type Isolation = 'serializable' | 'snapshot';

/** The database of a store: one SQLite file, or one schema of a PostgreSQL database. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** Wakes other processes on the database; `undefined` if no other process can open it. */
  readonly notifier: Notifier | undefined;
  /** Caches reads (see `QueryCache`). A shared database caches nothing. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction. `work` may run several times; one run is committed. */
  transaction<T>(isolation: Isolation, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Returns the applied migrations; empty for a new database. Changes nothing.
   * @throws StoreError `newer`, or `unusable` if the data belongs to another program.
   */
  appliedMigrations(): Promise<string[]>;
  /** Migrates the schema to this program's version. `done` is the result of `appliedMigrations`. */
  migrate(done: readonly string[]): Promise<void>;
  /** Returns whether another start has, or may have, encrypted values in the database. The tables must exist. */
  isSealed(): Promise<boolean>;
  /** Registers the keyring of this process. @throws StoreError `keyring` if other processes use a different one. */
  claimKeyring(keyring: Keyring): Promise<void>;
  close(): Promise<void>;
}

/** Differences between the databases. All other queries are the same. */
export interface SqlDialect {
  /** Column type of a whole number of up to 53 bits. */
  integer: ColumnDataType;
  bytes: ColumnDataType;
  /** An auto-increment key that is never reused. */
  ordinal: { type: ColumnDataType; build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder };
  /** Appended to CREATE TABLE. */
  tableEnd: Expression<unknown> | undefined;
  nameIndex: NameIndex;
  /**
   * Ensures that rows which this transaction adds to `table` from now on come after all rows that other transactions
   * add before it ends.
   */
  lockForOrder<T>(db: Kysely<T>, table: keyof T & string): Promise<void>;
  /** Continues the ordinals of `table` after the highest one. */
  resetSequence<T>(db: Kysely<T>, table: keyof T & string, column: string): Promise<void>;
  /** Current time of the database's clock, in epoch milliseconds. */
  now: RawBuilder<number>;
  /** Condition that a text contains `part` literally, without interpreting any character as a pattern. */
  contains(text: Expression<unknown>, part: string): Expression<SqlBool>;
  /** Aggregates rows, in any order, into JSON text: a list with one list of these columns per row. */
  jsonAgg(columns: readonly string[]): RawBuilder<string>;
}

export interface NameIndex {
  /** Creates the index for the current table `deployments`. From then on it updates itself. */
  create<T>(db: Kysely<T>): Promise<void>;
  /**
   * Returns a condition that every deployment whose name contains `part` meets, and few others. Returns `undefined`
   * if so many meet it that reading all deployments in order is faster.
   */
  narrow<T>(db: Kysely<T>, part: string): Promise<Expression<SqlBool> | undefined>;
}

/** Returns whether a location is the URL of a PostgreSQL database instead of a file. */
export function isDatabaseUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
