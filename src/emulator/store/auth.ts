import type { Auth, AuthFlowRow, AuthGrant, AuthTokenRow } from '../ports/store.ts';
import { authFlowRows, authProviderRows, authTokenRows } from '../tables/workspaces.ts';
import type { Context } from './context.ts';
import { StoreError } from '../ports/store-errors.ts';
import { hasNoChanges, toJson } from './json.ts';

const secretLocation = (id: string) => ({ resource: 'auth-provider', id, field: 'client_secret' });
const grantLocation = (id: string) => ({ resource: 'auth-token', id, field: 'grant' });

/** Creates the methods that store and read OAuth 2 providers of workspaces, and the sign-ins and grants of users. */
export function auth(context: Context): Auth {
  const providers = () => context.db.selectFrom('auth_providers').selectAll();
  return {
    ...authFlows(context),
    async insertProvider(row, clientSecret) {
      await context.atomically(async ({ db, vault }) => {
        const sealer = await vault.sealer(row.workspaceId, 'auth-providers');
        await db
          .insertInto('auth_providers')
          .values({
            ...authProviderRows.toColumns(row),
            client_secret: sealer.seal(secretLocation(row.id), clientSecret),
          })
          .execute();
      });
    },
    async listProviders(workspaceId) {
      return authProviderRows.all(providers().where('workspace_id', '=', workspaceId).orderBy('provider_id'));
    },
    async findProvider(workspaceId, providerId) {
      return authProviderRows.first(
        providers().where('workspace_id', '=', workspaceId).where('provider_id', '=', providerId),
      );
    },
    async getProvider(id) {
      return authProviderRows.first(providers().where('id', '=', id));
    },
    async updateProvider(id, change) {
      await context.atomically(async ({ db, vault }) => {
        const values = {
          ...authProviderRows.toChanges(change),
          client_secret:
            change.clientSecret === undefined
              ? undefined
              : (await vault.sealer(await workspaceOf({ db }, id), 'auth-providers')).seal(
                  secretLocation(id),
                  change.clientSecret,
                ),
        };
        if (hasNoChanges(values)) return;
        await db.updateTable('auth_providers').set(values).where('id', '=', id).execute();
      });
    },
    async removeProvider(id) {
      await context.db.deleteFrom('auth_providers').where('id', '=', id).execute();
    },
    async clientSecret(id) {
      const row = await providers().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const sealed = { place: secretLocation(id), sealed: row.client_secret };
      return (await context.vault.open(row.workspace_id, 'auth-providers', [sealed]))[0];
    },
    async putToken(row, grant) {
      await context.atomically(async ({ db, vault }) => {
        const sealer = await vault.sealer(await workspaceOf({ db }, row.provider), 'auth-tokens');
        const scopes = toJson(row.scopes);
        await db
          .deleteFrom('auth_tokens')
          .where('provider', '=', row.provider)
          .where('user_id', '=', row.userId)
          .where('scopes_json', '=', scopes)
          .execute();
        await db
          .insertInto('auth_tokens')
          .values({
            ...authTokenRows.toColumns(row),
            sealed: sealer.seal(grantLocation(row.id), JSON.stringify(grant)),
          })
          .execute();
      });
    },
    async tokensOf(provider, userId): Promise<AuthTokenRow[]> {
      const rows = await authTokenRows.all(
        context.db
          .selectFrom('auth_tokens')
          .selectAll()
          .where('provider', '=', provider)
          .where('user_id', '=', userId),
      );
      return rows.toSorted((a, b) => b.updatedAt - a.updatedAt);
    },
    async grant(id): Promise<AuthGrant | undefined> {
      const row = await context.db
        .selectFrom('auth_tokens as token')
        .innerJoin('auth_providers', 'auth_providers.id', 'token.provider')
        .select(['token.sealed', 'auth_providers.workspace_id'])
        .where('token.id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const sealed = { place: grantLocation(id), sealed: row.sealed };
      const [text] = await context.vault.open(row.workspace_id, 'auth-tokens', [sealed]);
      // The emulator wrote the JSON of the grant, so the JSON needs no validation.
      return text === undefined ? undefined : (JSON.parse(text) as AuthGrant);
    },
    async removeToken(id) {
      await context.db.deleteFrom('auth_tokens').where('id', '=', id).execute();
    },
  };
}

type Flows = Pick<Auth, 'insertFlow' | 'getFlow' | 'findFlowByState' | 'verifier' | 'moveFlow'>;

const place = (id: string) => ({ resource: 'auth-flow', id, field: 'verifier' });

function authFlows(context: Context): Flows {
  const select = () =>
    context.db
      .selectFrom('auth_flows as flow')
      .innerJoin('auth_providers', 'auth_providers.id', 'flow.provider')
      .selectAll('flow')
      .select('auth_providers.workspace_id');
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];
  const rowOf = (row: Row): AuthFlowRow => ({
    ...authFlowRows.toRow(row),
    workspaceId: row.workspace_id,
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
          .values({ ...authFlowRows.toColumns(row), verifier: sealer.seal(place(row.id), verifier) })
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

/** Returns the ID of a provider's workspace. @throws StoreError `conflict` if the provider does not exist. */
async function workspaceOf({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const row = await db
    .selectFrom('auth_providers')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new StoreError('conflict', `Sign-in provider ${id} does not exist.`);
  return row.workspace_id;
}
