import type { Kysely } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Packages of a build are given only to builds of the same source, and only if the build succeeded. */
export async function pieceSources(
  db: Kysely<unknown>,
  { integer }: Pick<SqlDialect, 'integer'>,
): Promise<void> {
  await db.schema.alterTable('artifact_pieces').addColumn('source', 'text').execute();
  await db.schema
    .alterTable('artifact_pieces')
    .addColumn('is_built', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
