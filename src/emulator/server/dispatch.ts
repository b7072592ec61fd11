import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { memoizeAsync } from '../../clients/memoize.ts';
import { createPacer } from '../../clients/pacer.ts';
import type { ValidationError } from '../../contract/error-bodies.ts';
import { type RequestPart, toValidationErrors } from '../../contract/errors.ts';
import {
  JSON_LIMITS,
  type JsonLimits,
  protoKeyError,
  SETTINGS_JSON_LIMITS,
} from '../../contract/json-safety.ts';
import type { AnswerAgent, HttpSettings } from '../ports/agent-http.ts';
import {
  type AgentHttp,
  askApp,
  headersOf,
  isDisabled,
  isForApp,
  needsSettings,
  notReady,
  sendAnswer,
  withoutMountPrefix,
} from './agent-app.ts';
import { audit, type RecordAudit } from './audit.ts';
import { type CorsPolicy, isPreflight, preflightResponse } from './cors.ts';
import { HttpError } from './http-error.ts';
import {
  authenticate,
  type AuthenticationDependencies,
  chain,
  checkResponse,
  cors,
  corsPreflight,
  onAdminPort,
  type RouteCall,
} from './middleware.ts';
import { type Addresses, misdirectedRequest } from './misdirected.ts';
import { HandlerRequest, parseQuery, readJsonBody, type RequestContext } from './request.ts';
import type { ResponseCheck } from './response-check.ts';
import { reverseProxy, type Upstreams } from './reverse-proxy.ts';
import type { Method, Route, RouteResponse, SurfaceName } from './route.ts';
import { agentRequestScopes } from './route-scopes.ts';
import { createRouter, type RequestTarget, type Router } from './router.ts';

/** Dependencies that find and run the handler of a request. */
export interface DispatchDependencies extends AuthenticationDependencies {
  /**
   * Returns a surface's routes. Called at the surface's first request. The agent server's paths are relative to a
   * deployment's URL.
   */
  routesOf: (surface: SurfaceName) => Promise<readonly Route[]>;
  /**
   * Servers inside deployments that respond instead of the agent server, or absent if no deployment has its own server.
   */
  upstreams?: Upstreams;
  /** Returns the policy for web pages that call a deployment. Without the function or a policy, no page may call it. */
  corsPolicy?: ((deploymentId: string) => CorsPolicy | undefined) | undefined;
  /**
   * True (the default) if deployments have their own ports. Web pages can then call a deployment only on its own port.
   */
  hasOwnPorts?: boolean;
  /** Correct URLs for clients that confuse the control plane's URL with the URL of an agent. */
  addresses?: Addresses;
  /** HTTP settings and applications of deployments, or absent if no deployment can have settings or an application. */
  agentHttp?: AgentHttp | undefined;
  /** Handles a request that the agent developer's application forwards with a changed body. */
  answerAgent?: AnswerAgent | undefined;
  /** Stores an entry of the audit log, or absent if this emulator keeps no audit log. */
  recordAudit?: RecordAudit | undefined;
  /**
   * Loads a check for tests that compares every response with its schema. A request whose response is invalid fails.
   */
  responseCheck: (() => Promise<ResponseCheck>) | undefined;
}

/**
 * Finds a request's route and calls its handler through the middleware. Throws HttpError if the request is refused or
 * fails.
 */
export type Dispatch = (
  request: IncomingMessage,
  target: RequestTarget,
  context: RequestContext,
) => Promise<RouteResponse>;

