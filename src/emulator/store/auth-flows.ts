import type { Auth, AuthFlowRow } from '../ports/store.ts';
import { workspaceOf } from './auth-workspace.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';

type Flows = Pick<Auth, 'insertFlow' | 'getFlow' | 'findFlowByState' | 'verifier' | 'moveFlow'>;

const place = (id: string) => ({ resource: 'auth-flow', id, field: 'verifier' });

/** Sign-ins under way. */
export function authFlows(context: Context): Flows {
  const select = () =>
    context.db
      .selectFrom('auth_flows as flow')
      .innerJoin('auth_providers', 'auth_providers.id', 'flow.provider')
      .selectAll('flow')
      .select('auth_providers.workspace_id');
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];
  const rowOf = (row: Row): AuthFlowRow => ({
    id: row.id,
    provider: row.provider,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    agentId: row.agent_id,
    scopes: fromJson(row.scopes_json),
    stateHash: row.state_hash,
    redirectUri: row.redirect_uri,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  });
  return {
    async insertFlow(row, verifier, keptFrom) {
      await context.atomically(async ({ db, vault }) => {
        await db
          .deleteFrom('auth_flows')
          .where('provider', '=', row.provider)
          .where('expires_at', '<', keptFrom)
          .execute();
        const sealer = await vault.sealer(await workspaceOf({ db }, row.provider), 'auth-flows');
        await db
          .insertInto('auth_flows')
          .values({
            id: row.id,
            provider: row.provider,
            user_id: row.userId,
            agent_id: row.agentId,
            scopes_json: toJson(row.scopes),
            state_hash: row.stateHash,
            verifier: sealer.seal(place(row.id), verifier),
            redirect_uri: row.redirectUri,
            status: row.status,
            created_at: row.createdAt,
            expires_at: row.expiresAt,
          })
          .execute();
      });
    },
    async getFlow(workspaceId, id) {
      const row = await select()
        .where('flow.id', '=', id)
        .where('auth_providers.workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return row && rowOf(row);
    },
    async findFlowByState(stateHash) {
      const row = await select().where('flow.state_hash', '=', stateHash).executeTakeFirst();
      return row && rowOf(row);
    },
    async verifier(id) {
      const row = await select().where('flow.id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const sealed = { place: place(id), sealed: row.verifier };
      return (await context.vault.open(row.workspace_id, 'auth-flows', [sealed]))[0];
    },
    async moveFlow(id, from, to) {
      const { numUpdatedRows } = await context.db
        .updateTable('auth_flows')
        .set({ status: to })
        .where('id', '=', id)
        .where('status', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
