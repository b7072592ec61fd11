import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { setImmediate } from 'node:timers/promises';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import { realClock } from '../../clients/clock.ts';
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
import type { ServiceClock } from '../ports/clock.ts';
import type { AnswerAgent, HttpSettings } from '../ports/agent-http.ts';
import type { HttpFault } from '../ports/faults.ts';
import { trackWrites, type WriteTracker } from '../ports/write-tracker.ts';
import { type ClientConnection, createConnectionWatcher } from './client-connection.ts';
import {
  type AgentHttp,
  askApp,
  headersOf,
  isDisabled,
  isForApp,
  needsSettings,
  notUp,
  sendAnswer,
  withoutMountPrefix,
} from './agent-app.ts';
import type { FromAgent } from './agent-requests.ts';
import { corsHeaders, type CorsPolicy, isPreflight, preflightResponse } from './cors.ts';
import { distortBody, endWithoutResponse, faultResponse, type NoResponse, noResponseOf } from './faults.ts';
import { HttpError } from './http-error.ts';
import type { JsonBody, ServerHooks } from './journal-entry.ts';
import {
  authenticate,
  type AuthenticationDependencies,
  chain,
  checkResponse,
  cors,
  corsPreflight,
  type RouteCall,
} from './middleware.ts';
import { type Addresses, misdirectedRequest } from './misdirected.ts';
import { drainRequest, HandlerRequest, parseQuery, readJsonBody, type RequestContext } from './request.ts';
import {
  errorResponse,
  sendResponse,
  sendSerialized,
  type SerializedResponse,
  serializeResponse,
} from './respond.ts';
import { type ResponseCheck, ResponseMismatch } from './response-check.ts';
import { reverseProxy, type Upstreams } from './reverse-proxy.ts';
import type { Method, Route, RouteResponse, SurfaceName } from './route.ts';
import { createRouter, parseTarget, type RequestTarget, type Router } from './router.ts';
import { originFor, refuseForeignOrigin, type ServerOrigins } from './server-origins.ts';

interface ListenerDependencies extends AuthenticationDependencies {
  /** The rows of a surface; called at its first request. Those of the agent server start at a deployment's root. */
  routesOf: (surface: SurfaceName) => Promise<readonly Route[]>;
  /** The servers that respond instead of the agent server's rows for deployments that have one; absent: none does. */
  upstreams?: Upstreams;
  /** Which web pages may call a deployment; undefined: none, until it is known. Absent: none. */
  corsPolicy?: ((deploymentId: string) => CorsPolicy | undefined) | undefined;
  /** Whether deployments have ports of their own, where alone pages may call them; absent: they do. */
  hasOwnPorts?: boolean;
  /** For clients that send an agent's requests to the control plane, or the other way round. Absent: a plain 404. */
  addresses?: Addresses;
  /** What graph configurations say of HTTP; absent: nothing. */
  agentHttp?: AgentHttp | undefined;
  /** Answers what the agent passes on, with another body. */
  answerAgent?: AnswerAgent | undefined;
  /** The schema of every response; a request whose response differs fails. For tests. */
  responseCheck: (() => Promise<ResponseCheck>) | undefined;
  /** Stands still during a request. */
  clock: ServiceClock;
  hooks: ServerHooks;
  /** The URL of this server for clients, if not its listening address. No trailing slash. */
  publicUrl?: string | undefined;
  /** All hosts and origins of this server. */
  serverOrigins: ServerOrigins;
  /** Aborted when the server closes: waiting requests end. */
  closing: AbortSignal;
}

/**
 * Answers one request. `deploymentId` is given for one on a deployment's own port, `fromAgent` for one of the deployment's own
 * code. `isLook`: the dashboard only reads, which is neither recorded nor faulted, and holds no time. Never rejects.
 */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  deploymentId?: string,
  fromAgent?: FromAgent['purpose'],
  isLook?: boolean,
) => Promise<void>;

/** A response ready to be sent. */
type Reply = SerializedResponse | Extract<RouteResponse, { stream: unknown }>;
/** The end of a request: a response to send, or none. */
type Outcome = { kind: 'answer'; answer: Reply } | { kind: 'none'; how: NoResponse };

