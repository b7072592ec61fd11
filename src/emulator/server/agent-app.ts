import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HOP_BY_HOP } from '../../contract/hop-by-hop.ts';
import type {
  AgentResponse,
  AppAnswer,
  AppRequest,
  HeaderList,
  HttpSettings,
  RouteGroup,
} from '../ports/agent-http.ts';
import { type ConnectionUse, WorkerGoneError } from '../ports/worker.ts';
import { HttpError } from './http-error.ts';
import type { Route, RouteResponse } from './route.ts';
import type { RequestTarget, SandboxScope } from './router.ts';
import type { RequestContext } from './request.ts';

/** HTTP settings in deployments' graph configurations, and the HTTP applications of agent developers. */
export interface AgentHttp {
  /** Connects to a worker in another process (see `LiveWorkers.connect`), or absent if all workers are local. */
  connect?(deploymentId: string, use: ConnectionUse): Promise<void>;
  /**
   * Returns a deployment's settings, or `undefined` if none exist or this process has never had the deployment's
   * worker.
   */
  settings(deploymentId: string): HttpSettings | undefined;
  /** Returns whether the active revision's settings change the routes, even if the revision's worker does not run. */
  changesRoutes(deploymentId: string): Promise<boolean>;
  /** Returns whether a revision with unknown settings is about to become active. */
  isStarting(deploymentId: string): boolean;
  /** Acquires the worker with the agent developer's application, or returns `undefined` if no worker is ready. */
  acquire(deploymentId: string): HeldApp | undefined;
}
interface HeldApp {
  serve(request: AppRequest): Promise<AppAnswer>;
  release(): void;
}

const OF_ONE_HOP: ReadonlySet<string> = new Set(HOP_BY_HOP);
/**
 * Headers that a response of the agent developer's application cannot set. The server sets `content-length` itself,
 * because a wrong length would mix the body with the next response. Clear-Site-Data would delete the cookies of all
 * ports of a host, including the dashboard's cookies.
 */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'content-length', 'clear-site-data']);
/** Paths that the agent server handles instead of the application, unless `disable_meta` is set. */
const RESERVED: ReadonlySet<string> = new Set(['/ok', '/metrics', '/docs', '/openapi.json']);
/** Paths that are also served without the mount prefix, for health checks. */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set(['/', '/ok', '/health', '/metrics']);

/** Returns the group of an agent server's route, or `undefined` if the route cannot be disabled. */
export function groupOf({ path }: Pick<Route, 'path'>): RouteGroup | undefined {
  const [, first = '', , third, fourth] = path.split('/');
  switch (first) {
    case 'assistants':
    case 'store':
    case 'runs':
    case 'mcp':
      return first;
    case 'threads':
      if (third === 'runs') return 'runs';
      return third === 'commands' || (third === 'stream' && fourth === 'events')
        ? 'event_streaming'
        : 'threads';
    case 'info':
    case 'metrics':
    case 'docs':
    case 'openapi.json':
      return 'meta';
    default:
      return undefined;
  }
}

/** Route groups that a route group requires. If a required group is disabled, the requiring group is disabled too. */
const NEEDS: Partial<Record<RouteGroup, readonly RouteGroup[]>> = {
  event_streaming: ['runs'],
  mcp: ['assistants', 'runs'],
};

/** Returns whether a configuration disables this route. */
export function isDisabled(
  route: Pick<Route, 'path'>,
  { disabled }: Pick<HttpSettings, 'disabled'>,
): boolean {
  const group = groupOf(route);
  if (group === undefined) return false;
  return [group, ...(NEEDS[group] ?? [])].some((one) => disabled.includes(one));
}

/** Returns the target without the deployment's mount prefix. @throws HttpError 404 if the path lacks the prefix. */
export function withoutMountPrefix(target: RequestTarget, { mountPrefix }: HttpSettings): RequestTarget {
  const { path } = target;
  if (mountPrefix === '' || WITHOUT_PREFIX.has(path)) return target;
  if (path !== mountPrefix && !path.startsWith(`${mountPrefix}/`)) throw new HttpError(404, 'Not Found');
  return { ...target, path: path.slice(mountPrefix.length) || '/' };
}

/** Returns whether the response depends on settings, which might not be known yet. Health checks need no settings. */
export const needsSettings = ({ path }: RequestTarget): boolean => !WITHOUT_PREFIX.has(path);

/**
 * Returns whether the agent developer's application handles this target before the agent server. `target` is the target
 * without the mount prefix, and `sent` is the original target.
 */
export function isForApp({ path }: RequestTarget, sent: RequestTarget, settings: HttpSettings): boolean {
  if (!settings.hasApp || (settings.mountPrefix !== '' && WITHOUT_PREFIX.has(sent.path))) return false;
  return settings.disabled.includes('meta') || !RESERVED.has(path);
}

/**
 * Sends a request to the agent developer's application. The function `pass` handles the request if the application has
 * no route for it.
 * @throws HttpError 503 if the application's worker is not ready; 500 if the application fails.
 */
