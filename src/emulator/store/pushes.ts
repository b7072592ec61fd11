import type { GitHeads, PolledRefs, WebhookDeliveries } from '../ports/store.ts';
import { polledRefRows } from '../tables/deployments.ts';
import { webhookDeliveryRows } from '../tables/workspaces.ts';
import type { Context } from './context.ts';

/** Creates the methods that store and read the heads of refs, as reported in each workspace. */
export function gitHeads(context: Context): GitHeads {
  return {
    async put({ workspaceId, repository, ref }, commit, now) {
      if (commit === null) {
        await context.db
          .deleteFrom('git_heads')
          .where('workspace_id', '=', workspaceId)
          .where('repository', '=', repository)
          .where('ref', '=', ref)
          .execute();
        return;
      }
      const values = { commit_sha: commit, told_at: now };
      await context.db
        .insertInto('git_heads')
        .values({ workspace_id: workspaceId, repository, ref, ...values })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'repository', 'ref']).doUpdateSet(values))
        .execute();
    },
    async find({ workspaceId, repository, ref }) {
      const row = await context.db
        .selectFrom('git_heads')
        .select('commit_sha')
        .where('workspace_id', '=', workspaceId)
        .where('repository', '=', repository)
        .where('ref', '=', ref)
        .executeTakeFirst();
      return row?.commit_sha;
    },
  };
}

/** Creates the methods that store and read the last polled ref of a local repository for each deployment. */
export function polledRefs(context: Context): PolledRefs {
  return {
    async put(row) {
      const values = polledRefRows.toColumns(row);
      await context.db
        .insertInto('polled_refs')
        .values(values)
        .onConflict((conflict) => conflict.column('deployment_id').doUpdateSet(values))
        .execute();
    },
    get: (deploymentId) =>
      polledRefRows.first(
        context.db.selectFrom('polled_refs').selectAll().where('deployment_id', '=', deploymentId),
      ),
  };
}

/** Creates the methods that store and read handled webhook deliveries. */
export function deliveries(context: Context): WebhookDeliveries {
  return {
    find: (integrationId, id) =>
      webhookDeliveryRows.first(
        context.db
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('integration_id', '=', integrationId)
          .where('id', '=', id),
      ),
    async put(row, keptFrom) {
      await context.atomically(async ({ db }) => {
        await db
          .deleteFrom('webhook_deliveries')
          .where('integration_id', '=', row.integrationId)
          .where('at', '<', keptFrom)
          .execute();
        await db.insertInto('webhook_deliveries').values(webhookDeliveryRows.toColumns(row)).execute();
      });
    },
  };
}
