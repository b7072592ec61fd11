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

/** What a transaction sees: what one after another would, or one moment of everything. */
export type Isolation = 'serializable' | 'snapshot';

/** What is under a store: one SQLite file, or one schema of a PostgreSQL database. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** How processes on it wake each other; undefined: no other process can have it open. */
  readonly notifier: Notifier | undefined;
  /** Gives what may be remembered (see `ReadMemory`); a shared database remembers nothing. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction: perhaps several times, of which one is kept. */
  transaction<T>(isolation: Isolation, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Which migrations the data has been through; none: it is new. Changes nothing.
   * @throws StoreError `newer`, or `unusable` when the data is another program's.
   */
  appliedMigrations(): Promise<string[]>;
  /** Brings the schema to this program's version. `done`: what the method of that name gave. */
  migrate(done: readonly string[]): Promise<void>;
  /** Whether something in it was, or may have been, sealed by another start. It must have its tables. */
  isSealed(): Promise<boolean>;
  /** Makes known what this process seals with. @throws StoreError `keyring` when others seal with something else. */
  claimKeyring(keyring: Keyring): Promise<void>;
  /** Waits for what is under way, then lets go of the data. */
  close(): Promise<void>;
}

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

/** Finds the deployments whose name holds a part. */
export interface NameIndex {
  /** Makes it for the table `deployments` as it is. From then on it keeps itself. */
  create(db: Kysely<unknown>): Promise<void>;
  /**
   * A condition that every deployment meets whose name holds `part`, and hardly any other. Undefined: so many do that
   * going through all of them in order soon fills a page.
   */
  narrow<T>(db: Kysely<T>, part: string): Promise<Expression<SqlBool> | undefined>;
}

/** Whether a location names a PostgreSQL database, not a file. */
export function isDatabaseUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
