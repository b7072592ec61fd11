import type { Kysely } from 'kysely';
import type { Isolation, SqlDialect } from './database.ts';
import type { Tables } from './schema.ts';
import type { Vault } from './vault.ts';

/** What a repository works with: the store itself, or one transaction of it. */
export interface Context {
  /** @throws StoreError `misuse` when the store is closed, or used directly inside a transaction. */
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  readonly dialect: SqlDialect;
  /** Product time, in epoch milliseconds. */
  now(): number;
  /** Reads what may be remembered: what `read` gives, or gave for the same question when nothing was written since. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /**
   * Runs several statements as one: in the transaction that is open, or in one of their own. `snapshot`: all that is read
   * is of one moment, and blocks nothing; for large reads that decide nothing.
   */
  atomically<T>(work: (context: Context) => Promise<T>, isolation?: Isolation): Promise<T>;
}
