import type { AgentUse } from '../ports/store.ts';
import type { Context } from './context.ts';

/** Maximum number of deployments per statement. */
const BATCH = 500;

/** Creates the methods that store and read when agents were used. */
export function agentUse({ db }: Context): AgentUse {
  return {
    async record(deploymentIds, at) {
      const ids = [...new Set(deploymentIds)];
      for (let from = 0; from < ids.length; from += BATCH) {
        await db
          .insertInto('agent_use')
          .columns(['deployment_id', 'used_at'])
          // Selects from the deployments, because a deployment may have been deleted. The order prevents deadlocks.
          .expression((e) =>
            e
              .selectFrom('deployments')
              .select(['id', e.val(at).as('used_at')])
              .where('id', 'in', ids.slice(from, from + BATCH))
              .orderBy('id'),
          )
          .onConflict((conflict) =>
            conflict
              .column('deployment_id')
              .doUpdateSet((e) => ({ used_at: e.ref('excluded.used_at') }))
              .whereRef('excluded.used_at', '>', 'agent_use.used_at'),
          )
          .execute();
      }
    },
    async usedSince(at) {
      const rows = await db
        .selectFrom('agent_use')
        .select('deployment_id')
        .where('used_at', '>=', at)
        .execute();
      return rows.map((row) => row.deployment_id);
    },
  };
}
