import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Deployments whose authors wrote their authentication, and whose crons have users. */
export async function ownAuth(db: Kysely<unknown>, { integer }: Pick<SqlDialect, 'integer'>): Promise<void> {
  await db.schema
    .alterTable('revisions')
    .addColumn('brings_auth', integer, (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute();
  await db.schema.alterTable('crons').addColumn('user_id', 'text').execute();
}
