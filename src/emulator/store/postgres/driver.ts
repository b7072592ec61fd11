import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DataTypeNode,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely';
import { BACKOFF, backoffMs, retry } from '../../../clients/retry.ts';
import { type Metrics, NO_METRICS } from '../../ports/metrics.ts';
import type { SqlDialect } from '../database.ts';
import { StoreError } from '../../ports/store-errors.ts';
import { GuardedConnection } from '../guarded-connection.ts';
import { markWritten } from '../../ports/write-tracker.ts';
import { type ConnectionPools, type PoolClient, toParameter } from './connection.ts';
import { isConnectionLost, isContention, translate } from './errors.ts';

/** Maximum number of prepared statements. Each prepared statement is parsed and planned once per connection. */
const NAMED = 400;
/** Maximum number of attempts of a single statement that conflicts with other statements. */
const MAX_ATTEMPTS = 20;

/** Runs compiled queries: transactions on one connection, and single statements on any connection. */
class PostgresDriver implements Driver {
  readonly #sessions: ConnectionPools;
  readonly #metrics: Metrics;
  readonly #names = new Map<string, string>();
  #checkedOut = 0;
  #idle = Promise.withResolvers<void>();

  constructor(sessions: ConnectionPools, metrics: Metrics) {
    this.#sessions = sessions;
    this.#metrics = metrics;
    this.#idle.resolve();
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    if (this.#checkedOut === 0) this.#idle = Promise.withResolvers<void>();
    this.#checkedOut += 1;
    return new PostgresConnection(this.#sessions, this.#metrics, (text) => this.#nameOf(text));
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings.isolationLevel ?? 'serializable');
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    connection.assertSound();
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.end();
    this.#checkedOut -= 1;
    if (this.#checkedOut === 0) this.#idle.resolve();
  }

  /** Waits for running work before the pools end, because a pool that ends rejects the queries in its queue. */
  async destroy(): Promise<void> {
    await this.#idle.promise;
    await this.#sessions.end();
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    // Not all statements can be prepared, because lists of varying length produce many different statements.
    if (this.#names.size >= NAMED) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Connection of one user. Outside a transaction, the connection occupies a slot of the pool only during a statement.
 */
class PostgresConnection extends GuardedConnection {
  readonly #sessions: ConnectionPools;
  readonly #metrics: Metrics;
  readonly #nameOf: (text: string) => string | undefined;
  #client: PoolClient | undefined;
  #isBroken = false;
  /** Resolves once the last statement has ended, because a connection runs one statement at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(sessions: ConnectionPools, metrics: Metrics, nameOf: (text: string) => string | undefined) {
    super();
    this.#sessions = sessions;
    this.#metrics = metrics;
    this.#nameOf = nameOf;
  }

  async begin(isolation: string): Promise<void> {
    try {
      this.#client = await this.#connect('writers');
      await this.#client.query(`begin isolation level ${isolation}`);
      this.inTransaction = true;
    } catch (error) {
      this.#isBroken = true;
      throw translate(error, 'nothing-kept');
    }
  }

  async commit(): Promise<void> {
    try {
      const result = await this.#client?.query('commit');
      if (result?.command === 'COMMIT') markWritten();
      if (result?.command === 'ROLLBACK') {
        throw new StoreError(
          'misuse',
          'A statement of this transaction failed, so the transaction is rolled back.',
        );
      }
    } catch (error) {
      // A commit that the server refuses has failed. The result of a commit on a lost connection is unknown.
      this.#isBroken ||= isConnectionLost(error);
      throw translate(error, isConnectionLost(error) ? 'unknown' : 'nothing-kept');
    }
  }

  async rollback(): Promise<void> {
    if (this.#isBroken) return;
    try {
      await this.#client?.query('rollback');
    } catch {
      // The rollback failed because the connection is lost, and the server aborts the transaction of a lost connection.
      this.#isBroken = true;
    }
  }

  override end(): void {
    super.end();
    this.#client?.release(this.#isBroken);
    this.#client = undefined;
  }

  protected override run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const client = this.#client;
    if (client === undefined) return this.#alone(query);
    const mine = this.#last.then(() => this.#inside<R>(client, query));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #inside<R>(client: PoolClient, query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#send(client, query, 'transaction');
    } catch (error) {
      this.#isBroken ||= isConnectionLost(error);
      throw translate(error, 'nothing-kept');
    }
  }

  /** Runs one statement as a separate transaction, and retries the statement if a retry is safe. */
  async #alone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const reads = query.query.kind === 'SelectQueryNode';
    return retry(() => this.#once(query, reads), {
      delayAfter: (error, attempt) =>
        isContention(error) && attempt < MAX_ATTEMPTS
          ? backoffMs(attempt, Math.random, BACKOFF.conflict)
          : undefined,
      sleep: delay,
    });
  }

  async #once<R>(query: CompiledQuery, reads: boolean): Promise<QueryResult<R>> {
    let sent = false;
    let broken = false;
    let client: PoolClient | undefined;
    try {
      client = await this.#connect(reads ? 'readers' : 'writers');
      sent = true;
      const result = await this.#send<R>(client, query, reads ? 'read' : 'write');
      if (!reads) markWritten();
      return result;
    } catch (error) {
      broken = isConnectionLost(error);
      throw translate(error, sent && broken && !reads ? 'unknown' : 'nothing-kept');
    } finally {
      client?.release(broken);
    }
  }

  /** Takes a connection from a pool, and records how long that took. */
  async #connect(pool: 'readers' | 'writers'): Promise<PoolClient> {
    const startedAt = performance.now();
    try {
      return await this.#sessions[pool].connect();
    } finally {
      this.#metrics.observe('database_wait_seconds', { pool }, secondsSince(startedAt));
    }
  }

  async #send<R>(
    client: PoolClient,
    query: CompiledQuery,
    kind: 'read' | 'write' | 'transaction',
  ): Promise<QueryResult<R>> {
    const name = this.#nameOf(query.sql);
    const startedAt = performance.now();
    const { command, rowCount, rows } = await client
      .query({
        text: query.sql,
        values: query.parameters.map(toParameter),
        ...(name === undefined ? {} : { name }),
      })
      .finally(() =>
        this.#metrics.observe('database_query_duration_seconds', { kind }, secondsSince(startedAt)),
      );
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    // Kysely derives the row type from the query.
    return { rows: rows as R[], ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

export const postgresDialect: SqlDialect = {
  integer: 'bigint',
  bytes: 'bytea',
  // Allows inserts with explicit numbers, because a snapshot contains the numbers of log lines.
  ordinal: {
    type: 'bigint',
    build: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  },
  tableEnd: undefined,
  now: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  skipLocked: (query, table) => query.forUpdate(table).skipLocked(),
  async lockForOrder(db, table) {
    // A row gets its number at the insert and becomes visible at the commit. Without the lock, a reader that continues
    // after a number could miss a lower number.
    await sql`select pg_advisory_xact_lock(hashtext(current_schema()), hashtext(${table}))`.execute(db);
  },
  async resetSequence(db, table, column) {
    const numbers = sql`pg_get_serial_sequence(${table}, ${column})`;
    const highest = sql`(select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(table)})`;
    await sql`select setval(${numbers}, greatest(nextval(${numbers}), ${highest}))`.execute(db);
  },
  nameIndex: { create: async () => {}, narrow: async () => undefined },
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  jsonAgg: (columns) =>
    sql`coalesce(json_agg(json_build_array(${sql.join(columns.map((column) => sql.ref(column)))})), '[]')::text`,
};

/** Creates a Kysely dialect that uses the pools, and that records the duration of statements. `destroy` ends the pools. */
export function kyselyPostgres(sessions: ConnectionPools, metrics: Metrics = NO_METRICS): Dialect {
  return {
    createDriver: () => new PostgresDriver(sessions, metrics),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    // Text is compared by bytes, like in SQLite, because the order of IDs matters.
    const defines = this.parentNode?.kind === 'ColumnDefinitionNode';
    if (defines && node.dataType === 'text') this.append(' collate "C"');
  }
}
