import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { storedName } from '../tables/columns.ts';
import { columnName, type Index, type Reference, type Table } from '../tables/table.ts';
import type { SqlDialect } from './database.ts';
import { type Tables, TABLES } from './schema.ts';

/** Creates all tables and indexes in an empty database. */
export async function createTables(db: Kysely<Tables>, dialect: SqlDialect): Promise<void> {
  for (const table of TABLES) {
    await createTable(db, table.name, table, dialect);
    for (const [name, index] of Object.entries(table.indexes ?? {})) {
      await createIndex(db, name, table.name, table, index);
    }
  }
  await dialect.nameIndex.create(db);
}

async function createTable(
  db: Kysely<Tables>,
  name: string,
  table: Table,
  dialect: SqlDialect,
): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  if (dialect.tableEnd !== undefined) builder = builder.modifyEnd(dialect.tableEnd);
  let hasOrdinal = false;
  for (const [property, { type, nullable, absent, ...column }] of Object.entries(table.columns)) {
    const stored = storedName(property, { type, ...column });
    if (type === 'ordinal') {
      hasOrdinal = true;
      builder = builder.addColumn(stored, dialect.ordinal.type, dialect.ordinal.build);
      continue;
    }
    builder = builder.addColumn(stored, type === 'text' ? 'text' : dialect[type], (made) => {
      const filled = absent === undefined || absent === null ? made : made.defaultTo(sql.lit(absent));
      return nullable === true ? filled : filled.notNull();
    });
  }
  const names = (properties: readonly string[]) => properties.map((one) => columnName(table, one));
  const isOrdinal = (properties: readonly string[]) =>
    properties.every((one) => table.columns[one]?.type === 'ordinal');
  const unique = [...(hasOrdinal ? [table.key] : []), ...(table.unique ?? [])].filter(
    (one) => !isOrdinal(one),
  );
  if (!hasOrdinal) builder = builder.addPrimaryKeyConstraint(`${name}_key`, names(table.key));
  for (const columns of unique.map(names)) {
    builder = builder.addUniqueConstraint(`${name}_${columns.join('_')}`, columns);
  }
  for (const { kind, by, table: other, columns } of (table.references ?? []).filter(isEnforced)) {
    builder = builder.addForeignKeyConstraint(
      `${name}_${by.join('_')}_reference`,
      names(by),
      other,
      [...columns],
      (key) => (kind === 'owner' ? key.onDelete('cascade') : key),
    );
  }
  await builder.execute();
}

function isEnforced({ kind }: Reference): boolean {
  return kind !== 'checked';
}

async function createIndex(
  db: Kysely<Tables>,
  name: string,
  tableName: string,
  table: Table,
  index: Index,
): Promise<void> {
  const { columns, unique, where } = 'columns' in index ? index : { columns: index };
  let builder = db.schema
    .createIndex(name)
    .on(tableName)
    .columns(columns.map((one) => columnName(table, one)));
  if (unique === true) builder = builder.unique();
  await (where === undefined ? builder : builder.where(sql.raw<boolean>(where))).execute();
}