/** Creates the dispatcher for a table of routes. The dispatcher's errors are 404, 405, and 422 with `loc`. */
export function createDispatch(dependencies: DispatchDependencies): Dispatch {
  const { agentHttp } = dependencies;
  const routerOf = createRouters(dependencies.routesOf);
  const readIdentity = chain([authenticate(dependencies)], ({ agentCaller }) => {
    const identity = agentCaller?.identity;
    const user = identity && { ...identity.user, permissions: identity.permissions };
    return Promise.resolve({ status: 200, body: user ? { user } : {} });
  });
  /** Authenticates a request for the agent developer's application, and responds with the caller's identity. */
  const authenticateForApp = (request: IncomingMessage, target: RequestTarget, context: RequestContext) =>
    readIdentity({ route: ANY_ROUTE, params: {}, request, target, context, workspaceId: '' });
  const serve = chain(
    [checkResponse(dependencies.responseCheck), cors, audit(dependencies), authenticate(dependencies)],
    handle,
  );

  return async (request, target, context) => {
    if (target.surface === 'dashboard') {
      if (context.isLocalClosed === true) throw onAdminPort();
      const file = await openDashboard(dependencies, request, target);
      if (file !== undefined) return file;
    }
    const proxied = await proxyToUpstream(request, target, context, dependencies);
    if (proxied !== undefined) return proxied;
    const policy = target.allowsPages ? dependencies.corsPolicy?.(target.deploymentId ?? '') : undefined;
    if (policy !== undefined && isPreflight(request)) return preflightResponse(policy, request.headers);
    const settings = agentHttp?.settings(target.deploymentId ?? '');
    if (settings === undefined) {
      const id = target.deploymentId ?? '';
      const isHeld =
        context.fromAgent === undefined && needsSettings(target) && (await agentHttp?.changesRoutes(id));
      // Requests are refused until the worker is ready, because routes that the configuration disables or the
      // developer's middleware guards would be open.
      if (isHeld === true) throw notReady();
      return answerBuiltIn(await routerOf(target.surface), request, target, context);
    }
    // Paths in requests of the deployment's own code do not have the mount prefix.
    const inner = context.fromAgent === undefined ? withoutMountPrefix(target, settings) : target;
    const router = await routerOf(target.surface, settings);
    if (context.fromAgent === 'authenticate') {
      return authenticateForApp(request, inner, context);
    }
    const answer = () => answerBuiltIn(router, request, inner, context);
    const isPassedOn = context.fromAgent === 'forward' || context.fromAgent === 'forward-own';
    if (isPassedOn || !isForApp(inner, target, settings)) return answer();
    if (settings.authenticatesApp) {
      await authenticateForApp(request, inner, context);
    }
    return askApp(agentHttp?.acquire(target.deploymentId ?? ''), {
      request,
      target,
      context,
      path: `${settings.mountPrefix}${inner.path}`,
      isBuiltIn: router('GET', inner.path).kind !== 'unknown',
      pass: (replaced) => (replaced === undefined ? answer() : forward(request, inner, context, replaced)),
    });
  };

  async function answerBuiltIn(
    router: Router,
    request: IncomingMessage,
    target: RequestTarget,
    context: RequestContext,
  ): Promise<RouteResponse> {
    let found: LookedUp;
    try {
      found = lookUp(router, request.method ?? 'GET', target);
    } catch (error) {
      // The path might be a route of the agent developer's application whose worker is not ready yet.
      if (agentHttp?.isStarting(target.deploymentId ?? '') === true) throw notReady();
      const { addresses, authenticator } = dependencies;
      if (addresses === undefined || !(error instanceof HttpError) || error.status !== 404) throw error;
      throw (await misdirectedRequest(request, target, authenticator, addresses)) ?? error;
    }
    if (found.kind === 'answer') return found.answer;
    if (found.route.auth === 'local' && context.isLocalClosed === true) throw onAdminPort();
    return serve({ ...found, request, target, context, workspaceId: '' });
  }

  /** Responds to a request whose body the agent developer's application has read and might have changed. */
  async function forward(
    request: IncomingMessage,
    target: RequestTarget,
    { connection, fromAgent }: RequestContext,
    body: Uint8Array,
  ): Promise<RouteResponse> {
    if (dependencies.answerAgent === undefined) throw new HttpError(500, 'Internal Server Error');
    const query = target.query.toString();
    const answer = await dependencies.answerAgent(target.deploymentId ?? '', {
      purpose: fromAgent === 'api' ? 'forward-own' : 'forward',
      method: request.method ?? 'GET',
      path: `${target.path}${query === '' ? '' : `?${query}`}`,
      headers: headersOf(request),
      body,
      signal: connection.signal,
    });
    return {
      stream: (response) =>
        sendAnswer(response, answer, {
          allowsPages: false,
          sandbox: target.sandbox,
          signal: connection.signal,
        }),
    };
  }
}

