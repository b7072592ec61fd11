import type { GitHeads, PolledRefs, WebhookDeliveries } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';

/** Reported heads, by workspace: the report of one workspace does not count for another. */
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

/** Where the refs of local repositories led when last looked at, by deployment. */
export function polledRefs(context: Context): PolledRefs {
  return {
    async put({ deploymentId, ref, commit }) {
      const values = { ref, commit_sha: commit };
      await context.db
        .insertInto('polled_refs')
        .values({ deployment_id: deploymentId, ...values })
        .onConflict((conflict) => conflict.column('deployment_id').doUpdateSet(values))
        .execute();
    },
    async get(deploymentId) {
      return context.db
        .selectFrom('polled_refs')
        .select(['deployment_id as deploymentId', 'ref', 'commit_sha as commit'])
        .where('deployment_id', '=', deploymentId)
        .executeTakeFirst();
    },
  };
}

/** Webhook deliveries that were carried out. */
export function deliveries(context: Context): WebhookDeliveries {
  return {
    async find(integrationId, id) {
      const row = await context.db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('integration_id', '=', integrationId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { integrationId, id, at: row.at, answer: fromJson(row.answer_json) };
    },
    async put(row, keptFrom) {
      await context.atomically(async ({ db }) => {
        await db
          .deleteFrom('webhook_deliveries')
          .where('integration_id', '=', row.integrationId)
          .where('at', '<', keptFrom)
          .execute();
        await db
          .insertInto('webhook_deliveries')
          .values({
            integration_id: row.integrationId,
            id: row.id,
            at: row.at,
            answer_json: toJson(row.answer),
          })
          .execute();
      });
    },
  };
}