export async function askApp(
  app: HeldApp | undefined,
  call: {
    request: IncomingMessage;
    target: RequestTarget;
    context: RequestContext;
    /** Path of the request with the mount prefix. */
    path: string;
    isBuiltIn: boolean;
    pass: (replaced: Uint8Array | undefined) => Promise<RouteResponse>;
  },
): Promise<RouteResponse> {
  const { request, target, context, pass } = call;
  if (app === undefined) throw notReady();
  // The application might wait for virtual time, so time must advance during the request.
  context.letTimePass();
  let answer: AppAnswer;
  try {
    answer = await app.serve({
      method: request.method ?? 'GET',
      path: call.path,
      query: /\?(.*)$/s.exec(request.url ?? '')?.[1] ?? '',
      headers: headersOf(request),
      isBuiltIn: call.isBuiltIn,
      isOwn: context.fromAgent === 'api',
      body: hasBody(request) ? bodyOf(request) : undefined,
      signal: context.connection.signal,
    });
  } catch (error) {
    app.release();
    if (error instanceof WorkerGoneError) throw notReady();
    throw new HttpError(500, 'Internal Server Error', { cause: error });
  }
  if (answer.kind === 'pass') {
    app.release();
    const own = answer.headers.filter(([name]) => !NOT_PASSED_ON.has(name));
    const { sandbox } = target;
    context.addHeaders(sandbox ? own.filter((field) => !affectsServer(field, sandbox)) : own);
    return pass(answer.body);
  }
  const { signal } = context.connection;
  return {
    stream: (response) =>
      sendAnswer(response, answer, {
        allowsPages: target.allowsPages,
        sandbox: target.sandbox,
        signal,
      }).finally(() => app.release()),
  };
}

/** Creates the 503 error for a deployment whose worker is not ready. */
export function notReady(): HttpError {
  return new HttpError(503, 'No worker of this deployment is running: send the request again', {
    headers: { 'retry-after': '1' },
  });
}

/** Returns the headers of a request without hop-by-hop headers. */
export function headersOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): HeaderList {
  const fields: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!OF_ONE_HOP.has(name)) fields.push([name, rawHeaders[at + 1] ?? '']);
  }
  return fields;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function bodyOf(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/**
 * Sends a response as its parts arrive, with back-pressure. With `allowsPages`, the response decides which web pages
 * can read the response. Without `allowsPages`, no web page can read the response, because other responses have the
 * same origin. `sandbox` is set if browsers must not show the response as a page of this server.
 */
export async function sendAnswer(
  response: ServerResponse,
  answer: AgentResponse,
  options: { allowsPages: boolean; sandbox: SandboxScope | undefined; signal: AbortSignal },
): Promise<void> {
  const { allowsPages, sandbox, signal } = options;
  const fields = answer.headers.filter(
    ([name]) => !NOT_PASSED_ON.has(name) && (allowsPages || !name.startsWith('access-control-')),
  );
  try {
    response.writeHead(answer.status, (sandbox ? sandboxed(fields, sandbox) : fields).flat());
    response.flushHeaders();
    for await (const bytes of answer.body) {
      if (!response.write(bytes)) await once(response, 'drain', { signal });
    }
    response.end();
  } catch (error) {
    // A destroyed connection shows the client that the response is incomplete.
    response.destroy();
    if (!signal.aborted) throw error;
  }
}

type Field = readonly [name: string, value: string];

/**
 * Headers that keep a response of an agent's code from acting as a page of this server. The URL of such a response is
 * below a path of the main port, so the response shares the port's origin.
 */
const SANDBOX: readonly Field[] = [
  ['content-security-policy', 'sandbox'],
  ['x-content-type-options', 'nosniff'],
];

/** Headers that this server sets itself, or that browsers apply to every page of an origin. */
const OF_SERVER: ReadonlySet<string> = new Set([
  'alt-svc',
  'nel',
  'report-to',
  'service-worker-allowed',
  'strict-transport-security',
  'x-content-type-options',
]);

/**
 * Returns whether a header would replace one of the server's own headers, or would affect paths that do not belong to
 * the deployment. The header's name is in lower case.
 */
export function affectsServer([name, value]: Field, { path: own, isBelow }: SandboxScope): boolean {
  if (name !== 'set-cookie') return OF_SERVER.has(name);
  const paths = value
    .split(';')
    .flatMap((part) => /^\s*path\s*=(.*)$/is.exec(part)?.[1]?.trim().toLowerCase() ?? []);
  const isInside = (path: string) => path === own || path.startsWith(`${own}/`);
  // Browsers limit a cookie without a path to the folder of the requested path.
  const isLocal = paths.length === 0 ? isBelow : paths.every(isInside);
  return !isLocal || /;\s*domain\s*=/i.test(value);
}

/** Adds the headers that sandbox a response. The response's own policy can only make the sandbox stricter. */
function sandboxed(fields: readonly Field[], sandbox: SandboxScope): Field[] {
  return [...fields.filter((field) => !affectsServer(field, sandbox)), ...SANDBOX];
}
