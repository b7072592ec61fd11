import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { timeAfter } from '../../ports/clock.ts';
import type { AuthFlowRow, AuthProviderRow, AuthTokenRow } from '../../ports/store.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { type GrantedToken, GrantError, tokenClient } from './token-client.ts';

/** Remaining lifetime below which a token is refreshed before it is returned, in milliseconds. */
const SKEW_MS = 30_000;

type TokenOwner = Pick<AuthFlowRow, 'provider' | 'userId' | 'scopes'>;

/** Stored tokens of users, with the providers' grants. */
interface UserTokens {
  /**
   * Stores a granted token and returns it. If the provider's response specifies no scopes, the token gets the scopes of
   * `owner`.
   */
  keep(owner: TokenOwner, granted: GrantedToken): Promise<string>;
  /** Returns a stored token that covers the scopes and does not expire soon. Refreshes the token if necessary. */
  find(
    provider: AuthProviderRow,
    userId: string,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /** Returns the stored token of a completed sign-in flow. */
  ofFlow(flow: TokenOwner): Promise<string | undefined>;
}

/**
 * Creates the functions that store, find and refresh users' tokens. Refreshes of one user's tokens run sequentially.
 */
export function createUserTokens({
  store: { auth },
  clock,
  newId,
  addSecrets,
}: Pick<ControlPlaneDependencies, 'store' | 'clock' | 'newId' | 'addSecrets'>): UserTokens {
  const refreshing = createKeyedLock();
  const keep = async (owner: TokenOwner, granted: GrantedToken) => {
    const { grant, scopes, expiresInS } = granted;
    addSecrets([grant.accessToken, ...(grant.refreshToken === null ? [] : [grant.refreshToken])]);
    const now = clock.now();
    const row: AuthTokenRow = {
      id: newId(),
      provider: owner.provider,
      userId: owner.userId,
      scopes: sortScopes(scopes ?? owner.scopes),
      expiresAt: expiresInS === undefined ? null : timeAfter(now, expiresInS),
      updatedAt: now,
    };
    await auth.putToken(row, grant);
    return grant.accessToken;
  };

  const findOrRefresh = async (
    provider: AuthProviderRow,
    userId: string,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const rows = await auth.tokensOf(provider.id, userId);
    for (const row of rows.filter((one) => scopes.every((scope) => one.scopes.includes(scope)))) {
      const grant = await auth.grant(row.id);
      if (grant === undefined) continue;
      addSecrets([grant.accessToken]);
      if (row.expiresAt === null || row.expiresAt - SKEW_MS > clock.now()) return grant.accessToken;
      if (grant.refreshToken === null) continue;
      try {
        const secret = (await auth.clientSecret(provider.id)) ?? '';
        const fresh = await tokenClient.refresh(provider, secret, grant.refreshToken, signal);
        // Many providers return no new refresh token and continue to accept the old refresh token.
        const refreshToken = fresh.grant.refreshToken ?? grant.refreshToken;
        return await keep(row, { ...fresh, grant: { ...fresh.grant, refreshToken } });
      } catch (error) {
        if (!(error instanceof GrantError)) throw error;
        if (error.refused) await auth.removeToken(row.id);
      }
    }
    return undefined;
  };

  return {
    keep,
    find: (provider, userId, scopes, signal) =>
      refreshing(JSON.stringify([provider.id, userId]), () =>
        findOrRefresh(provider, userId, scopes, signal),
      ),
    async ofFlow({ provider, userId, scopes }) {
      const rows = await auth.tokensOf(provider, userId);
      const row = rows.find((one) => scopes.every((scope) => one.scopes.includes(scope))) ?? rows[0];
      const grant = row && (await auth.grant(row.id));
      if (grant !== undefined) addSecrets([grant.accessToken]);
      return grant?.accessToken;
    },
  };
}

/** Returns the scopes sorted and without duplicates. */
export function sortScopes(scopes: readonly string[]): string[] {
  return [...new Set(scopes)].toSorted();
}
