import * as z from 'zod';
import {
  Authenticate,
  AuthenticateResponse,
  AuthWaitResponse,
  AuthWaitQuery,
  ProviderName,
} from '../../../contract/auth.ts';
import { DetailError } from '../../../contract/errors.ts';
import { HttpError } from '../../server/http-error.ts';
import { sendResponse } from '../../server/respond.ts';
import { type Route, route } from '../../server/route.ts';
import { notFound } from '../deployment-routes.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import { renderPage } from './page.ts';
import { type Callback, createSignInService } from './sign-in.ts';

const base = { surface: 'control-plane' } as const;
/** Of a form that a provider posts. */
const MAX_FORM_BYTES = 64 * 1024;

/** What a provider says of a sign-in, which is read leniently: the page tells the user what is missing. */
const CallbackForm = z.looseObject({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
});

/** Signing users in (facts: service §1.10). */
export function authFlowRoutes(
  deps: Pick<ControlPlaneDependencies, 'store' | 'clock' | 'newId' | 'addSecrets'>,
): Route[] {
  const signIns = createSignInService(deps);
  const callback = {
    ...base,
    path: '/v2/auth/callback/{provider_id}',
    auth: 'none',
    params: z.object({ provider_id: ProviderName }),
    responses: {
      200: { description: 'A page for the user: signed in', type: 'text/html' },
      400: { description: 'A page for the user: unknown, used, expired or incomplete', type: 'text/html' },
      403: { description: 'A page for the user: not granted', type: 'text/html' },
      502: { description: 'A page for the user: the provider did not exchange the code', type: 'text/html' },
    },
  } as const;
  const page = async (given: Callback) => {
    const answer = renderPage(await signIns.callback(given));
    return { stream: (response: Parameters<typeof sendResponse>[0]) => sendResponse(response, answer) };
  };
  return [
    route({
      ...base,
      method: 'POST',
      path: '/v2/auth/authenticate',
      summary: 'Sign a user in with a provider: a token, or where the user agrees',
      auth: 'workspace',
      body: Authenticate,
      responses: { 200: { description: 'How far it is', schema: AuthenticateResponse }, 404: notFound },
      handler: async ({ caller, origin, signal, body }) => ({
        status: 200,
        body: await signIns.authenticate({ workspaceId: caller.workspaceId, origin, signal }, body),
      }),
    }),
    route({
      ...base,
      method: 'GET',
      path: '/v2/auth/wait/{auth_id}',
      summary: 'Wait until a user has signed in',
      auth: 'workspace',
      params: z.object({ auth_id: z.string().min(1) }),
      query: AuthWaitQuery,
      responses: { 200: { description: 'How far it is', schema: AuthWaitResponse } },
      // A stream: whoever waits does not keep time from moving.
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
    route({
      ...callback,
      method: 'GET',
      summary: 'Where a provider sends its user back to',
      query: z.looseObject({ code: z.unknown().optional(), state: z.unknown().optional() }),
      handler: ({ params, query, signal }) =>
        page({ providerId: params.provider_id, parameters: parametersOf(query), signal }),
    }),
    route({
      ...callback,
      method: 'POST',
      summary: 'Where a provider that posts a form sends its user back to',
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
