import type { Kysely } from 'kysely';

/** A search of threads that names no order begins with the thread that was changed last. */
export async function threadOrder(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('threads_changed')
    .on('threads')
    .columns(['deployment_id', 'updated_at', 'ordinal'])
    .execute();
}
