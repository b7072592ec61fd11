import { readFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { PostgresServer } from '../../../harness/postgres/server.ts';

/** Schema of a database, in the form in which two schemas are compared. */
export interface Catalog {
  tables: Record<string, CatalogTable>;
  /** Definitions of indexes, keyed by name. */
  indexes: Record<string, string>;
}

interface CatalogTable {
  columns: Record<string, { type: string; nullable: boolean; default: string | null }>;
  /** Definitions of keys, unique columns, references and checks. */
  constraints: string[];
}

/**
 * Reads the statements that create a database of the first schema with its real tables, as the program of that schema
 * created them.
 */
export function readFirstSchema(dialect: 'sqlite' | 'postgres'): Promise<string> {
  return readFile(new URL(`schemas/0001_initial.${dialect}.sql`, import.meta.url), 'utf8');
}

/** Tables in which the programs record migrations and keyrings. Their columns are not part of the schema. */
const RECORDS = ['agent_deploy_migrations', 'agent_deploy_keyring'];

const Name = z.object({ name: z.string() });
const SqliteColumn = z.object({
  name: z.string(),
  type: z.string(),
  notnull: z.int(),
  dflt_value: z.string().nullable(),
  pk: z.int(),
});
const SqliteIndex = z.object({ name: z.string(), unique: z.int(), origin: z.string() });
const SqliteDefinition = z.object({ sql: z.string() });
const SqliteReference = z.object({
  table: z.string(),
  from: z.string(),
  to: z.string(),
  on_delete: z.string(),
});
const SqliteTable = z.object({ name: z.string(), wr: z.int(), strict: z.int() });

/** Reads the catalog of a SQLite file. */
export function sqliteCatalog(database: DatabaseSync): Catalog {
  const rows = <T>(shape: z.ZodType<T>, text: string) =>
    database
      .prepare(text)
      .all()
      .map((row) => shape.parse(row));
  const catalog: Catalog = { tables: {}, indexes: {} };
  const tables = rows(
    SqliteTable,
    "select name, wr, strict from pragma_table_list where schema = 'main' and name not like 'sqlite_%'",
  );
  for (const { name, wr, strict } of tables.filter((table) => !RECORDS.includes(table.name))) {
    const columns = rows(SqliteColumn, `select * from pragma_table_info('${name}')`);
    const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    const constraints = [
      `rowid ${1 - wr}, strict ${strict}`,
      `key ${keys.map((key) => key.name).join(', ')}`,
    ];
    for (const index of rows(SqliteIndex, `select * from pragma_index_list('${name}')`)) {
      if (index.origin === 'c') {
        const [found] = rows(SqliteDefinition, `select sql from sqlite_schema where name = '${index.name}'`);
        catalog.indexes[index.name] = found?.sql ?? '';
      } else {
        const names = rows(Name, `select name from pragma_index_info('${index.name}')`);
        constraints.push(`unique ${names.map((one) => one.name).join(', ')}`);
      }
    }
    for (const { from, to, ...rest } of rows(
      SqliteReference,
      `select * from pragma_foreign_key_list('${name}')`,
    )) {
      constraints.push(`reference ${from} to ${rest.table}.${to} on delete ${rest.on_delete}`);
    }
    catalog.tables[name] = {
      columns: Object.fromEntries(
        columns.map((column) => [
          column.name,
          { type: column.type, nullable: column.notnull === 0, default: column.dflt_value },
        ]),
      ),
      constraints: constraints.toSorted(),
    };
  }
  return catalog;
}

const PostgresColumn = z.object({
  table: z.string(),
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  default: z.string().nullable(),
});
const PostgresConstraint = z.object({ table: z.string(), definition: z.string() });
const PostgresIndex = z.object({ name: z.string(), definition: z.string() });

/** Reads the catalog of a PostgreSQL database's first schema. */
export async function postgresCatalog(server: Pick<PostgresServer, 'query'>, url: string): Promise<Catalog> {
  const catalog: Catalog = { tables: {}, indexes: {} };
  const columns = await server.query(
    url,
    `select c.relname::text as table, a.attname::text as name, not a.attnotnull as nullable,
       format_type(a.atttypid, a.atttypmod) || coalesce(' ' || l.collname, '') || a.attidentity::text as type,
       pg_get_expr(d.adbin, d.adrelid) as default
     from pg_attribute as a join pg_class as c on c.oid = a.attrelid
       left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
       left join pg_collation as l on l.oid = a.attcollation
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  for (const row of columns) {
    const { table, name, ...column } = PostgresColumn.parse(row);
    if (RECORDS.includes(table)) continue;
    const found = (catalog.tables[table] ??= { columns: {}, constraints: [] });
    found.columns[name] = column;
  }
  const constraints = await server.query(
    url,
    `select c.relname::text as table, o.conname::text || ' ' || pg_get_constraintdef(o.oid) as definition
     from pg_constraint as o join pg_class as c on c.oid = o.conrelid
     where c.relnamespace = current_schema()::regnamespace and o.contype <> 'n' order by 2`,
  );
  for (const row of constraints) {
    const { table, definition } = PostgresConstraint.parse(row);
    catalog.tables[table]?.constraints.push(definition);
  }
  const indexes = await server.query(
    url,
    `select i.relname::text as name, pg_get_indexdef(x.indexrelid) as definition
     from pg_index as x join pg_class as i on i.oid = x.indexrelid
     where i.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint as o where o.conindid = x.indexrelid and o.contype in ('p', 'u'))`,
  );
  for (const row of indexes) {
    const { name, definition } = PostgresIndex.parse(row);
    catalog.indexes[name] = definition;
  }
  return catalog;
}

/**
 * Returns a sentence for each change between two catalogs that a program of the schema `before` might not survive. A new
 * column must be nullable or have a default, and everything else that exists must stay unchanged.
 */
export function findContractions(before: Catalog, after: Catalog): string[] {
  const problems: string[] = [];
  for (const [name, table] of Object.entries(before.tables)) {
    const next = after.tables[name];
    if (next === undefined) {
      problems.push(`table ${name} is removed`);
      continue;
    }
    for (const [column, definition] of Object.entries(table.columns)) {
      const changed = next.columns[column];
      if (changed === undefined) problems.push(`column ${name}.${column} is removed`);
      else if (JSON.stringify(changed) !== JSON.stringify(definition)) {
        problems.push(`column ${name}.${column} is changed`);
      }
    }
    for (const [column, { nullable, default: value }] of Object.entries(next.columns)) {
      if (table.columns[column] === undefined && !nullable && value === null) {
        problems.push(`column ${name}.${column} is added without a default and is not nullable`);
      }
    }
    for (const constraint of next.constraints.filter((one) => !table.constraints.includes(one))) {
      problems.push(`table ${name} gets the constraint ${constraint}`);
    }
    for (const constraint of table.constraints.filter((one) => !next.constraints.includes(one))) {
      problems.push(`table ${name} loses the constraint ${constraint}`);
    }
  }
  for (const [name, definition] of Object.entries(before.indexes)) {
    if (after.indexes[name] === undefined && /^create unique/i.test(definition)) {
      problems.push(`unique index ${name} is removed`);
    }
  }
  for (const [name, definition] of Object.entries(after.indexes)) {
    const tableName = / on (?:[\w"]+\.)?"?(\w+)"?/i.exec(definition)?.[1] ?? '';
    const isNew = before.indexes[name] !== definition && before.tables[tableName] !== undefined;
    if (isNew && /^create unique/i.test(definition)) {
      problems.push(`table ${tableName} gets the unique index ${name}`);
    }
  }
  return problems;
}
