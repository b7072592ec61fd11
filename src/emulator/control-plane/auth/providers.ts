import * as z from 'zod';
import { AuthProvider, AuthProviderCreate, AuthProviderPatch, ProviderName } from '../../../contract/auth.ts';
import { isSet } from '../../../contract/findings.ts';
import type { AuthProviderRow, Repositories } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { isoTime } from '../../ports/clock.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../requests.ts';

const api = routesOf('control-plane', 'workspace');
const path = '/v2/auth/providers';
const ProviderPath = z.object({ provider_id: ProviderName });
const answers = { 200: { description: 'The provider', schema: AuthProvider } };

/** Creates the routes for a workspace's sign-in providers. Every successful response has the status 200. */
export function authProviderRoutes({
  store,
  clock,
  newId,
}: Pick<ControlPlaneDependencies, 'store' | 'clock' | 'newId'>): Route[] {
  const find = async (
    workspaceId: string,
    name: string,
    { auth }: Pick<Repositories, 'auth'> = store,
  ): Promise<AuthProviderRow> => {
    const found = await auth.findProvider(workspaceId, name);
    if (found === undefined) throw new HttpError(404, `Provider ${name} not found.`);
    return found;
  };
  return [
    api.get(path, {
      summary: 'List the sign-in providers',
      responses: { 200: { description: 'The providers', schema: z.array(AuthProvider) } },
      handler: async ({ caller }) => ({
        status: 200,
        body: (await store.auth.listProviders(caller.workspaceId)).map(providerAnswer),
      }),
    }),
    api.post(path, {
      summary: 'Add a sign-in provider',
      body: AuthProviderCreate,
      responses: { ...answers, 409: conflict },
      handler: async ({ caller, body }) => {
        const row = newProvider(body, newId(), caller.workspaceId, clock.now());
        await store.transaction(async (tx) => {
          if (await tx.auth.findProvider(caller.workspaceId, body.provider_id)) {
            throw new HttpError(409, `A provider ${body.provider_id} already exists.`);
          }
          await tx.auth.insertProvider(row, body.client_secret);
        });
        return { status: 200, body: providerAnswer(row) };
      },
    }),
    api.get(`${path}/{provider_id}`, {
      params: ProviderPath,
      summary: 'Read a provider',
      responses: { ...answers, 404: notFound },
      handler: async ({ caller, params }) => ({
        status: 200,
        body: providerAnswer(await find(caller.workspaceId, params.provider_id)),
      }),
    }),
    api.patch(`${path}/{provider_id}`, {
      params: ProviderPath,
      summary: 'Change a provider',
      body: AuthProviderPatch,
      responses: { ...answers, 404: notFound },
      handler: async ({ caller, params, body }) => {
        const changed = await store.transaction(async (tx) => {
          const row = await find(caller.workspaceId, params.provider_id, tx);
          await tx.auth.updateProvider(row.id, {
            ...(isSet(body.name) ? { name: body.name } : {}),
            ...(isSet(body.client_id) ? { clientId: body.client_id } : {}),
            ...(isSet(body.client_secret) ? { clientSecret: body.client_secret } : {}),
            ...(isSet(body.auth_url) ? { authUrl: body.auth_url } : {}),
            ...(isSet(body.token_url) ? { tokenUrl: body.token_url } : {}),
            ...(isSet(body.uses_pkce) ? { usesPkce: body.uses_pkce } : {}),
            updatedAt: clock.now(),
          });
          return find(caller.workspaceId, params.provider_id, tx);
        });
        return { status: 200, body: providerAnswer(changed) };
      },
    }),
    api.delete(`${path}/{provider_id}`, {
      params: ProviderPath,
      summary: 'Delete a sign-in provider with its grants and pending sign-ins',
      responses: { 200: { description: 'It is gone', schema: z.looseObject({}) }, 404: notFound },
      handler: async ({ caller, params }) => {
        const row = await find(caller.workspaceId, params.provider_id);
        await store.auth.removeProvider(row.id);
        return { status: 200, body: {} };
      },
    }),
  ];
}

function newProvider(
  body: AuthProviderCreate,
  id: string,
  workspaceId: string,
  now: number,
): AuthProviderRow {
  return {
    id,
    workspaceId,
    providerId: body.provider_id,
    name: body.name,
    clientId: body.client_id,
    authUrl: body.auth_url,
    tokenUrl: body.token_url,
    usesPkce: body.uses_pkce ?? false,
    challengeMethod: body.code_challenge_method ?? 'S256',
    createdAt: now,
    updatedAt: now,
  };
}

function providerAnswer(row: AuthProviderRow): AuthProvider {
  return {
    id: row.id,
    // The emulator has no organizations, so the workspace's ID replaces the organization's ID.
    organization_id: row.workspaceId,
    provider_id: row.providerId,
    provider_type: 'custom',
    name: row.name,
    client_id: row.clientId,
    auth_url: row.authUrl,
    token_url: row.tokenUrl,
    uses_pkce: row.usesPkce,
    code_challenge_method: row.challengeMethod,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  };
}
