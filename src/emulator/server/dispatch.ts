import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { type RequestPart, toValidationErrors, type ValidationError } from '../../contract/errors.ts';
import { protoKeyError } from '../../contract/json-safety.ts';
import type { Fleet } from '../ports/fleet.ts';
import { HandlerRequest } from './handler-request.ts';
import { type Authenticator, hasApiKey, unauthorized } from './authenticate.ts';
import { type ResponseCheck, withResponseCheck } from './response-check.ts';
import { reverseProxy, type Upstreams } from './reverse-proxy.ts';
import { corsPreflight, withCors } from './cors.ts';
import { HttpError } from './http-error.ts';
import type { ClientConnection } from './client-connection.ts';
import { parseQuery } from './query-object.ts';
import { readJsonBody } from './read-body.ts';
import { refuseForwarded, forwardToPeer } from './forward-to-peer.ts';
import type { Method, Route, RouteResponse } from './route.ts';
import { createRouter } from './router.ts';
import type { RequestTarget } from './target.ts';

export interface DispatchDependencies {
  /** Every route but the agent server's. */
  routes: readonly Route[];
  /** The agent server's, whose paths start at a deployment's root. */
  agentRoutes: readonly Route[];
  authenticator: Authenticator;
  /** Whether a workspace may use the control plane at all (facts/service §1.1); absent: each may. */
  deploymentEnabled?: (workspaceId: string) => boolean;
  /** Whose deployment this is; undefined when there is none. */
  workspaceOf: (deploymentId: string) => Promise<string | undefined>;
  /** The servers that answer in place of `agentRoutes` for deployments that bring one; absent: none does. */
  upstreams?: Upstreams;
  /** Who else has this deployment; absent: nobody. Passed on to as `from`. */
  fleet?: Pick<Fleet, 'ownerId' | 'peerOf'>;
  /** SHA-256 (hex) of the key that opens `/_local`. */
  localKeyHash: string;
  /** What every answer is compared with; a request whose answer differs fails. For tests. */
  responseCheck: (() => Promise<ResponseCheck>) | undefined;
}

/** Finds the row for a request, checks who asks and what is said, and runs the handler. Throws HttpError. */
export type Dispatch = (
  request: IncomingMessage,
  target: RequestTarget,
  context: DispatchContext,
) => Promise<RouteResponse>;

export interface DispatchContext {
  /** For absolute URLs in answers. */
  origin: string;
  /** Of the client. */
  connection: ClientConnection;
  /** Told the JSON body as sent, for the journal. */
  recordBody: (body: unknown) => void;
}

/** The route table made callable (spec §7: 404 and 405 as JSON, 422 with `loc`). */
export function createDispatch(deps: DispatchDependencies): Dispatch {
  const mainRouter = createRouter(deps.routes);
  const apiHostRouter = createRouter(deps.routes.filter(({ surface }) => surface === 'control-plane'));
  const agentRouter = createRouter(deps.agentRoutes);

  return async (request, target, context) => {
    const router =
      target.surface === 'agent-server' ? agentRouter : target.apiHost ? apiHostRouter : mainRouter;
    const passed = await handOver(request, target, context, deps);
    if (passed !== undefined) return passed;
    const found = lookUp(router, request.method ?? 'GET', target);
    if (found.kind === 'answer') return found.answer;
    const { responseCheck: answerCheck } = deps;
    const work = () => withCors(found.route, () => serve(found, request, target, context));
    return answerCheck === undefined ? work() : withResponseCheck(found.route, work, await answerCheck());
  };

  async function serve(
    { route, params }: Extract<LookedUp, { kind: 'route' }>,
    request: IncomingMessage,
    target: RequestTarget,
    context: DispatchContext,
  ): Promise<RouteResponse> {
    const workspaceId = await identify(route, request, target.deploymentId, deps);
    const passedOn =
      route.anyInstance === true ? undefined : await toPeer(request, target, context.connection, deps);
    if (passedOn !== undefined) return passedOn;
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
    const asked = new HandlerRequest(request, parsed, body, who, context);
    return route.handler(asked);
  }
}

/** Hands a request to the server that a deployment brings, once its key is known to be good; `/ok` stays ours. */
async function handOver(
  request: IncomingMessage,
  target: RequestTarget,
  { connection: presence }: DispatchContext,
  deps: DispatchDependencies,
): Promise<RouteResponse | undefined> {
  const { deploymentId, path, surface } = target;
  const { upstreams } = deps;
  if (upstreams === undefined || surface !== 'agent-server' || deploymentId === undefined || path === '/ok') {
    return undefined;
  }
  if (!(await upstreams.has(deploymentId))) return undefined;
  await deps.authenticator.authenticateDeployment(request.headers, await deps.workspaceOf(deploymentId));
  const elsewhere = await toPeer(request, target, presence, deps);
  if (elsewhere !== undefined) return elsewhere;
  // Graphs may have taken its place meanwhile: then it is ours to answer.
  if (!(await upstreams.has(deploymentId))) return undefined;
  const query = /\?.*$/s.exec(request.url ?? '')?.[0] ?? '';
  return {
    stream: async (response) => {
      const upstream = upstreams.acquire(deploymentId);
      const to = { address: upstream.address, path: path + query, signal: presence.signal };
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

/** The workspace a request acts on; empty where there is none. */
function identify(
  route: Route,
  request: IncomingMessage,
  deploymentId: string | undefined,
  deps: DispatchDependencies,
): Promise<string> | string {
  const { headers } = request;
  if (deploymentId !== undefined) return identifyServed(route, request, deploymentId, deps);
  if (route.auth === 'workspace') return identifyWorkspace(route, request, deps);
  if (route.auth === 'local' && !hasApiKey(headers, deps.localKeyHash)) {
    throw unauthorized("Send the ready line's key in the X-Api-Key header.");
  }
  return '';
}

async function identifyWorkspace(
  route: Route,
  request: IncomingMessage,
  deps: DispatchDependencies,
): Promise<string> {
  const workspaceId = await deps.authenticator.authenticateWorkspace(request.headers);
  if (route.surface === 'control-plane' && deps.deploymentEnabled?.(workspaceId) === false) {
    throw new HttpError(403, 'Deployment is not enabled for the organization of this workspace.');
  }
  return workspaceId;
}

async function identifyServed(
  route: Route,
  { headers }: IncomingMessage,
  deploymentId: string,
  deps: DispatchDependencies,
): Promise<string> {
  const workspaceId = await deps.workspaceOf(deploymentId);
  if (route.auth !== 'none') return deps.authenticator.authenticateDeployment(headers, workspaceId);
  if (workspaceId === undefined) throw new HttpError(404, 'No deployment is served at this address.');
  return workspaceId;
}

/** The answer of the emulator that runs the deployment, when that is not this one. */
async function toPeer(
  request: IncomingMessage,
  target: RequestTarget,
  presence: ClientConnection,
  { fleet }: DispatchDependencies,
): Promise<RouteResponse | undefined> {
  if (target.deploymentId === undefined) return undefined;
  const peer = await fleet?.peerOf(target.deploymentId);
  if (peer === undefined || fleet === undefined) return undefined;
  refuseForwarded(request);
  return {
    stream: (response) => forwardToPeer(request, response, { target, peer, from: fleet.ownerId, presence }),
  };
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
