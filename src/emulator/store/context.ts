import type { Kysely } from 'kysely';
import type { Isolation, SqlDialect } from './database.ts';
import type { Tables } from './schema.ts';
import type { Vault } from './vault.ts';

/** A repository's context: the store itself, or one transaction of it. */
export interface Context {
  /** @throws StoreError `misuse` when the store is closed, or used directly inside a transaction. */
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  readonly dialect: SqlDialect;
  now(): number;
  /** Caches `read` by its question until the next write. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /**
   * Runs several statements as one: in the current transaction, or in one of their own. `snapshot`: all reads are of
   * one moment, and block nothing; for large reads that decide nothing.
   */
  atomically<T>(work: (context: Context) => Promise<T>, isolation?: Isolation): Promise<T>;
}
