import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** What keeps searches, starts and looks for work quick when there are very many deployments. */
export async function manyDeployments(db: Kysely<unknown>, { nameIndex }: SqlDialect): Promise<void> {
  await nameIndex.create(db);
  await db.schema
    .createIndex('deployments_status')
    .on('deployments')
    .columns(['status', 'ordinal'])
    .execute();
  await db.schema
    .createIndex('deployments_served')
    .on('deployments')
    .column('ordinal')
    .where(sql<string>`active_revision_id`, 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('runs_pending')
    .on('runs')
    .column('deployment_id')
    .where(sql<string>`status`, '=', sql.lit('pending'))
    .execute();
}
