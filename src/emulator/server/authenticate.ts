import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_SCOPES, type KeyScope } from '../ports/key-scopes.ts';
import type { ApiKeyRow, Workspaces } from '../ports/store.ts';
import { HttpError } from './http-error.ts';

/** Key that the emulator accepts. A stored key has neither a name nor scopes, and therefore the default scopes. */
export interface ApiKey extends ApiKeyRow {
  name?: string | undefined;
  scopes?: readonly KeyScope[] | undefined;
}

/** Identity of a key in the audit log. The ID is derived from the key's hash and opens nothing. */
export interface KeyIdentity {
  id: string;
  name: string | undefined;
}

/** Hashes an API key for storage and comparison: SHA-256 in hex. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Returns the API key of a request: `X-Api-Key`, or else a bearer token. */
export function apiKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const own = single(headers['x-api-key']);
  if (own !== undefined && own !== '') return own;
  return bearerTokenOf(headers);
}

/** Returns the bearer token of a request. */
export function bearerTokenOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

export interface Authenticator {
  /**
   * Returns the ID of the workspace for a control plane request. The API key authenticates the caller. `X-Tenant-Id`
   * only selects one of the caller's workspaces. Throws 401 for a missing or unknown key, and 403 if the key lacks the
   * scope or cannot access the workspace, or if the request must specify a workspace.
   */
  authenticateWorkspace(headers: IncomingHttpHeaders, scope: KeyScope | undefined): Promise<string>;
  /** Authenticates a request whose URL determines the workspace, such as a request to a deployment. */
  authenticateDeployment(
    headers: IncomingHttpHeaders,
    workspaceId: string | undefined,
    scope: KeyScope | undefined,
  ): Promise<string>;
  /**
   * Checks that a key of the seed opens `/_local`. Throws 401 for a missing or unknown key, and 403 for a key without
   * the scope `admin`. `hint` follows the reason of a 401.
   */
  authenticateAdmin?(headers: IncomingHttpHeaders, hint: string): Promise<void>;
  /** Returns the identity of the request's key for the audit log, or `undefined` for an unknown key. */
  identify?(headers: IncomingHttpHeaders): Promise<KeyIdentity | undefined>;
}

/** Creates the authenticator, which looks up keys by their hashes with `findKey`. */
export function createAuthenticator(
  findKey: (hash: string) => Promise<ApiKey | undefined> | ApiKey,
  workspaces: Pick<Workspaces, 'get'>,
): Authenticator {
  const findCaller = (headers: IncomingHttpHeaders): ReturnType<typeof findKey> => {
    const key = apiKeyOf(headers);
    if (key === undefined) throw unauthorized('Missing API key: send it in the X-Api-Key header.');
    return findKey(hashKey(key));
  };

  return {
    authenticateWorkspace: async (headers, scope) => {
      const row = known(await findCaller(headers));
      const tenant = single(headers['x-tenant-id'])?.trim().toLowerCase();
      if (row.scope === 'workspace') {
        if (tenant === undefined || tenant === '' || tenant === row.workspaceId.toLowerCase()) {
          requireScope(row, scope);
          return row.workspaceId;
        }
        throw new HttpError(403, 'This API key has no access to the workspace named by X-Tenant-Id.');
      }
      requireScope(row, scope);
      if (tenant === undefined || tenant === '') {
        throw new HttpError(
          403,
          'This organization-scoped API key requires workspace specification: send X-Tenant-Id.',
        );
      }
      const workspace = await workspaces.get(tenant);
      if (workspace === undefined) {
        throw new HttpError(403, 'This API key has no access to the workspace named by X-Tenant-Id.');
      }
      return workspace.id;
    },
    authenticateDeployment: async (headers, workspaceId, scope) => {
      const row = known(await findCaller(headers));
      if (workspaceId === undefined) throw new HttpError(404, 'No deployment is served at this address.');
      if (row.scope === 'workspace' && row.workspaceId !== workspaceId) {
        throw new HttpError(403, 'This API key has no access to the workspace of this deployment.');
      }
      requireScope(row, scope);
      return workspaceId;
    },
    authenticateAdmin: async (headers, hint) => {
      const key = apiKeyOf(headers);
      const row = key === undefined ? undefined : await findKey(hashKey(key));
      if (row === undefined) throw unauthorized(hint);
      requireScope(row, 'admin');
    },
    identify: async (headers) => {
      const key = apiKeyOf(headers);
      const row = key === undefined ? undefined : await findKey(hashKey(key));
      return row && { id: keyId(row.hash), name: row.name };
    },
  };
}

function known(row: ApiKey | undefined): ApiKey {
  if (row === undefined) throw unauthorized('Invalid API key.');
  return row;
}

function requireScope({ scopes = DEFAULT_SCOPES }: ApiKey, scope: KeyScope | undefined): void {
  if (scope === undefined || scopes.includes(scope)) return;
  throw new HttpError(
    403,
    `This API key lacks the scope "${scope}", which the request requires. The key has: ${scopes.join(', ')}.`,
  );
}

/** Returns the ID of a key for the audit log. The hash is hashed again, so the ID cannot be compared with stored keys. */
export function keyId(keyHash: string): string {
  return `key-${hash('sha256', `audit ${keyHash}`, 'hex').slice(0, 12)}`;
}

/** Returns the hash of the request's key if `keyHashes` contains it. Compares the hashes in constant time. */
export function findKeyHash(headers: IncomingHttpHeaders, keyHashes: readonly string[]): string | undefined {
  const key = apiKeyOf(headers);
  if (key === undefined) return undefined;
  const given = hashKey(key);
  const same = keyHashes.filter((one) => timingSafeEqual(Buffer.from(given), Buffer.from(one)));
  return same[0];
}

/** Compares two secrets, or their hashes, in constant time. The secrets can differ in length. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

export function unauthorized(detail: string): HttpError {
  return new HttpError(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
