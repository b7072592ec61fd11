import type {
  ColumnDataType,
  ColumnDefinitionBuilder,
  Expression,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
  SqlBool,
} from 'kysely';
import type { Notifier } from '../ports/store.ts';
import type { Keyring } from './keyring.ts';
import type { Tables } from './schema.ts';

export type Isolation = 'serializable' | 'snapshot';

/** Database of a store: one SQLite file, or one schema of a PostgreSQL database. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** Separate connection for renewals of leases, or `undefined` if one connection serves all statements. */
  readonly leases?: Kysely<Tables>;
  /** Sends messages to other processes on the database, or `undefined` if no other process can open the database. */
  readonly notifier: Notifier | undefined;
  /** Caches reads like `QueryCache`, except in a shared database. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction, possibly several times, but commits only one of the attempts. */
  transaction<T>(isolation: Isolation, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Returns the names of applied migrations, or an empty list for a new database, without changing anything.
   * @throws StoreError `newer` if the data has a migration that this program does not know
   * @throws StoreError `unusable` if the data belongs to another program
   */
  appliedMigrations(): Promise<string[]>;
  /** Migrates the schema to this program's version. `done` is the result of `appliedMigrations`. */
  migrate(done: readonly string[]): Promise<void>;
  /**
   * Returns whether another start of an emulator might have stored encrypted values. The tables of the store must
   * exist.
   */
  isSealed(): Promise<boolean>;
  /**
   * Registers this process's keyring. Returns false if a running process already uses a newer primary key, in which case
   * this process must not rotate the data keys back.
   * @throws StoreError `keyring` if other processes use a different keyring, or lack this keyring's primary key.
   */
  claimKeyring(keyring: Keyring): Promise<boolean>;
  close(): Promise<void>;
}

/** Differences between the two databases. Queries that do not use `SqlDialect` are equal for SQLite and PostgreSQL. */
export interface SqlDialect {
  /** Column type of an integer of up to 53 bits. */
  integer: ColumnDataType;
  bytes: ColumnDataType;
  /** Column type of an auto-increment key, whose values are never reused. */
  ordinal: { type: ColumnDataType; build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder };
  tableEnd: Expression<unknown> | undefined;
  nameIndex: NameIndex;
  /** Locks `table`, so the ordinals of rows that this transaction adds follow the ordinals of all committed rows. */
  lockForOrder<T>(db: Kysely<T>, table: keyof T & string): Promise<void>;
  /** Continues the ordinals of `table` after the highest ordinal in its rows. */
  resetSequence<T>(db: Kysely<T>, table: keyof T & string, column: string): Promise<void>;
  /** Current time of the database's clock, in epoch milliseconds. */
  now: RawBuilder<number>;
  /**
   * Returns a query that locks the selected rows of `table`, and skips the rows that another transaction has locked.
   * SQLite has one writer at a time, so it needs no locks.
   */
  skipLocked<DB, T extends keyof DB, O>(
    query: SelectQueryBuilder<DB, T, O>,
    table: T & string,
  ): SelectQueryBuilder<DB, T, O>;
  /** Returns the condition that a text contains `part`. Wildcards in `part` have no special meaning. */
  contains(text: Expression<unknown>, part: string): Expression<SqlBool>;
  /** Aggregates rows in any order into JSON text: one list of these columns per row. */
  jsonAgg(columns: readonly string[]): RawBuilder<string>;
}

export interface NameIndex {
  /** Creates the index for the existing rows of `deployments`. Later, the database updates the index automatically. */
  create<T>(db: Kysely<T>): Promise<void>;
  /**
   * Returns a condition that holds for all deployments with `part` in their name, and for few other deployments.
   * Returns `undefined` if the condition holds for so many deployments that reading all deployments in order is faster.
   */
  narrow<T>(db: Kysely<T>, part: string): Promise<Expression<SqlBool> | undefined>;
}

/** Returns whether a location is the URL of a PostgreSQL database and not the path of a file. */
export function isDatabaseUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
