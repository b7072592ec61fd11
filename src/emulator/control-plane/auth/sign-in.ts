import { createHash, randomBytes } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import {
  Authenticate,
  AuthenticateResponse,
  AuthWaitQuery,
  AuthWaitResponse,
  ProviderName,
} from '../../../contract/auth.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import type { AuthFlowRow, AuthProviderRow } from '../../ports/store.ts';
import { escapeHtml } from '../../server/escape-html.ts';
import { HttpError } from '../../server/http-error.ts';
import { sendResponse } from '../../server/respond.ts';
import { routesOf, type Route } from '../../server/route.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { notFound } from '../requests.ts';
import { type GrantedToken, GrantError, tokenClient } from './token-client.ts';
import { createUserTokens, sortScopes } from './tokens.ts';

const api = routesOf('control-plane', 'workspace');

/** Maximum time that a user has to consent, in milliseconds. */
const FLOW_MS = 10 * 60_000;
/** Minimum time between the expiry and the deletion of a sign-in flow, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;
/**
 * Interval in milliseconds at which a waiting request polls the store, because another process might receive the
 * callback.
 */
const POLL_MS = 1_000;

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');

/** Request that returns the user from a provider after consent. */
interface Callback {
  providerId: string;
  parameters: URLSearchParams;
  signal: AbortSignal;
}

type SignInDependencies = Pick<ControlPlaneDependencies, 'store' | 'clock' | 'newId' | 'addSecrets'>;

/** Signs users in with providers, using the authorization code flow of OAuth 2 with PKCE. */
interface SignInService {
  authenticate(
    who: { workspaceId: string; origin: string; signal: AbortSignal },
    body: Authenticate,
  ): Promise<AuthenticateResponse>;
  wait(workspaceId: string, authId: string, timeoutS: number, signal: AbortSignal): Promise<AuthWaitResponse>;
  /** Handles a callback and returns the page to show to the user. */
  callback(callback: Callback): Promise<CallbackPage>;
}

function createSignInService(dependencies: SignInDependencies): SignInService {
  const { store, clock } = dependencies;
  const { auth } = store;
  const tokens = createUserTokens(dependencies);
  const waiting = new Map<string, Set<() => void>>();
  const wake = (id: string) => {
    for (const go of waiting.get(id) ?? []) go();
  };

  const readFlow = async (workspaceId: string, authId: string): Promise<AuthWaitResponse> => {
    const flow = await auth.getFlow(workspaceId, authId);
    // A failed sign-in flow cannot succeed later.
    if (flow === undefined || flow.status === 'failed') return { status: 'not_found', token: null };
    if (flow.status !== 'completed') {
      return { status: flow.expiresAt <= clock.now() ? 'timeout' : 'pending', token: null };
    }
    const token = await tokens.ofFlow(flow);
    return token === undefined ? { status: 'not_found', token: null } : { status: 'completed', token };
  };

  return {
    async authenticate({ workspaceId, origin, signal }, body) {
      const provider = await auth.findProvider(workspaceId, body.provider);
      if (provider === undefined) throw new HttpError(404, `Provider ${body.provider} not found.`);
      const scopes = sortScopes(body.scopes ?? []);
      const token = await tokens.find(provider, body.user_id, scopes, signal);
      if (token !== undefined) return { status: 'completed', url: null, auth_id: null, token };
      return beginFlow(dependencies, provider, origin, body);
    },
    async wait(workspaceId, authId, timeoutS, signal) {
      const until = clock.elapsed() + timeoutS * 1_000;
      for (;;) {
        const woken = Promise.withResolvers<void>();
        const others = waiting.get(authId) ?? new Set();
        waiting.set(authId, others.add(woken.resolve));
        try {
          const found = await readFlow(workspaceId, authId);
          if (found.status !== 'pending' || timeoutS === 0) return found;
          const left = until - clock.elapsed();
          if (left <= 0) return { status: 'timeout', token: null };
          const stop = new AbortController();
          const pause = clock.sleep(Math.min(left, POLL_MS), AbortSignal.any([signal, stop.signal]));
          await Promise.race([woken.promise, pause]).finally(() => {
            stop.abort();
            pause.catch(() => undefined);
          });
        } finally {
          others.delete(woken.resolve);
          if (others.size === 0) waiting.delete(authId);
        }
      }
    },
    async callback(callback) {
      const { providerId, parameters } = callback;
      const states = parameters.getAll('state');
      dependencies.addSecrets([...states, ...parameters.getAll('code')]);
      const flow = states.length === 1 ? await auth.findFlowByState(hashOf(states[0] ?? '')) : undefined;
      const provider = flow && (await auth.getProvider(flow.provider));
      if (flow === undefined || provider === undefined) return UNKNOWN;
      // Only the first callback of a sign-in flow is handled, even if handling it fails.
      if (!(await auth.moveFlow(flow.id, 'pending', 'exchanging'))) return USED;
      const fail = async (page: CallbackPage) => {
        await auth.moveFlow(flow.id, 'exchanging', 'failed');
        return page;
      };
      try {
        if (provider.providerId !== providerId) return await fail(UNKNOWN);
        if (flow.expiresAt <= clock.now()) return await fail(EXPIRED);
        if (parameters.has('error')) return await fail(DENIED);
        if (parameters.getAll('code').length !== 1) return await fail(INCOMPLETE);
        await tokens.keep(flow, await exchangeCode(dependencies, flow, provider, callback));
        await auth.moveFlow(flow.id, 'exchanging', 'completed');
        return DONE;
      } catch (error) {
        const failed = await fail(FAILED);
        if (error instanceof GrantError) return failed;
        throw error;
      } finally {
        wake(flow.id);
      }
    },
  };
}

