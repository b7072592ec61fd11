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

/** The isolation of a transaction: serialisable, or a snapshot. */
export type Isolation = 'serializable' | 'snapshot';

/** A store's database: one SQLite file, or one schema of a PostgreSQL database. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** How its processes wake each other; undefined: no other process can open it. */
  readonly notifier: Notifier | undefined;
  /** Caches reads (see `QueryCache`); a shared database caches nothing. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction: perhaps several times, of which one is kept. */
  transaction<T>(isolation: Isolation, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * The applied migrations; none: it is new. Changes nothing.
   * @throws StoreError `newer`, or `unusable` when the data is another program's.
   */
  appliedMigrations(): Promise<string[]>;
  /** Migrates the schema to this program's version. `done`: the result of `appliedMigrations`. */
  migrate(done: readonly string[]): Promise<void>;
  /** Whether another start has, or may have, sealed anything in it. It must have its tables. */
  isSealed(): Promise<boolean>;
  /** Claims the keyring of this process. @throws StoreError `keyring` when others use another one. */
  claimKeyring(keyring: Keyring): Promise<void>;
  close(): Promise<void>;
}

/** The differences between the databases. Everything else is the same query. */
export interface SqlDialect {
  /** A whole number of up to 53 bits. */
  integer: ColumnDataType;
  bytes: ColumnDataType;
  /** An auto-increment key, never reused. */
  ordinal: { type: ColumnDataType; build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder };
  /** Appended to CREATE TABLE. */
  tableEnd: Expression<unknown> | undefined;
  nameIndex: NameIndex;
  /** Orders the rows that the transaction adds to `table` from now on after all that others add before it ends. */
  lockForOrder<T>(db: Kysely<T>, table: keyof T & string): Promise<void>;
  /** Continues the ordinals of `table` after the highest one. */
  resetSequence<T>(db: Kysely<T>, table: keyof T & string, column: string): Promise<void>;
  /** The database's own clock at this moment, in epoch milliseconds. */
  now: RawBuilder<number>;
  /** Whether a text contains `part` literally: no character of it is a pattern. */
  contains(text: Expression<unknown>, part: string): Expression<SqlBool>;
  /** Aggregates rows, in any order, into JSON text: a list that holds, for each of them, the list of these columns. */
  jsonAgg(columns: readonly string[]): RawBuilder<string>;
}

export interface NameIndex {
  /** Creates it for the current table `deployments`. From then on it updates itself. */
  create<T>(db: Kysely<T>): Promise<void>;
  /**
   * A condition that every deployment whose name contains `part` meets, and hardly any other. Undefined: so many do
   * that reading all of them in order soon fills a page.
   */
  narrow<T>(db: Kysely<T>, part: string): Promise<Expression<SqlBool> | undefined>;
}

/** Whether a location names a PostgreSQL database, not a file. */
export function isDatabaseUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