/** Records the body of a request that a fault keeps from its handler. @throws HttpError for an invalid body. */
export type BodyRecorder = (
  request: IncomingMessage,
  target: RequestTarget,
  context: Pick<RequestContext, 'recordBody'>,
) => Promise<void>;

/**
 * Creates the function that reads and records the bodies of requests without a handler call, for later replays. The
 * function records only bodies that the routes' handlers would also record.
 */
export function createBodyRecorder({
  routesOf,
  upstreams,
  agentHttp,
}: Pick<DispatchDependencies, 'routesOf' | 'upstreams' | 'agentHttp'>): BodyRecorder {
  const routerOf = createRouters(routesOf);
  return async (request, target, { recordBody }) => {
    const { deploymentId = '' } = target;
    // Bodies for the server or application of an agent developer are not recorded.
    if (agentHttp?.settings(deploymentId)?.hasApp === true || (await upstreams?.has(deploymentId))) return;
    const router = await routerOf(target.surface);
    const found = router(request.method as Method, target.path);
    if (found.kind === 'found') recordBody(await readBody(request, found.route));
  };
}

/** Returns a file of the dashboard, or `undefined` if the path has a route. @throws HttpError 403, 404. */
async function openDashboard(
  { dashboard }: DispatchDependencies,
  request: IncomingMessage,
  { path }: RequestTarget,
): Promise<RouteResponse | undefined> {
  if (dashboard === undefined) {
    throw new HttpError(404, 'The dashboard is off: start the emulator with --dashboard.');
  }
  return dashboard.open(request, path);
}

/** Placeholder for any route that requires the API key of the deployment's workspace. */
const ANY_ROUTE: Route = {
  surface: 'agent-server',
  method: 'GET',
  path: '/',
  summary: '',
  auth: 'workspace',
  passesOn: true,
  responses: {},
  handler: () => ({ status: 200 }),
};

/** Creates each surface's router at its first request, without the routes that the settings disable. */
function createRouters(
  routesOf: DispatchDependencies['routesOf'],
): (surface: SurfaceName, settings?: Pick<HttpSettings, 'disabled'>) => Promise<Router> {
  const routers = new Map<string, () => Promise<Router>>();
  return (surface, settings = { disabled: [] }) => {
    const key = [surface, ...settings.disabled].join();
    const make = async () =>
      createRouter((await routesOf(surface)).filter((route) => !isDisabled(route, settings)));
    const known = routers.get(key) ?? memoizeAsync(make);
    routers.set(key, known);
    return known();
  };
}

/**
 * Parses the inputs that the route declares and calls its handler. @throws HttpError 422 with every invalid field.
 */
async function handle({
  route,
  params,
  request,
  target,
  context,
  workspaceId,
  agentCaller,
}: RouteCall): Promise<RouteResponse> {
  context.noteRoute(route.path);
  const query = parseQuery(target.query);
  const body = await readBody(request, route);
  context.recordBody(body);

  const pacer = createPacer();
  const errors: ValidationError[] = [];
  const parsed = {
    params: parsePart(route.params, params, 'path', errors),
    query: parsePart(route.query, query, 'query', errors),
    body: route.rawBody === true ? undefined : parsePart(route.body, body, 'body', errors),
  };
  if (errors.length > 0) throw new HttpError(422, errors);
  if (pacer.isDue) await pacer.pause();

  const who = { workspaceId, deploymentId: target.deploymentId ?? '', agentCaller };
  return route.handler(new HandlerRequest(request, parsed, body, who, context));
}

