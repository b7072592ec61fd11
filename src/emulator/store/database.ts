import type { Kysely } from 'kysely';
import type { Notifier } from '../ports/store.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { Keyring } from './keyring.ts';
import type { Tables } from './schema.ts';

/** What a transaction sees: what one after another would, or one moment of everything. */
export type Isolation = 'serializable' | 'snapshot';

/** What is under a store: one SQLite file, or one schema of a PostgreSQL database. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** How processes on it wake each other; undefined: nobody else can have it open. */
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
