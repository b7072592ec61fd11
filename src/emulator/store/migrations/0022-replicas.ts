import { type Kysely, sql } from 'kysely';

interface ReplicasTables {
  instances: { id: string };
  claims: { owner: string };
  revisions: { lease_owner: string | null; lease_until: number | null; fence: number };
  runs: { status: string };
}

/**
 * Work is claimed while there is some, and no emulator asks another one by its address. Every earlier process loses its
 * place: what it had begun is claimed again, and its writes are refused.
 */
export async function replicas(database: Kysely<unknown>): Promise<void> {
  const db = database as Kysely<ReplicasTables>;
  await db.deleteFrom('claims').execute();
  await db.deleteFrom('instances').execute();
  await db
    .updateTable('revisions')
    .set((e) => ({ lease_owner: null, lease_until: null, fence: e('fence', '+', 1) }))
    .where('lease_owner', 'is not', null)
    .execute();
  await db.updateTable('runs').set({ status: 'pending' }).where('status', '=', sql.lit('running')).execute();
  await db.schema.alterTable('instances').dropColumn('url').execute();
}
