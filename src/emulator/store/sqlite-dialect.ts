import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { errorMessage, property, StoreError } from './errors.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { GuardedConnection } from './guarded-connection.ts';
import { sqliteNameIndex } from './name-index.ts';

export const sqliteDialect: SqlDialect = {
  integer: 'integer',
  bytes: 'blob',
  ordinal: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  // Values of a wrong type are refused, as PostgreSQL does.
  tableEnd: sql`strict`,
  nameIndex: sqliteNameIndex,
  // One writes at a time, and AUTOINCREMENT never goes back.
  lockForOrder: async () => {},
  resetSequence: async () => {},
  now: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  jsonAgg: (columns) =>
    sql`json_group_array(json_array(${sql.join(columns.map((column) => sql.ref(column)))}))`,
};

/** Kysely over an open node:sqlite database; `destroy` closes it. `onWrite` is called before whatever may write. */
export function kyselySqlite(database: DatabaseSync, onWrite: () => void = () => {}): Dialect {
  return {
    createDriver: () => new SqliteSyncDriver(database, onWrite),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class Adapter extends SqliteAdapter {
  // The driver below queues for its one connection itself, first come first served.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  // A migration that is killed half way leaves nothing behind.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** One connection, lent to one user at a time: a transaction keeps it from begin to commit. */
class SqliteSyncDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();
  readonly #waiting: (() => void)[] = [];
  readonly #onWrite: () => void;
  #lent = false;

  constructor(database: DatabaseSync, onWrite: () => void) {
    this.#database = database;
    this.#onWrite = onWrite;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#lent) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#lent = true;
    return new SqliteConnection((query) => this.#execute(query));
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.end();
    const next = this.#waiting.shift();
    // Handed straight on, so that nobody who comes later gets in between.
    if (next) next();
    else this.#lent = false;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    this.#run('begin immediate');
    connection.inTransaction = true;
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.assertSound();
    this.#run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // Some failures (a full disk) have already ended it.
    if (this.#database.isTransaction) this.#run('rollback');
  }

  #run(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw translate(error);
    }
  }

  async destroy(): Promise<void> {
    // Waits for whoever has the connection or is in line for it.
    await this.acquireConnection();
    this.#statements.clear();
    this.#database.close();
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reads } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    // Not `reads`: a write may give rows back.
    if (query.query.kind !== 'SelectQueryNode') this.#onWrite();
    // Kysely names the row type from the query it built.
    if (reads) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): { statement: StatementSync; reads: boolean } {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    const prepared = { statement, reads: statement.columns().length > 0 };
    // Lists of varying length make many texts; the oldest goes.
    if (this.#statements.size >= 500) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    this.#statements.set(text, prepared);
    return prepared;
  }
}

class SqliteConnection extends GuardedConnection {
  readonly #execute: <R>(query: CompiledQuery) => QueryResult<R>;

  constructor(execute: <R>(query: CompiledQuery) => QueryResult<R>) {
    super();
    this.#execute = execute;
  }

  protected override run<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#execute<R>(query);
    } catch (error) {
      throw translate(error);
    }
  }
}

const SQLITE_FULL = 13;
const SQLITE_CONSTRAINT = 19;
/** The file that readers and writers share could not grow: the same for want of room. */
const SQLITE_IOERR_SHMSIZE = 4_874;
const UNUSABLE: ReadonlyMap<number, string> = new Map([
  [8, 'it cannot be written'],
  [10, 'the disk failed'],
  [11, 'it is damaged'],
  [14, 'it cannot be opened'],
  [26, 'it is not a database'],
]);

/** SQLite's errors in the store's words. SQLite names tables and columns in them, never values. */
function translate(error: unknown): unknown {
  if (resultClass(error) === SQLITE_CONSTRAINT) {
    return new StoreError('conflict', `The store refused the row: ${errorMessage(error)}.`, { cause: error });
  }
  if (isFull(error)) return noRoom(error);
  const problem = unusableBecause(error);
  if (problem === undefined) return error;
  return new StoreError(
    'unusable',
    `The data file can no longer be used: ${problem}. Restore a copy of the data directory, or start with an empty one.`,
    { cause: error },
  );
}

/** Whether SQLite says that there is no room left on the disk. */
export function isFull(error: unknown): boolean {
  return resultClass(error) === SQLITE_FULL || property(error, 'errcode') === SQLITE_IOERR_SHMSIZE;
}

/** The same in the store's words. */
export function noRoom(cause: unknown): StoreError {
  return new StoreError(
    'full',
    'There is no room left on the disk that holds the data directory: this write was not kept, everything before it was. Make room there, and do it again.',
    { cause },
  );
}

/** What is wrong with the file itself, when that is what the error says: the end of a sentence. */
export function unusableBecause(error: unknown): string | undefined {
  const problem = UNUSABLE.get(resultClass(error) ?? 0);
  return problem && `${problem} (${errorMessage(error)})`;
}

/** SQLite's primary result code: the low byte, the rest is its detail. */
export function resultClass(error: unknown): number | undefined {
  const code = property(error, 'errcode');
  return typeof code === 'number' ? code & 0xff : undefined;
}
