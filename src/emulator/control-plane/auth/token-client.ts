import * as oauth from 'oauth4webapi';
import { isJsonObject, parseJson } from '../../../contract/json-safety.ts';
import type { AuthGrant, AuthProviderRow } from '../../ports/store.ts';

/** Timeout of a request to a provider, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** A token that a provider has granted. */
export interface GrantedToken {
  grant: AuthGrant;
  /** Scopes in the provider's response, or `undefined` if all requested scopes were granted. */
  scopes: string[] | undefined;
  expiresInS: number | undefined;
}

/**
 * Thrown if the provider does not grant a token. `refused` is true if the provider refused the request, so a retry
 * would not help.
 */
export class GrantError extends Error {
  override readonly name = 'NotGranted';
  readonly refused: boolean;

  constructor(refused: boolean, message: string, options: { cause: unknown }) {
    super(message, options);
    this.refused = refused;
  }
}

export interface TokenClient {
  /** Returns the URL where the user consents. */
  authorizationUrl(
    provider: AuthProviderRow,
    request: { state: string; redirectUri: string; scopes: readonly string[]; verifier: string },
  ): Promise<string>;
  /** Exchanges an authorization code for a token. @throws GrantError if the provider does not grant a token. */
  exchange(
    provider: AuthProviderRow,
    secret: string,
    given: { parameters: URLSearchParams; state: string; redirectUri: string; verifier: string },
    signal: AbortSignal,
  ): Promise<GrantedToken>;
  /** Refreshes a token. @throws GrantError if the provider does not grant a new token. */
  refresh(
    provider: AuthProviderRow,
    secret: string,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<GrantedToken>;
}

/** OAuth 2 client for the providers of a workspace (RFC 6749, RFC 7636). */
export const tokenClient: TokenClient = {
  async authorizationUrl(provider, { state, redirectUri, scopes, verifier }) {
    const url = new URL(provider.authUrl);
    const parameters: Record<string, string> = {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      state,
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    };
    if (provider.usesPkce) {
      parameters['code_challenge'] = await oauth.calculatePKCECodeChallenge(verifier);
      parameters['code_challenge_method'] = provider.challengeMethod;
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  },
  exchange(provider, secret, { parameters, state, redirectUri, verifier }, signal) {
    return granting(async () => {
      const { server, client, auth, options } = setUp(provider, secret, signal);
      const own = new URLSearchParams(parameters);
      // `iss` cannot be verified, because the configuration does not contain the issuer.
      own.delete('iss');
      const checked = oauth.validateAuthResponse(server, client, own, state);
      // oxlint-disable-next-line typescript/no-deprecated -- the provider was registered without PKCE
      const pkce = provider.usesPkce ? verifier : oauth.nopkce;
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        auth,
        checked,
        redirectUri,
        pkce,
        options,
      );
      return oauth.processAuthorizationCodeResponse(server, client, response);
    });
  },
  refresh(provider, secret, refreshToken, signal) {
    return granting(async () => {
      const { server, client, auth, options } = setUp(provider, secret, signal);
      const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
      return oauth.processRefreshTokenResponse(server, client, response);
    });
  },
};

function setUp(provider: AuthProviderRow, secret: string, signal: AbortSignal) {
  return {
    server: {
      issuer: new URL(provider.tokenUrl).origin,
      authorization_endpoint: provider.authUrl,
      token_endpoint: provider.tokenUrl,
    },
    client: { client_id: provider.clientId },
    auth: oauth.ClientSecretBasic(secret),
    options: {
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      // The contract allows http only on loopback.
      // oxlint-disable-next-line typescript/no-deprecated -- marked so as to be noticed
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: boundedFetch,
    },
  };
}

/**
 * Calls `fetch` without redirects and with a size limit for the response, and removes ID tokens, because they are not
 * used.
 */
async function boundedFetch(url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: init.signal ?? null });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the response is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const { status, headers } = response;
  // Responses with the status 1xx, 204, 205 or 304 have no body.
  if (status < 200 || status === 204 || status === 205 || status === 304)
    return new Response(null, { status: 502 });
  return new Response(withoutIdToken(text), { status, headers });
}

function withoutIdToken(text: string): string {
  if (!text.includes('id_token')) return text;
  const body = parseJson(text);
  if (!isJsonObject(body)) return text;
  return JSON.stringify(Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'id_token')));
}

async function granting(work: () => Promise<oauth.TokenEndpointResponse>): Promise<GrantedToken> {
  let answer: oauth.TokenEndpointResponse;
  try {
    answer = await work();
  } catch (cause) {
    const refused = cause instanceof oauth.ResponseBodyError && cause.status < 500;
    // The provider's message might repeat parts of the request, so only the kind of error is reported.
    const what =
      cause instanceof oauth.ResponseBodyError
        ? `responded with ${cause.status} and an error`
        : cause instanceof Error && cause.name === 'TimeoutError'
          ? 'did not respond in time'
          : 'sent an unusable response';
    throw new GrantError(refused, `The provider's token endpoint ${what}.`, { cause });
  }
  return {
    grant: { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null },
    scopes: answer.scope?.split(' ').filter((scope) => scope !== ''),
    expiresInS: answer.expires_in,
  };
}
