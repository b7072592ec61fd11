import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  type OperationNode,
  type QueryResult,
  type RootOperationNode,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  TableNode,
} from 'kysely';
import { createLoopPacer, type Pacer } from '../../../clients/pacer.ts';
import type { NameIndex, SqlDialect } from '../database.ts';
import { GuardedConnection } from '../guarded-connection.ts';
import { translate } from './errors.ts';

/** Maximum length of an indexed suffix. Names of deployments have at most 63 characters. */
const LONGEST = 255;

/** Number of matches (of about 100,000 deployments) above which reading all deployments in order is faster. */
const MANY = 1_000;

const putEnds = sql`insert into deployment_name_ends
  select substr(new.name, place), new.ordinal from name_places where place <= length(new.name)`;

const dropEnds = sql`delete from deployment_name_ends where ordinal = old.ordinal
  and text in (select substr(old.name, place) from name_places where place <= length(old.name))`;

/**
 * Index of every suffix of every name, in alphabetical order. A name contains a part if one of its suffixes begins with
 * the part. The matching suffixes are a single range of the index, regardless of the part's length and the number of
 * names. (An index of trigrams must read the lists of all trigrams of the part, which took 2.7 ms with 100,000 similar
 * names.)
 */
const sqliteNameIndex: NameIndex = {
  async create(db) {
    const statements = [
      sql`create table name_places (place integer primary key) strict`,
      sql`insert into name_places
        with recursive counted(place) as (select 1 union all select place + 1 from counted where place < ${sql.lit(LONGEST)})
        select place from counted`,
      sql`create table deployment_name_ends (
        text text not null, ordinal integer not null, primary key (text, ordinal)
      ) without rowid, strict`,
      sql`insert into deployment_name_ends
        select substr(name, place), ordinal from deployments join name_places on place <= length(name) order by 1, 2`,
      sql`create trigger deployment_name_made after insert on deployments begin ${putEnds}; end`,
      sql`create trigger deployment_name_gone after delete on deployments begin ${dropEnds}; end`,
      sql`create trigger deployment_name_changed after update of name on deployments when old.name is not new.name
        begin ${dropEnds}; ${putEnds}; end`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
  async narrow(db, part) {
    const begins = sql`text >= ${part} and text < ${`${part}\u{10ffff}`}`;
    const { rows } = await sql`
      select 1 from deployment_name_ends where ${begins} limit 1 offset ${sql.lit(MANY)}`.execute(db);
    if (rows.length > 0) return undefined;
    return sql`ordinal in (select ordinal from deployment_name_ends where ${begins})`;
  },
};

export const sqliteDialect: SqlDialect = {
  integer: 'integer',
  bytes: 'blob',
  ordinal: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  // With `strict`, SQLite refuses values of the wrong type, as PostgreSQL does.
  tableEnd: sql`strict`,
  nameIndex: sqliteNameIndex,
  // No lock is needed: SQLite has one writer at a time, and AUTOINCREMENT values only grow.
  lockForOrder: async () => {},
  resetSequence: async () => {},
  now: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  skipLocked: (query) => query,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  jsonAgg: (columns) =>
    sql`json_group_array(json_array(${sql.join(columns.map((column) => sql.ref(column)))}))`,
};

/**
 * Creates a Kysely dialect for an open node:sqlite database. `destroy` closes the database. Calls `onWrite` before each
 * statement that might write, with the statement's table if the statement writes to only one table. The `pacer` lets
 * other work run between statements.
 */
export function kyselySqlite(
  database: DatabaseSync,
  onWrite: (table: string | undefined) => void = () => {},
  pacer: Pacer = createLoopPacer(),
): Dialect {
  return {
    createDriver: () => new SqliteSyncDriver(database, onWrite, pacer),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class Adapter extends SqliteAdapter {
  // `SqliteSyncDriver` has its own first-come, first-served queue for its single connection.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  // True, because a migration can run in a transaction, so a killed migration leaves no changes.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Driver with a single connection. A transaction occupies the connection from begin to commit. */
class SqliteSyncDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();
  readonly #waiting: (() => void)[] = [];
  readonly #onWrite: (table: string | undefined) => void;
  /** Statements block this process, so the pacer lets other work run between the statements of a long transaction. */
  readonly #pacer: Pacer;
  #isCheckedOut = false;

  constructor(database: DatabaseSync, onWrite: (table: string | undefined) => void, pacer: Pacer) {
    this.#database = database;
    this.#onWrite = onWrite;
    this.#pacer = pacer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#isCheckedOut) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isCheckedOut = true;
    return new SqliteConnection((query) => this.#execute(query), this.#pacer);
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.end();
    const next = this.#waiting.shift();
    // The connection passes directly to the next caller, so no later caller can overtake a waiting caller.
    if (next) next();
    else this.#isCheckedOut = false;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    this.#run('begin immediate');
    connection.inTransaction = true;
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.assertSound();
    // A commit writes all changes to the file, which takes long for large changes.
    if (this.#pacer.isDue) await this.#pacer.pause();
    this.#run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // Some failures, such as a full disk, end the transaction, which then cannot be rolled back.
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
    // Waits until the connection's current and waiting users are done.
    await this.acquireConnection();
    this.#statements.clear();
    this.#database.close();
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reads } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    // The kind of the query is checked instead of `reads`, because a write can return rows.
    if (query.query.kind !== 'SelectQueryNode') this.#onWrite(writtenTable(query.query));
    // Kysely derives the row type from the query.
    if (reads) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): { statement: StatementSync; reads: boolean } {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    const prepared = { statement, reads: statement.columns().length > 0 };
    // The oldest statement is evicted, because lists of varying length produce many different statements.
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

/** Returns the table of a statement that changes rows, or `undefined` if the statement does not specify a table. */
function writtenTable(query: RootOperationNode): string | undefined {
  const table = writtenNode(query);
  return table !== undefined && TableNode.is(table) ? table.table.identifier.name : undefined;
}

function writtenNode(query: RootOperationNode): OperationNode | undefined {
  switch (query.kind) {
    case 'InsertQueryNode':
      return query.into;
    case 'UpdateQueryNode':
      return query.table;
    case 'DeleteQueryNode':
      return query.from.froms[0];
    default:
      return undefined;
  }
}

class SqliteConnection extends GuardedConnection {
  readonly #execute: <R>(query: CompiledQuery) => QueryResult<R>;
  readonly #pacer: Pacer;

  constructor(execute: <R>(query: CompiledQuery) => QueryResult<R>, pacer: Pacer) {
    super();
    this.#execute = execute;
    this.#pacer = pacer;
  }

  protected override run<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>> {
    if (!this.#pacer.isDue) return this.#runNow(query);
    return this.#pacer.pause().then(() => this.#runNow<R>(query));
  }

  #runNow<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#execute<R>(query);
    } catch (error) {
      throw translate(error);
    }
  }
}
