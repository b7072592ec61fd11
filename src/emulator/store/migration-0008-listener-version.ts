import type { Kysely } from 'kysely';

/** Listeners tell their version (facts/service §1.9). */
export async function listenerVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('listeners').addColumn('version', 'text').execute();
}