/** The route table with the journal and the faults around it. */
export function createRequestListener(dependencies: ListenerDependencies): RequestListener {
  const dispatch = createDispatch(dependencies);
  const watch = createConnectionWatcher(dependencies.closing);

  return async (request, response, deploymentId, fromAgent, isLook = false) => {
    const started = performance.now();
    const method = request.method ?? '';
    const target = parseTarget(
      request.url ?? '/',
      deploymentId,
      dependencies.hasOwnPorts,
      dependencies.dashboard !== undefined,
    );
    // What an application passes on has been observed when it came in.
    const observed =
      target.surface !== 'local' &&
      target.surface !== 'probe' &&
      target.surface !== 'dashboard' &&
      !isLook &&
      (fromAgent === undefined || fromAgent === 'api');
    const began = observed ? dependencies.hooks.nextSequence() : 0;
    const resumeClock = observed ? dependencies.clock.pause() : undefined;
    const fault = observed ? dependencies.hooks.fault(target.surface, method, pathsOf(target)) : undefined;
    const connection = watch(response);
    const forPages = () => {
      if (target.deploymentId === undefined || !target.allowsPages || fromAgent !== undefined) return;
      allowPages(request, response, dependencies.corsPolicy?.(target.deploymentId));
    };
    if (deploymentId !== undefined) forPages();
    if (target.surface === 'dashboard') {
      for (const [name, value] of dependencies.dashboard?.headers ?? []) response.setHeader(name, value);
    }

    let sent: unknown;
    let routed: string | undefined;
    const withheld = noResponseOf(fault);
    const work = async (): Promise<Reply | undefined> => {
      if (fault?.delayMs !== undefined) await realClock.sleep(fault.delayMs, connection.signal);
      if (withheld?.done === false) return undefined;
      if (target.surface === 'local') refuseForeignOrigin(request, dependencies.serverOrigins);
      if (target.deploymentId !== undefined && dependencies.agentHttp?.connect !== undefined) {
        await dependencies.agentHttp.connect(target.deploymentId);
        if (deploymentId === undefined) forPages();
      }
      const answer =
        faultResponse(fault, dependencies.clock) ??
        (await dispatch(request, target, {
          origin: originFor(request, dependencies.serverOrigins, dependencies.publicUrl),
          connection,
          recordBody: (body) => {
            sent = body;
          },
          noteRoute: (pattern) => {
            routed = pattern;
          },
          fromAgent,
          letTimePass: () => resumeClock?.(),
          addHeaders: (headers) => {
            for (const [name, value] of headers) response.appendHeader(name, value);
          },
        }));
      if ('stream' in answer) return answer;
      const pacer = createPacer();
      const serialized = serializeResponse(answer);
      // A short text took long only because its code was loaded or compiled: no pause, or the order of events would depend on it.
      const isLong = (serialized.text?.length ?? 0) > LARGE_CHARACTERS;
      if (isLong && pacer.isDue) await pacer.pause();
      return serialized;
    };

    const failed = (error: unknown) => {
      // A failure after the client left or while the server closes is a mere consequence; a mismatch is cut by us.
      if (error instanceof ResponseMismatch || (!(error instanceof HttpError) && !connection.isClosed)) {
        dependencies.hooks.logFailure(`${method} ${target.rawPath}`, error);
      }
    };
    const written: WriteTracker = { yes: false };
    const answer = await trackWrites(written, work).catch((error: unknown): Reply => {
      failed(error);
      return serializeResponse(errorResponse(error, written.yes));
    });
    // Before the first byte is sent: what its reader does next comes after it.
    const ended = observed ? dependencies.hooks.nextSequence() : 0;
    // A withheld refusal is lost like any other response.
    const outcome: Outcome =
      withheld !== undefined || answer === undefined
        ? { kind: 'none', how: withheld?.how ?? 'cut' }
        : { kind: 'answer', answer };
    // An open stream, or a response that never comes, must not stop virtual time.
    if (isEndless(outcome)) resumeClock?.();
    const status = await deliver(request, response, outcome, fault, connection).catch((error: unknown) => {
      failed(error);
      response.destroy();
      return response.headersSent ? response.statusCode : 0;
    });
    resumeClock?.();
    drainRequest(request);
    if (!observed) return;
    const requested = bodyOf(sent);
    const answered = status !== 0 && outcome.kind === 'answer' ? answeredBody(outcome.answer) : undefined;
    if ((requested?.json.length ?? 0) + (answered?.json.length ?? 0) > LARGE_CHARACTERS) await setImmediate();
    dependencies.hooks.record({
      surface: target.surface,
      method,
      path: target.rawPath,
      query: target.query.toString(),
      route: routed,
      status,
      ms: performance.now() - started,
      began,
      ended,
      deploymentId: target.deploymentId,
      fault: fault?.mark,
      request: requested,
      response: answered,
    });
  };
}

