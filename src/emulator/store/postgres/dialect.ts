import {
  type DataTypeNode,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { SqlDialect } from '../sql-dialect.ts';
import { PostgresDriver } from './driver.ts';
import type { ConnectionPools } from './pools.ts';

export const postgresDialect: SqlDialect = {
  integer: 'bigint',
  bytes: 'bytea',
  // A snapshot brings the numbers of its lines.
  ordinal: {
    type: 'bigint',
    build: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  },
  tableEnd: undefined,
  now: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  async lockForOrder(db, table) {
    // A number is drawn when the row is added and seen when it is kept: who reads on from a number must miss none.
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

/** Kysely over the pools; `destroy` ends them. */
export function kyselyPostgres(sessions: ConnectionPools): Dialect {
  return {
    createDriver: () => new PostgresDriver(sessions),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    // Byte for byte, as SQLite orders text: the order of IDs means something.
    const defines = this.parentNode?.kind === 'ColumnDefinitionNode';
    if (defines && node.dataType === 'text') this.append(' collate "C"');
  }
}
