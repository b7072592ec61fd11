import * as z from 'zod';
import type { Purpose } from '../seal.ts';
import { flag, json, nullable, sealed, text, time } from './columns.ts';
import { id, idColumn, type SnapshotTable, timestamps } from './table.ts';

const AUTH = '0005_auth';
const scopes = json('scopes', z.array(z.string()));

const secret = (name: string, purpose: Purpose, resource: string, field: string, by: string) =>
  sealed(name, {
    purpose,
    owner: { table: 'auth_providers', by },
    resource,
    id: 'id',
    field: () => field,
    ifUnreadable: 'row',
  });

/** Sign-ins: providers, and what they granted. */
export const AUTH_TABLES: readonly SnapshotTable[] = [
  {
    name: 'auth_providers',
    since: AUTH,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('provider_id', id),
      text('name'),
      text('client_id'),
      secret('client_secret', 'auth-providers', 'auth-provider', 'client_secret', 'id'),
      text('auth_url'),
      text('token_url'),
      flag('uses_pkce'),
      text('challenge_method'),
      ...timestamps,
    ],
    order: ['workspace_id', 'provider_id'],
    unique: [['id'], ['workspace_id', 'provider_id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  {
    name: 'auth_flows',
    since: AUTH,
    columns: [
      idColumn('id'),
      idColumn('provider'),
      text('user_id'),
      nullable(text('agent_id')),
      scopes,
      text('state_hash', z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')),
      secret('verifier', 'auth-flows', 'auth-flow', 'verifier', 'provider'),
      text('redirect_uri'),
      text('status', z.enum(['pending', 'exchanging', 'completed', 'failed'])),
      time('created_at'),
      time('expires_at'),
    ],
    order: ['created_at', 'id'],
    unique: [['id'], ['state_hash']],
    references: { provider: 'auth_providers' },
    hasRandomIds: true,
  },
  {
    name: 'auth_tokens',
    since: AUTH,
    columns: [
      idColumn('id'),
      idColumn('provider'),
      text('user_id'),
      scopes,
      secret('sealed', 'auth-tokens', 'auth-token', 'grant', 'provider'),
      nullable(time('expires_at')),
      time('updated_at'),
    ],
    order: ['provider', 'user_id', 'scopes_json'],
    unique: [['id'], ['provider', 'user_id', 'scopes']],
    references: { provider: 'auth_providers' },
    hasRandomIds: true,
  },
];