/** Lets pages of the policy's origins read any answer, refusals and streams included. */
function allowPages(
  request: IncomingMessage,
  response: ServerResponse,
  policy: CorsPolicy | undefined,
): void {
  if (policy === undefined) return;
  for (const [name, value] of Object.entries(corsHeaders(policy, request.headers.origin))) {
    response.setHeader(name, value);
  }
}

/** Whether it ends only with the client, or with what it waits for. */
function isEndless(outcome: Outcome): boolean {
  return outcome.kind === 'none' ? outcome.how === 'hang' : 'stream' in outcome.answer;
}

/** Writes the outcome; gives the status the client saw, 0 when it saw none. */
async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: Outcome,
  fault: HttpFault | undefined,
  connection: ClientConnection,
): Promise<number> {
  if (outcome.kind === 'none' || response.destroyed) {
    await endWithoutResponse(
      request,
      response,
      outcome.kind === 'none' ? outcome.how : 'cut',
      connection.signal,
    );
    return 0;
  }
  if (fault !== undefined) distortBody(response, fault, connection.signal);
  if (!('stream' in outcome.answer)) {
    await sendSerialized(response, outcome.answer);
    return outcome.answer.status;
  }
  try {
    await outcome.answer.stream(response);
  } catch (error) {
    // Before the first byte an error response is still possible.
    if (response.headersSent) throw error;
    const answer = errorResponse(error);
    await sendResponse(response, answer);
    if (!(error instanceof HttpError)) throw error;
  }
  return response.statusCode;
}

/** From this size on, other requests get their turn before bodies are searched for secrets. */
const LARGE_CHARACTERS = 256 * 1024;

function bodyOf(value: unknown, json = stringifyExactJson(value)): JsonBody | undefined {
  return value === undefined ? undefined : { value, json };
}

function answeredBody(answer: Reply): JsonBody | undefined {
  if ('stream' in answer || answer.text === undefined) return undefined;
  // Plain text is JSON only in quotes.
  return typeof answer.body === 'string' ? bodyOf(answer.body) : bodyOf(answer.body, answer.text);
}

function pathsOf(target: RequestTarget): string[] {
  return target.path === target.rawPath ? [target.path] : [target.rawPath, target.path];
}

/** Finds the row for a request, runs it through the middleware, and calls the handler. Throws HttpError. */
type Dispatch = (
  request: IncomingMessage,
  target: RequestTarget,
  context: RequestContext,
) => Promise<RouteResponse>;

/** The route table made callable: 404 and 405 as JSON, 422 with `loc`. */
function createDispatch(dependencies: ListenerDependencies): Dispatch {
  const { agentHttp } = dependencies;
  const routerOf = createRouters(dependencies.routesOf);
  const letIn = chain([authenticate(dependencies)], ({ agentCaller }) => {
    const identity = agentCaller?.identity;
    const user = identity && { ...identity.user, permissions: identity.permissions };
    return Promise.resolve({ status: 200, body: user ? { user } : {} });
  });
  const serve = chain([checkResponse(dependencies.responseCheck), cors, authenticate(dependencies)], handle);

  return async (request, target, context) => {
    if (target.surface === 'dashboard') {
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
      // Else a route that is removed, or guarded by the author's middleware, would be open until the worker is up.
      if (isHeld === true) throw notUp();
      return answerBuiltIn(await routerOf(target.surface), request, target, context);
    }
    // The deployment's own code knows nothing of the prefix.
    const inner = context.fromAgent === undefined ? withoutMountPrefix(target, settings) : target;
    const router = await routerOf(target.surface, settings);
    if (context.fromAgent === 'authenticate') {
      return letIn({ route: ANY_ROUTE, params: {}, request, target: inner, context, workspaceId: '' });
    }
    const answer = () => answerBuiltIn(router, request, inner, context);
    const isPassedOn = context.fromAgent === 'forward' || context.fromAgent === 'forward-own';
    if (isPassedOn || !isForApp(inner, target, settings)) return answer();
    if (settings.authenticatesApp) {
      await letIn({ route: ANY_ROUTE, params: {}, request, target: inner, context, workspaceId: '' });
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
      // It may be a route of the author's, whose worker is not up.
      if (agentHttp?.isStarting(target.deploymentId ?? '') === true) throw notUp();
      const { addresses, authenticator } = dependencies;
      if (addresses === undefined || !(error instanceof HttpError) || error.status !== 404) throw error;
      throw (await misdirectedRequest(request, target, authenticator, addresses)) ?? error;
    }
    if (found.kind === 'answer') return found.answer;
    return serve({ ...found, request, target, context, workspaceId: '' });
  }

  /** The answer to a request of which the application has read, and may have changed, the body. */
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
          isSandboxed: target.isSandboxed,
          signal: connection.signal,
        }),
    };
  }
}

