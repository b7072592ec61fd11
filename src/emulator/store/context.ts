import type { CompiledQuery, Kysely } from 'kysely';
import type { Isolation, SqlDialect } from './database.ts';
import type { Tables } from './schema.ts';
import type { Vault } from './vault.ts';

/** Context of the store's methods: the store itself, or one transaction. */
export interface Context {
  /** @throws StoreError `misuse` if the store is closed, or used directly inside a transaction. */
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  readonly dialect: SqlDialect;
  /** Statements that the function `prepared` has compiled, by their names and the names of their arguments. */
  readonly statements: Map<string, CompiledQuery>;
  now(): number;
  /** Caches the result of `read` under the key `question` until the next write. */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
  /**
   * Runs several statements atomically, in the current transaction or a new transaction. With `snapshot`, all reads see
   * the same moment and do not block other transactions. Use `snapshot` for large reads that no write depends on.
   */
  atomically<T>(work: (context: Context) => Promise<T>, isolation?: Isolation): Promise<T>;
}
