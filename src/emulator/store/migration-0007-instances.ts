import type { Kysely } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** The columns this migration reads and writes, as they were then. */
interface Then {
  processes: { pid: number; start_token: string; kind: string; owner: string };
  processes_by_owner: Then['processes'];
}

/** Several emulators on one store: who is there, who does what; and a program's number means something on one machine only. */
export async function instances(database: Kysely<unknown>, { integer, tableEnd }: SqlDialect): Promise<void> {
  const db = database as Kysely<Then>;
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('instances')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('lease_until', integer, (column) => column.notNull())
    .execute();
  await table('claims')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('claims_key', ['kind', 'name'])
    .execute();
  await db.schema.createIndex('claims_owner').on('claims').columns(['owner', 'kind']).execute();

  await table('processes_by_owner')
    .addColumn('pid', integer, (column) => column.notNull())
    .addColumn('start_token', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('processes_by_owner_key', ['owner', 'pid'])
    .execute();
  const columns = ['pid', 'start_token', 'kind', 'owner'] as const;
  await db
    .insertInto('processes_by_owner')
    .columns([...columns])
    .expression(db.selectFrom('processes').select([...columns]))
    .execute();
  await db.schema.dropTable('processes').execute();
  await db.schema.alterTable('processes_by_owner').renameTo('processes').execute();
}
