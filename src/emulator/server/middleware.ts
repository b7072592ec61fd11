import type { IncomingMessage } from 'node:http';
import type { AgentCaller, AuthRequest, DeploymentAuth, OwnAuth } from '../ports/agent-auth.ts';
import { type Authenticator, findKeyHash, unauthorized } from './authenticate.ts';
import { HttpError } from './http-error.ts';
import type { RequestContext } from './request.ts';
import { type ResponseCheck, withResponseCheck } from './response-check.ts';
import type { Route, RouteResponse } from './route.ts';
import { agentRequestScopes, routeScope } from './route-scopes.ts';
import type { RequestTarget } from './router.ts';

/** Checks that protect the dashboard's routes. */
export interface DashboardGate {
  /** Headers of every response of the dashboard's routes, including errors. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Returns a dashboard file, or `undefined` if the path has a route. @throws HttpError for another site's request. */
  open(request: IncomingMessage, path: string): Promise<RouteResponse | undefined>;
  /** Returns whether the request belongs to an open session. */
  isSignedIn(headers: IncomingMessage['headers']): boolean;
}

export interface RouteCall {
  readonly route: Route;
  readonly params: Record<string, string>;
  readonly request: IncomingMessage;
  readonly target: RequestTarget;
  readonly context: RequestContext;
  /** ID of the authenticated workspace, or an empty string if no workspace is authenticated. */
  workspaceId: string;
  /** Caller that the deployment's own authentication identified. */
  agentCaller?: AgentCaller | undefined;
}

/** Step in the handling of a request. A step can run before and after the rest of the chain, or respond itself. */
export type Middleware = (call: RouteCall, next: () => Promise<RouteResponse>) => Promise<RouteResponse>;

/** Creates a function that runs the middleware in order and then calls the handler. */
export function chain(
  middleware: readonly Middleware[],
  handle: (call: RouteCall) => Promise<RouteResponse>,
): (call: RouteCall) => Promise<RouteResponse> {
  return middleware.reduceRight<(call: RouteCall) => Promise<RouteResponse>>(
    (next, one) => (call) => one(call, () => next(call)),
    handle,
  );
}

/** Creates middleware for tests. A request fails if its response contradicts the description of the route. */
export function checkResponse(load: (() => Promise<ResponseCheck>) | undefined): Middleware {
  return async ({ route }, next) =>
    load === undefined || route.passesOn === true ? next() : withResponseCheck(route, next, await load());
}

/** Headers that allow pages of any origin to read the response. */
const READABLE = { 'access-control-allow-origin': '*' };

/** Returns the preflight headers of a route that web pages can use. */
export function corsPreflight(allow: string): Record<string, string> {
  return {
    ...READABLE,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  };
}

/** Allows web pages to read all responses, including refusals, of routes that declare `cors`. */
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
  /** Returns whether a workspace may use the control plane, or absent if every workspace may use it. */
  deploymentEnabled?: (workspaceId: string) => boolean;
  workspaceOf: (deploymentId: string) => Promise<string | undefined>;
  /** Authentication that agent developers define, or absent if no deployment can define authentication. */
  deploymentAuth?: DeploymentAuth | undefined;
  /** SHA-256 of each key for `/_local` in hex. Without a key, `/_local` is closed. */
  localKeyHashes: readonly string[];
  /** Explains which key opens `/_local`. */
  localKeyHint?: string | undefined;
  /** Dashboard of the emulator, or absent if the dashboard is off. */
  dashboard?: DashboardGate | undefined;
}

/** Creates middleware that checks the required key and finds the workspace. @throws HttpError 401, 403, 404. */
export function authenticate(dependencies: AuthenticationDependencies): Middleware {
  return async (call, next) => {
    const { route, request, target } = call;
    if (target.deploymentId !== undefined) {
      // Requests of the agent's own code need no key.
      const { fromAgent } = call.context;
      const isOpen = route.auth === 'none' || fromAgent === 'api' || fromAgent === 'forward-own';
      const own = isOpen ? undefined : await dependencies.deploymentAuth?.of(target.deploymentId);
      if (own) {
        await authenticateByAuthor(dependencies, call, own);
        return next();
      }
      const workspaceId = await dependencies.workspaceOf(target.deploymentId);
      if (!isOpen) {
        call.workspaceId = await authenticateByKey(dependencies, call, workspaceId);
      } else if (workspaceId === undefined) {
        throw new HttpError(404, 'No deployment is served at this address.');
      } else call.workspaceId = workspaceId;
    } else if (route.auth === 'workspace') {
      call.workspaceId = await dependencies.authenticator.authenticateWorkspace(
        request.headers,
        routeScope(route),
      );
      if (route.surface === 'control-plane' && dependencies.deploymentEnabled?.(call.workspaceId) === false) {
        throw new HttpError(403, 'Deployment is not enabled for the organization of this workspace.');
      }
    } else if (route.auth === 'local') {
      await authenticateLocal(dependencies, request.headers);
    } else if (route.auth === 'session' && dependencies.dashboard?.isSignedIn(request.headers) !== true) {
      // The header distinguishes the 401 for an ended session from a 401 of a surface that the dashboard forwards.
      throw new HttpError(401, 'The session has ended: open a new link of the dashboard.', {
        headers: { 'x-ui-session': 'ended' },
      });
    }
    return next();
  };
}

/** Returns the error for a route that only the separate port for `/_local` serves, regardless of the request's key. */
export function onAdminPort(): HttpError {
  return new HttpError(
    404,
    'Not Found: this port does not serve /_local. Use the port of --admin-port, which no ingress reaches.',
  );
}

/** Checks that the request's key opens the deployment's workspace, and returns the workspace. @throws HttpError. */
async function authenticateByKey(
  { authenticator }: AuthenticationDependencies,
  { route, request, target }: RouteCall,
  workspaceId: string | undefined,
): Promise<string> {
  // A request for the developer's own application has no route.
  const scopes =
    route.passesOn === true ? agentRequestScopes(request.method ?? 'GET', target.path) : [routeScope(route)];
  let found = '';
  for (const scope of scopes) {
    found = await authenticator.authenticateDeployment(request.headers, workspaceId, scope);
  }
  return found;
}

async function authenticateLocal(
  { localKeyHashes, localKeyHint, authenticator }: AuthenticationDependencies,
  headers: IncomingMessage['headers'],
): Promise<void> {
  if (findKeyHash(headers, localKeyHashes) !== undefined) return;
  const hint = localKeyHint ?? "Send the ready line's key in the X-Api-Key header.";
  if (authenticator.authenticateAdmin === undefined) throw unauthorized(hint);
  await authenticator.authenticateAdmin(headers, hint);
}

/**
 * Identifies the caller with the agent developer's authentication code.
 * @throws HttpError with the code's refusal; 404 without a deployment; 503 if no worker is available.
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
    await authenticateByKey(dependencies, call, workspaceId);
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