/** Returns the JSON body that the route declares, or `undefined` without a declared body, or for `rawBody`. */
async function readBody(request: IncomingMessage, route: Route): Promise<unknown> {
  if (route.rawBody === true || route.body === undefined) return undefined;
  return readJsonBody(request, {
    explicitType: route.surface === 'local' || route.surface === 'dashboard',
    jsonLimits: jsonLimitsOf(route),
    ...(route.maxBodyBytes === undefined ? {} : { limit: route.maxBodyBytes }),
  });
}

/** Limits for a snapshot. Only the size is limited, because the values were accepted separately. */
const UNLIMITED: JsonLimits = { levels: Infinity, values: Infinity, keys: Infinity };

function jsonLimitsOf({ surface, maxBodyBytes }: Route): JsonLimits {
  if (maxBodyBytes !== undefined) return UNLIMITED;
  return surface === 'agent-server' || surface === 'dashboard' ? JSON_LIMITS : SETTINGS_JSON_LIMITS;
}

/**
 * Forwards an authenticated request to the deployment's own server, except a request for `/ok`. CORS preflight requests
 * are forwarded without a key, because the deployment's server responds to them.
 */
async function proxyToUpstream(
  request: IncomingMessage,
  target: RequestTarget,
  context: RequestContext,
  dependencies: DispatchDependencies,
): Promise<RouteResponse | undefined> {
  const { deploymentId, path, surface } = target;
  const { upstreams } = dependencies;
  if (upstreams === undefined || surface !== 'agent-server' || deploymentId === undefined) return undefined;
  const isHealth = path === '/ok';
  if (isHealth && upstreams.answersHealth !== true) return undefined;
  if (!(await upstreams.has(deploymentId))) return undefined;
  if (!isHealth && !(target.allowsPages && isPreflight(request))) {
    const workspaceId = await dependencies.workspaceOf(deploymentId);
    for (const scope of agentRequestScopes(request.method ?? 'GET', path)) {
      await dependencies.authenticator.authenticateDeployment(request.headers, workspaceId, scope);
    }
    // A revision with graphs might have replaced the server, and then the agent server's routes respond.
    if (!(await upstreams.has(deploymentId))) return undefined;
  }
  const query = /\?.*$/s.exec(request.url ?? '')?.[0] ?? '';
  return {
    stream: async (response) => {
      const { signal } = context.connection;
      const upstream = await upstreams.acquire(deploymentId, signal);
      const { allowsPages, sandbox } = target;
      const to = { upstream, path: path + query, signal, allowsPages, sandbox };
      await reverseProxy(request, response, to).finally(() => upstream.release());
    },
  };
}

type LookedUp =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'answer'; answer: RouteResponse };

function lookUp(router: Router, method: string, target: RequestTarget): LookedUp {
  const get = router('GET', target.path);
  const takesHead = get.kind === 'found' && get.route.unsafeGet !== true;
  // For a method without a route, the router determines the methods that the path allows.
  const match = method === 'HEAD' && takesHead ? get : router(method as Method, target.path);
  switch (match.kind) {
    case 'found':
      return { kind: 'route', route: match.route, params: match.params };
    case 'malformed':
      throw new HttpError(400, 'The path contains an invalid percent-encoding.');
    case 'unknown':
      throw new HttpError(404, 'Not Found');
    case 'wrong-method':
      break;
  }
  const allow = (takesHead ? [...match.allow, 'HEAD'] : match.allow).join(', ');
  if (method === 'OPTIONS') {
    const isForPages = match.allow.some((one) => {
      const row = router(one, target.path);
      return row.kind === 'found' && row.route.cors === true;
    });
    const headers = { allow, ...(isForPages ? corsPreflight(match.allow.join(', ')) : {}) };
    return { kind: 'answer', answer: { status: 204, headers } };
  }
  throw new HttpError(405, 'Method Not Allowed', { headers: { allow } });
}

function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  part: RequestPart,
  errors: ValidationError[],
): unknown {
  if (schema === undefined) return value;
  const result = schema.safeParse(value);
  if (result.success) {
    const lost = protoKeyError(value, result.data, part);
    if (lost) errors.push(lost);
    return result.data;
  }
  errors.push(...toValidationErrors(result.error, part, value));
  return undefined;
}
