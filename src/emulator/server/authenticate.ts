import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeyRow, Workspaces } from '../ports/store.ts';
import { HttpError } from './http-error.ts';

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
   * only selects one of the caller's workspaces. Throws 401 for a missing or unknown key, and 403 if the key cannot
   * access the workspace or the request must specify a workspace.
   */
  authenticateWorkspace(headers: IncomingHttpHeaders): Promise<string>;
  /** Authenticates a request whose URL determines the workspace, such as a request to a deployment. */
  authenticateDeployment(headers: IncomingHttpHeaders, workspaceId: string | undefined): Promise<string>;
}

/** Creates the authenticator, which looks up keys by their hashes with `findKey`. */
export function createAuthenticator(
  findKey: (hash: string) => Promise<ApiKeyRow | undefined> | ApiKeyRow,
  workspaces: Pick<Workspaces, 'get'>,
): Authenticator {
  const findCaller = (headers: IncomingHttpHeaders): ReturnType<typeof findKey> => {
    const key = apiKeyOf(headers);
    if (key === undefined) throw unauthorized('Missing API key: send it in the X-Api-Key header.');
    return findKey(hashKey(key));
  };

  return {
    authenticateWorkspace: async (headers) => {
      const row = known(await findCaller(headers));
      const tenant = single(headers['x-tenant-id'])?.trim().toLowerCase();
      if (row.scope === 'workspace') {
        if (tenant === undefined || tenant === '' || tenant === row.workspaceId.toLowerCase()) {
          return row.workspaceId;
        }
        throw new HttpError(403, 'This API key has no access to the workspace named by X-Tenant-Id.');
      }
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
    authenticateDeployment: async (headers, workspaceId) => {
      const row = known(await findCaller(headers));
      if (workspaceId === undefined) throw new HttpError(404, 'No deployment is served at this address.');
      if (row.scope === 'workspace' && row.workspaceId !== workspaceId) {
        throw new HttpError(403, 'This API key has no access to the workspace of this deployment.');
      }
      return workspaceId;
    },
  };
}

function known(row: ApiKeyRow | undefined): ApiKeyRow {
  if (row === undefined) throw unauthorized('Invalid API key.');
  return row;
}

/** Compares the request's API key with a key's hash in constant time. */
export function hasApiKey(headers: IncomingHttpHeaders, keyHash: string): boolean {
  const key = apiKeyOf(headers);
  if (key === undefined) return false;
  return timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(keyHash));
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
