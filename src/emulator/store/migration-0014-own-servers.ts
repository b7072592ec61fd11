import type { Kysely } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** Revisions of code may bring a server of their own, too: every emulator must know whose answers to pass on. */
export async function ownServers(db: Kysely<unknown>, { integer }: SqlDialect): Promise<void> {
  await db.schema
    .alterTable('revisions')
    .addColumn('brings_server', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
