import type { Assistants } from '../ports/store.ts';
import { assistantRows, assistantVersionRows } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { prepared } from './prepared.ts';

/**
 * Creates the methods that store and read assistants and their versions. Configurations are not secret and are stored
 * unencrypted.
 */
export function assistants(context: Context): Assistants {
  const select = (deploymentId: string) =>
    context.db.selectFrom('assistants').selectAll().where('deployment_id', '=', deploymentId);
  return {
    async insert(row) {
      await context.db.insertInto('assistants').values(assistantRows.toColumns(row)).execute();
    },
    get: (deploymentId, id) =>
      assistantRows.first(
        prepared(context, 'assistant', { deploymentId, id }, (of) =>
          select(of.deploymentId).where('id', '=', of.id),
        ),
      ),
    list: (deploymentId) => assistantRows.all(select(deploymentId).orderBy('ordinal', 'desc')),
    async update(row) {
      await context.db
        .updateTable('assistants')
        .set(assistantRows.toChanges(row))
        .where('deployment_id', '=', row.deploymentId)
        .where('id', '=', row.id)
        .execute();
    },
    async insertVersion(row) {
      await context.db.insertInto('assistant_versions').values(assistantVersionRows.toColumns(row)).execute();
    },
    versions: (deploymentId, id) =>
      assistantVersionRows.all(
        context.db
          .selectFrom('assistant_versions')
          .selectAll()
          .where('deployment_id', '=', deploymentId)
          .where('assistant_id', '=', id)
          .orderBy('version', 'desc'),
      ),
    async remove(deploymentId, id) {
      await context.atomically(async (tx) => {
        await tx.db
          .deleteFrom('assistant_versions')
          .where('deployment_id', '=', deploymentId)
          .where('assistant_id', '=', id)
          .execute();
        await tx.db
          .deleteFrom('assistants')
          .where('deployment_id', '=', deploymentId)
          .where('id', '=', id)
          .execute();
      });
    },
  };
}