/** Stores a new sign-in flow, and returns the provider's URL where the user can consent. */
async function beginFlow(
  { store, clock, newId, addSecrets }: SignInDependencies,
  provider: AuthProviderRow,
  origin: string,
  body: Authenticate,
): Promise<AuthenticateResponse> {
  const state = randomBytes(32).toString('base64url');
  const verifier = oauth.generateRandomCodeVerifier();
  addSecrets([state, verifier]);
  const now = clock.now();
  const scopes = sortScopes(body.scopes ?? []);
  const redirectUri = `${origin}/v2/auth/callback/${provider.providerId}`;
  const flow: AuthFlowRow = {
    id: newId(),
    provider: provider.id,
    workspaceId: provider.workspaceId,
    userId: body.user_id,
    agentId: body.agent_id ?? null,
    scopes,
    stateHash: hashOf(state),
    redirectUri,
    status: 'pending',
    createdAt: now,
    expiresAt: now + FLOW_MS,
  };
  await store.auth.insertFlow(flow, verifier, now - KEPT_MS);
  const url = await tokenClient.authorizationUrl(provider, { state, redirectUri, scopes, verifier });
  return { status: 'pending', url, auth_id: flow.id, token: null };
}

/** Exchanges the authorization code of a callback for a token. */
async function exchangeCode(
  { store: { auth } }: SignInDependencies,
  flow: AuthFlowRow,
  provider: AuthProviderRow,
  { parameters, signal }: Callback,
): Promise<GrantedToken> {
  const [secret, verifier] = [await auth.clientSecret(provider.id), await auth.verifier(flow.id)];
  return tokenClient.exchange(
    provider,
    secret ?? '',
    {
      parameters,
      state: parameters.get('state') ?? '',
      redirectUri: flow.redirectUri,
      verifier: verifier ?? '',
    },
    signal,
  );
}

const AGAIN = 'Go back and start the sign-in again.';
const DONE: CallbackPage = { status: 200, title: 'You are signed in', text: 'You can close this page.' };
const UNKNOWN: CallbackPage = {
  status: 400,
  title: 'Unknown sign-in',
  text: `This sign-in was not started here, or it was started with another provider. ${AGAIN}`,
};
const USED: CallbackPage = {
  status: 400,
  title: 'This sign-in was already completed',
  text: `Its callback was already received, and each callback is accepted once. ${AGAIN}`,
};
const EXPIRED: CallbackPage = { status: 400, title: 'This sign-in has expired', text: AGAIN };
const INCOMPLETE: CallbackPage = {
  status: 400,
  title: "The provider's response is incomplete",
  text: `The provider sent no code. ${AGAIN}`,
};
const DENIED: CallbackPage = {
  status: 403,
  title: 'Access was not granted',
  text: `The provider reports that you did not give consent or are not allowed to. ${AGAIN}`,
};
const FAILED: CallbackPage = {
  status: 502,
  title: 'The sign-in could not be completed',
  text: `The provider did not exchange the code for a token. ${AGAIN} If this happens again, check the provider's configuration.`,
};
const MAX_FORM_BYTES = 64 * 1024;

