import type { IncomingMessage } from 'node:http';
import type { AgentCaller, AuthRequest, DeploymentAuth, OwnAuth } from '../ports/agent-auth.ts';
import { type Authenticator, hasApiKey, unauthorized } from './authenticate.ts';
import { HttpError } from './http-error.ts';
import type { RequestContext } from './request.ts';
import { type ResponseCheck, withResponseCheck } from './response-check.ts';
import type { Route, RouteResponse } from './route.ts';
import type { RequestTarget } from './router.ts';

/** Guards the routes of the dashboard. */
export interface DashboardGate {
  /** Headers of every response, including refusals. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * Returns a file of the dashboard; `undefined` if the path has a route. @throws HttpError if the request comes from
   * another site.
   */
  open(request: IncomingMessage, path: string): Promise<RouteResponse | undefined>;
  /** Returns whether a request carries an open session. */
  isSignedIn(headers: IncomingMessage['headers']): boolean;
}

export interface RouteCall {
  readonly route: Route;
  readonly params: Record<string, string>;
  readonly request: IncomingMessage;
  readonly target: RequestTarget;
  readonly context: RequestContext;
  /** The authenticated workspace; empty without one. */
  workspaceId: string;
  /** The caller authenticated by the deployment's own authentication. */
  agentCaller?: AgentCaller | undefined;
}

/** Acts before or after the rest of the chain, or responds itself. */
export type Middleware = (call: RouteCall, next: () => Promise<RouteResponse>) => Promise<RouteResponse>;

/** Runs a call through the middleware in the given order, then calls the handler. */
export function chain(
  middleware: readonly Middleware[],
  handle: (call: RouteCall) => Promise<RouteResponse>,
): (call: RouteCall) => Promise<RouteResponse> {
  return middleware.reduceRight<(call: RouteCall) => Promise<RouteResponse>>(
    (next, one) => (call) => one(call, () => next(call)),
    handle,
  );
}

/** Fails a request whose response contradicts its route. For tests. */
export function checkResponse(load: (() => Promise<ResponseCheck>) | undefined): Middleware {
  return async ({ route }, next) =>
    load === undefined || route.passesOn === true ? next() : withResponseCheck(route, next, await load());
}

/** Allows pages of any origin to read the response. */
const READABLE = { 'access-control-allow-origin': '*' };

/** Returns the preflight headers of a route that web pages may use. */
export function corsPreflight(allow: string): Record<string, string> {
  return {
    ...READABLE,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  };
}

/** Allows web pages to read the responses of routes marked for them, including refusals. */
export const cors: Middleware = async ({ route }, next) => {
  if (route.cors !== true) return next();
  try {
    const answer = await next();
    return 'stream' in answer ? answer : { ...answer, headers: { ...READABLE, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const headers = { ...READABLE, ...error.headers };
    throw new HttpError(error.status, error.detail, { cause: error, headers });
  }
};

export interface AuthenticationDependencies {
  authenticator: Authenticator;
  /** Returns whether a workspace may use the control plane; absent if all may. */
  deploymentEnabled?: (workspaceId: string) => boolean;
  /** Returns the workspace of a deployment; `undefined` if the deployment does not exist. */
  workspaceOf: (deploymentId: string) => Promise<string | undefined>;
  /** Authentication defined by authors of deployments; absent if none is defined. */
  deploymentAuth?: DeploymentAuth | undefined;
  /** SHA-256 (hex) of the key for `/_local`. */
  localKeyHash: string;
  /** Dashboard of the emulator; absent if it has none. */
  dashboard?: DashboardGate | undefined;
}

/** Checks the key that the route requires, and finds the workspace. @throws HttpError 401, 403, 404. */
export function authenticate(dependencies: AuthenticationDependencies): Middleware {
  return async (call, next) => {
    const { route, request, target } = call;
    if (target.deploymentId !== undefined) {
      // A request of the agent's own code needs no key.
      const { fromAgent } = call.context;
      const isOpen = route.auth === 'none' || fromAgent === 'api' || fromAgent === 'forward-own';
      const own = isOpen ? undefined : await dependencies.deploymentAuth?.of(target.deploymentId);
      if (own) {
        await authenticateByAuthor(dependencies, call, own);
        return next();
      }
      const workspaceId = await dependencies.workspaceOf(target.deploymentId);
      if (!isOpen) {
        call.workspaceId = await dependencies.authenticator.authenticateDeployment(
          request.headers,
          workspaceId,
        );
      } else if (workspaceId === undefined) {
        throw new HttpError(404, 'No deployment is served at this address.');
      } else call.workspaceId = workspaceId;
    } else if (route.auth === 'workspace') {
      call.workspaceId = await dependencies.authenticator.authenticateWorkspace(request.headers);
      if (route.surface === 'control-plane' && dependencies.deploymentEnabled?.(call.workspaceId) === false) {
        throw new HttpError(403, 'Deployment is not enabled for the organization of this workspace.');
      }
    } else if (route.auth === 'local' && !hasApiKey(request.headers, dependencies.localKeyHash)) {
      throw unauthorized("Send the ready line's key in the X-Api-Key header.");
    } else if (route.auth === 'session' && dependencies.dashboard?.isSignedIn(request.headers) !== true) {
      // Distinguishes this 401 from a 401 of a surface that the dashboard passes on.
      throw new HttpError(401, 'The session has ended: open a new link of the dashboard.', {
        headers: { 'x-ui-session': 'ended' },
      });
    }
    return next();
  };
}

/**
 * Lets the deployment's own code identify the caller.
 * @throws HttpError with the author's refusal, 404 without a deployment, 503 if no worker is available.
 */
async function authenticateByAuthor(
  dependencies: AuthenticationDependencies,
  call: RouteCall,
  own: OwnAuth,
): Promise<void> {
  const { route, request, target } = call;
  const workspaceId = await dependencies.workspaceOf(target.deploymentId ?? '');
  if (workspaceId === undefined) throw new HttpError(404, 'No deployment is served at this address.');
  call.workspaceId = workspaceId;
  if (route.openWithOwnAuth === true) return;
  if (own.takesKey(request.headers)) {
    await dependencies.authenticator.authenticateDeployment(request.headers, workspaceId);
    call.agentCaller = own.studioCaller();
  } else call.agentCaller = await own.authenticate(toAuthRequest(call));
}

function toAuthRequest({ request, target, context }: RouteCall): AuthRequest {
  const query = /\?(.*)$/s.exec(request.url ?? '')?.[1] ?? '';
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return {
    method: request.method ?? 'GET',
    url: `${new URL(context.origin).origin}${target.path}${query === '' ? '' : `?${query}`}`,
    path: target.path,
    query,
    headers,
  };
}
