import type { AgentTokens } from '../ports/store.ts';
import { StoreError } from '../ports/store-errors.ts';
import type { Context } from './context.ts';

const PURPOSE = 'agent-tokens';
const place = (id: string) => ({ resource: 'agent-token', id, field: 'token' });

/** Creates the methods that store the encrypted tokens of agent pods, and read them. */
export function agentTokens(context: Context): AgentTokens {
  const find: AgentTokens['find'] = async (revisionId) => {
    const row = await context.db
      .selectFrom('agent_tokens as token')
      .innerJoin('revisions', 'revisions.id', 'token.revision_id')
      .innerJoin('deployments', 'deployments.id', 'revisions.deployment_id')
      .select(['token.sealed', 'deployments.workspace_id'])
      .where('token.revision_id', '=', revisionId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const value = { place: place(revisionId), sealed: row.sealed };
    return (await context.vault.open(row.workspace_id, PURPOSE, [value]))[0];
  };
  return {
    find,
    async put(revisionId, token) {
      await context.atomically(async ({ db, vault }) => {
        const owner = await db
          .selectFrom('revisions')
          .innerJoin('deployments', 'deployments.id', 'revisions.deployment_id')
          .select('deployments.workspace_id')
          .where('revisions.id', '=', revisionId)
          .executeTakeFirst();
        if (owner === undefined) {
          throw new StoreError('conflict', `Revision ${revisionId}, which needs a token, does not exist.`);
        }
        const sealer = await vault.sealer(owner.workspace_id, PURPOSE);
        await db
          .insertInto('agent_tokens')
          .values({ revision_id: revisionId, sealed: sealer.seal(place(revisionId), token) })
          .onConflict((conflict) => conflict.column('revision_id').doNothing())
          .execute();
      });
      return (await find(revisionId)) ?? token;
    },
  };
}