/** Gives a file of the page; undefined for what has a route. @throws HttpError 404 without a dashboard, 403. */
async function openDashboard(
  { dashboard }: ListenerDependencies,
  request: IncomingMessage,
  { path }: RequestTarget,
): Promise<RouteResponse | undefined> {
  if (dashboard === undefined) {
    throw new HttpError(404, 'The dashboard is off: start the emulator with --dashboard.');
  }
  return dashboard.open(request, path);
}

/** For what needs the same key as every route of a deployment. */
const ANY_ROUTE: Route = {
  surface: 'agent-server',
  method: 'GET',
  path: '/',
  summary: '',
  auth: 'workspace',
  responses: {},
  handler: () => ({ status: 200 }),
};

/** The router of each surface, made of its rows at the first call; without those that a deployment does not have. */
function createRouters(
  routesOf: ListenerDependencies['routesOf'],
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

/** Parses what the row declares, and calls its handler. @throws HttpError 422 with every invalid field. */
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
  const body =
    route.rawBody === true || route.body === undefined
      ? undefined
      : await readJsonBody(request, {
          explicitType: route.surface === 'local' || route.surface === 'dashboard',
          jsonLimits: jsonLimitsOf(route),
          ...(route.maxBodyBytes === undefined ? {} : { limit: route.maxBodyBytes }),
        });
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

/** A snapshot was accepted value by value, and is nested some levels deeper: its bytes are its only limit. */
const UNLIMITED: JsonLimits = { levels: Infinity, values: Infinity, keys: Infinity };

function jsonLimitsOf({ surface, maxBodyBytes }: Route): JsonLimits {
  if (maxBodyBytes !== undefined) return UNLIMITED;
  return surface === 'agent-server' || surface === 'dashboard' ? JSON_LIMITS : SETTINGS_JSON_LIMITS;
}

/**
 * Forwards an authenticated request to the deployment's own server; `/ok` stays ours. So are questions of browsers which
 * pages may call it: they carry no key, and it answers them itself.
 */
async function proxyToUpstream(
  request: IncomingMessage,
  target: RequestTarget,
  context: RequestContext,
  dependencies: ListenerDependencies,
): Promise<RouteResponse | undefined> {
  const { deploymentId, path, surface } = target;
  const { upstreams } = dependencies;
  if (upstreams === undefined || surface !== 'agent-server' || deploymentId === undefined) return undefined;
  const isHealth = path === '/ok';
  if (isHealth && upstreams.answersHealth !== true) return undefined;
  if (!(await upstreams.has(deploymentId))) return undefined;
  if (!isHealth && !(target.allowsPages && isPreflight(request))) {
    await dependencies.authenticator.authenticateDeployment(
      request.headers,
      await dependencies.workspaceOf(deploymentId),
    );
    // Graphs may have replaced it meanwhile: then the route table answers.
    if (!(await upstreams.has(deploymentId))) return undefined;
  }
  const query = /\?.*$/s.exec(request.url ?? '')?.[0] ?? '';
  return {
    stream: async (response) => {
      const { signal } = context.connection;
      const upstream = await upstreams.acquire(deploymentId, signal);
      const { allowsPages, isSandboxed } = target;
      const to = { upstream, path: path + query, signal, allowsPages, isSandboxed };
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
  // A method without a row finds out what the path allows.
  const match = method === 'HEAD' && takesHead ? get : router(method as Method, target.path);
  switch (match.kind) {
    case 'found':
      return { kind: 'route', route: match.route, params: match.params };
    case 'malformed':
      throw new HttpError(400, 'The path is not validly percent-encoded.');
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