/** Parameters of a callback, all optional, so that the page can show the missing parameter. */
const CallbackForm = z.looseObject({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
});

/** Creates the routes that sign users in. */
export function authFlowRoutes(dependencies: SignInDependencies): Route[] {
  const signIns = createSignInService(dependencies);
  const callback = {
    auth: 'none',
    params: z.object({ provider_id: ProviderName }),
    responses: {
      200: { description: 'A page for the user: signed in', type: 'text/html' },
      400: { description: 'A page for the user: unknown, used, expired or incomplete', type: 'text/html' },
      403: { description: 'A page for the user: not granted', type: 'text/html' },
      502: {
        description: 'A page for the user: the provider did not exchange the code for a token',
        type: 'text/html',
      },
    },
  } as const;
  const page = async (given: Callback) => {
    const answer = renderPage(await signIns.callback(given));
    return { stream: (response: Parameters<typeof sendResponse>[0]) => sendResponse(response, answer) };
  };
  return [
    api.post('/v2/auth/authenticate', {
      summary: "Sign a user in with a provider: returns a token, or the URL for the user's consent",
      body: Authenticate,
      responses: {
        200: { description: 'State of the sign-in', schema: AuthenticateResponse },
        404: notFound,
      },
      handler: async ({ caller, origin, signal, body }) => ({
        status: 200,
        body: await signIns.authenticate({ workspaceId: caller.workspaceId, origin, signal }, body),
      }),
    }),
    api.get('/v2/auth/wait/{auth_id}', {
      summary: 'Wait until a user has signed in',
      params: z.object({ auth_id: z.string().min(1) }),
      query: AuthWaitQuery,
      responses: { 200: { description: 'State of the sign-in', schema: AuthWaitResponse } },
      // The response is a stream, because a waiting request without a stream would stop virtual time.
      handler: ({ caller, params, query, signal }) => ({
        stream: async (response) => {
          const body = await signIns
            .wait(caller.workspaceId, params.auth_id, query.timeout, signal)
            .catch((error: unknown) => {
              if (signal.aborted) return undefined;
              throw error;
            });
          if (body === undefined) response.destroy();
          else await sendResponse(response, { status: 200, body, headers: { 'cache-control': 'no-store' } });
        },
      }),
    }),
    api.get('/v2/auth/callback/{provider_id}', {
      ...callback,
      summary: 'Callback for providers',
      query: z.looseObject({ code: z.unknown().optional(), state: z.unknown().optional() }),
      handler: ({ params, query, signal }) =>
        page({ providerId: params.provider_id, parameters: parametersOf(query), signal }),
    }),
    api.post('/v2/auth/callback/{provider_id}', {
      ...callback,
      summary: 'Callback for providers that post a form',
      body: CallbackForm,
      rawBody: true,
      bodyType: 'application/x-www-form-urlencoded',
      responses: {
        ...callback.responses,
        413: { description: 'The form is too large', schema: DetailError },
        415: { description: 'Not a form', schema: DetailError },
      },
      handler: async ({ params, headers, readBytes, signal }) => {
        if (!/^application\/x-www-form-urlencoded(\s*;|$)/i.test(headers['content-type'] ?? '')) {
          throw new HttpError(415, 'Send a form: application/x-www-form-urlencoded.');
        }
        const form = (await readBytes(MAX_FORM_BYTES)).toString('utf8');
        return page({ providerId: params.provider_id, parameters: new URLSearchParams(form), signal });
      },
    }),
  ];
}

function parametersOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (typeof value === 'string') parameters.append(name, value);
    }
  }
  return parameters;
}

/** Page that the user sees at the end of a sign-in. */
interface CallbackPage {
  status: number;
  title: string;
  text: string;
}

/** Renders a page that loads no other file, is not cached and does not send a referrer. */
function renderPage({ status, title, text }: CallbackPage) {
  return {
    status,
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
    },
  };
}
