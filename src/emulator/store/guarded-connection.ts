import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { StoreError } from '../ports/store-errors.ts';

/** Connection that refuses statements after its release, and after a failed statement of its transaction. */
export abstract class GuardedConnection implements DatabaseConnection {
  inTransaction = false;
  #failure: { cause: unknown } | undefined;
  #ended = false;

  /** Returns the transaction's first error, which prevents a commit. */
  get failure(): { readonly cause: unknown } | undefined {
    return this.#failure;
  }

  protected abstract run<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>>;

  /** Releases the connection, so its user can no longer use it. */
  end(): void {
    this.#ended = true;
  }

  /** @throws StoreError `misuse` if a statement of the transaction failed and the caller caught the error. */
  assertSound(): void {
    if (this.#failure === undefined) return;
    throw new StoreError(
      'misuse',
      'A statement of this transaction failed and the error was caught, so the transaction is rolled back. Do not catch the error inside the transaction.',
      this.#failure,
    );
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended) {
      throw new StoreError(
        'misuse',
        'The store was used in a transaction that has ended: await everything inside the transaction.',
      );
    }
    if (this.#failure !== undefined) {
      throw new StoreError(
        'misuse',
        'This transaction has already failed: do not catch its error inside the transaction.',
        this.#failure,
      );
    }
    try {
      return await this.run<R>(query);
    } catch (error) {
      if (this.inTransaction) this.#failure ??= { cause: error };
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new StoreError('misuse', 'The store does not stream queries.');
  }
}
