import type { Kysely } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Which threads go first. */
export async function priority(db: Kysely<unknown>, { integer }: Pick<SqlDialect, 'integer'>): Promise<void> {
  await db.schema.alterTable('threads').addColumn('priority', integer).execute();
}
