import type { Kysely } from 'kysely';

/** What a revision was made with, so that it comes back with that; null: a revision from before. */
export async function revisionSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('revisions')
    .addColumn('settings_json', 'text', (column) => column.notNull().defaultTo('null'))
    .execute();
}
