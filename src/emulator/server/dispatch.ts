import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { type RequestPart, toValidationErrors } from '../../contract/errors.ts';
import type { ValidationError } from '../../contract/error-bodies.ts';
import { protoKeyError } from '../../contract/json-safety.ts';
import type { Fleet } from '../ports/fleet.ts';
import { HttpError } from './http-error.ts';
import {
  authenticate,
  type AuthenticationDependencies,
  chain,
  checkResponse,
  cors,
  corsPreflight,
  responseOfPeer,
  type RouteCall,
  servedByPeer,
} from './middleware.ts';
import { HandlerRequest, parseQuery, readJsonBody, type RequestContext } from './request.ts';
import type { ResponseCheck } from './response-check.ts';
import { reverseProxy, type Upstreams } from './reverse-proxy.ts';
import type { Method, Route, RouteResponse } from './route.ts';
import { createRouter, type RequestTarget } from './router.ts';

export interface DispatchDependencies extends AuthenticationDependencies {
  /** Every route but the agent server's. */
  routes: readonly Route[];
  /** The agent server's, whose paths start at a deployment's root. */
  agentRoutes: readonly Route[];
  /** The servers that respond in place of `agentRoutes` for deployments that bring one; absent: none does. */
  upstreams?: Upstreams;
  /** The emulators that share the store; absent: this one is alone. */
  fleet?: Pick<Fleet, 'ownerId' | 'peerOf'>;
  /** What every response is compared with; a request whose response differs fails. For tests. */
  responseCheck: (() => Promise<ResponseCheck>) | undefined;
}

/** Finds the row for a request, runs it through the middleware, and calls the handler. Throws HttpError. */
export type Dispatch = (
  request: IncomingMessage,
  target: RequestTarget,
  context: RequestContext,
) => Promise<RouteResponse>;

/** The route table made callable: 404 and 405 as JSON, 422 with `loc`. */
export function createDispatch(deps: DispatchDependencies): Dispatch {
  const mainRouter = createRouter(deps.routes);
  const apiHostRouter = createRouter(deps.routes.filter(({ surface }) => surface === 'control-plane'));
  const agentRouter = createRouter(deps.agentRoutes);
  const serve = chain(
    [checkResponse(deps.responseCheck), cors, authenticate(deps), servedByPeer(deps.fleet)],
    handle,
  );

  return async (request, target, context) => {
    const proxied = await proxyToUpstream(request, target, context, deps);
    if (proxied !== undefined) return proxied;
    const router =
      target.surface === 'agent-server' ? agentRouter : target.apiHost ? apiHostRouter : mainRouter;
    const found = lookUp(router, request.method ?? 'GET', target);
    if (found.kind === 'answer') return found.answer;
    return serve({ ...found, request, target, context, workspaceId: '' });
  };
}

/** Parses what the row declares, and calls its handler. @throws HttpError 422 with every field that is wrong. */
async function handle({
  route,
  params,
  request,
  target,
  context,
  workspaceId,
}: RouteCall): Promise<RouteResponse> {
  const query = parseQuery(target.query);
  const body =
    route.rawBody === true || route.body === undefined
      ? undefined
      : await readJsonBody(request, {
          explicitType: route.surface === 'local',
          ...(route.maxBodyBytes === undefined ? {} : { limit: route.maxBodyBytes }),
        });
  context.recordBody(body);

  const errors: ValidationError[] = [];
  const parsed = {
    params: parsePart(route.params, params, 'path', errors),
    query: parsePart(route.query, query, 'query', errors),
    body: route.rawBody === true ? undefined : parsePart(route.body, body, 'body', errors),
  };
  if (errors.length > 0) throw new HttpError(422, errors);

  const who = { workspaceId, deploymentId: target.deploymentId ?? '' };
  return route.handler(new HandlerRequest(request, parsed, body, who, context));
}

/** Hands a request to the server that a deployment brings, once its key is authenticated; `/ok` stays ours. */
async function proxyToUpstream(
  request: IncomingMessage,
  target: RequestTarget,
  context: RequestContext,
  deps: DispatchDependencies,
): Promise<RouteResponse | undefined> {
  const { deploymentId, path, surface } = target;
  const { upstreams } = deps;
  if (upstreams === undefined || surface !== 'agent-server' || deploymentId === undefined || path === '/ok') {
    return undefined;
  }
  if (!(await upstreams.has(deploymentId))) return undefined;
  await deps.authenticator.authenticateDeployment(request.headers, await deps.workspaceOf(deploymentId));
  const ofPeer = await responseOfPeer(deps.fleet, request, target, context);
  if (ofPeer !== undefined) return ofPeer;
  // Graphs may have taken its place meanwhile: then the route table answers.
  if (!(await upstreams.has(deploymentId))) return undefined;
  const query = /\?.*$/s.exec(request.url ?? '')?.[0] ?? '';
  return {
    stream: async (response) => {
      const upstream = upstreams.acquire(deploymentId);
      const to = { address: upstream.address, path: path + query, signal: context.connection.signal };
      await reverseProxy(request, response, to).finally(() => upstream.release());
    },
  };
}

type LookedUp =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'answer'; answer: RouteResponse };

function lookUp(router: ReturnType<typeof createRouter>, method: string, target: RequestTarget): LookedUp {
  const get = router('GET', target.path);
  const takesHead = get.kind === 'found' && get.route.unsafeGet !== true;
  // A method no row has finds out what the path allows.
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
