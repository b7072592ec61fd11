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
import { WorkerGoneError } from '../ports/worker.ts';
import { HttpError } from './http-error.ts';
import type { Route, RouteResponse } from './route.ts';
import type { RequestTarget } from './router.ts';
import type { RequestContext } from './request.ts';

/** What the graph configurations of deployments say of HTTP, and the applications of their authors. */
export interface AgentHttp {
  /** See `LiveWorkers.connect`; absent where nothing has to be connected to. */
  connect?(deploymentId: string): Promise<void>;
  /** Undefined: nothing, or its worker was never up here. */
  settings(deploymentId: string): HttpSettings | undefined;
  /** Whether the revision that serves changes the routes; known while its worker is not up here. */
  changesRoutes(deploymentId: string): Promise<boolean>;
  /** Whether a revision is to serve whose settings are not known yet. */
  isStarting(deploymentId: string): boolean;
  /** Holds the worker with the application; undefined: none is up. */
  acquire(deploymentId: string): HeldApp | undefined;
}
interface HeldApp {
  serve(request: AppRequest): Promise<AppAnswer>;
  release(): void;
}

const OF_ONE_HOP: ReadonlySet<string> = new Set(HOP_BY_HOP);
/**
 * What no author says of a response. The length is ours to say: bytes beyond a wrong one would stand where the next response
 * begins. Browsers clear the cookies of all ports of a host, and so the dashboard's.
 */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'content-length', 'clear-site-data']);
/** Answered by the agent server although the author's application has them, unless `disable_meta` is set. */
const RESERVED: ReadonlySet<string> = new Set(['/ok', '/metrics', '/docs', '/openapi.json']);
/** Answered without the mount prefix, too: they ask whether the server is there. */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set(['/', '/ok', '/health', '/metrics']);

/** The group of routes to which a row of the agent server belongs; undefined: one that cannot be removed. */
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

/** Other groups without which a group is removed: runs can be created through events and MCP, and MCP lists assistants. */
const NEEDS: Partial<Record<RouteGroup, readonly RouteGroup[]>> = {
  event_streaming: ['runs'],
  mcp: ['assistants', 'runs'],
};

/** Whether a configuration removes this row. */
export function isDisabled(
  route: Pick<Route, 'path'>,
  { disabled }: Pick<HttpSettings, 'disabled'>,
): boolean {
  const group = groupOf(route);
  if (group === undefined) return false;
  return [group, ...(NEEDS[group] ?? [])].some((one) => disabled.includes(one));
}

/** The target below the deployment's mount prefix. @throws HttpError 404 for one that is not. */
export function withoutMountPrefix(target: RequestTarget, { mountPrefix }: HttpSettings): RequestTarget {
  const { path } = target;
  if (mountPrefix === '' || WITHOUT_PREFIX.has(path)) return target;
  if (path !== mountPrefix && !path.startsWith(`${mountPrefix}/`)) throw new HttpError(404, 'Not Found');
  return { ...target, path: path.slice(mountPrefix.length) || '/' };
}

/** Whether anything but a health check depends on settings that are not known yet. */
export const needsSettings = ({ path }: RequestTarget): boolean => !WITHOUT_PREFIX.has(path);

/** Whether the author's application is asked first about this target, which has no prefix any more. */
export function isForApp({ path }: RequestTarget, sent: RequestTarget, settings: HttpSettings): boolean {
  if (!settings.hasApp || (settings.mountPrefix !== '' && WITHOUT_PREFIX.has(sent.path))) return false;
  return settings.disabled.includes('meta') || !RESERVED.has(path);
}

/**
 * Lets the author's application answer; `pass` answers what it has no route for.
 * @throws HttpError 503 while its worker is not up, 500 when it fails.
 */
export async function askApp(
  app: HeldApp | undefined,
  call: {
    request: IncomingMessage;
    target: RequestTarget;
    context: RequestContext;
    /** With the mount prefix. */
    path: string;
    isBuiltIn: boolean;
    pass: (replaced: Uint8Array | undefined) => Promise<RouteResponse>;
  },
): Promise<RouteResponse> {
  const { request, target, context, pass } = call;
  if (app === undefined) throw notUp();
  // It may wait for what virtual time brings.
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
    if (error instanceof WorkerGoneError) throw notUp();
    throw new HttpError(500, 'Internal Server Error', { cause: error });
  }
  if (answer.kind === 'pass') {
    app.release();
    const own = answer.headers.filter(([name]) => !NOT_PASSED_ON.has(name));
    context.addHeaders(target.isSandboxed ? own.filter((field) => !reachesServer(field)) : own);
    return pass(answer.body);
  }
  const { signal } = context.connection;
  return {
    stream: (response) =>
      sendAnswer(response, answer, {
        allowsPages: target.allowsPages,
        isSandboxed: target.isSandboxed,
        signal,
      }).finally(() => app.release()),
  };
}

/** While a revision is to serve and its worker is not up. */
export function notUp(): HttpError {
  return new HttpError(503, 'No worker of this deployment is up at this moment', {
    headers: { 'retry-after': '1' },
  });
}

/** The header fields of a request, without those of the connection. */
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
 * Sends an answer as it arrives, with back-pressure. `allowsPages`: it says itself which web pages may read it; else none may,
 * since its address is not its own. `isSandboxed`: it must not become a page of this server.
 */
export async function sendAnswer(
  response: ServerResponse,
  answer: AgentResponse,
  { allowsPages, isSandboxed, signal }: { allowsPages: boolean; isSandboxed: boolean; signal: AbortSignal },
): Promise<void> {
  const fields = answer.headers.filter(
    ([name]) => !NOT_PASSED_ON.has(name) && (allowsPages || !name.startsWith('access-control-')),
  );
  try {
    response.writeHead(answer.status, (isSandboxed ? sandboxed(fields) : fields).flat());
    response.flushHeaders();
    for await (const bytes of answer.body) {
      if (!response.write(bytes)) await once(response, 'drain', { signal });
    }
    response.end();
  } catch (error) {
    // Half a response must not look complete.
    response.destroy();
    if (!signal.aborted) throw error;
  }
}

type Field = readonly [name: string, value: string];

/**
 * What keeps the answer of an agent's own code from becoming a page of this server, whose origin it has when it came by a
 * path of the main port.
 */
const SANDBOX: readonly Field[] = [
  ['content-security-policy', 'sandbox'],
  ['x-content-type-options', 'nosniff'],
];

/** Whether a field of a response (its name in lower case) replaces one of ours, or acts on paths of this server that are not the deployment's. */
export function reachesServer([name, value]: Field): boolean {
  if (name !== 'set-cookie') return name === 'x-content-type-options' || name === 'service-worker-allowed';
  // Without a path a cookie is for paths beside that of the request.
  const paths = value.split(';').flatMap((part) => /^\s*path\s*=\s*(.*?)\s*$/i.exec(part)?.[1] ?? []);
  return paths.some((path) => !/^\/d\/[^/]/.test(path)) || /;\s*domain\s*=/i.test(value);
}

/** The fields of an answer with those that keep it in a sandbox: its own policy can only add to ours. */
function sandboxed(fields: readonly Field[]): Field[] {
  return [...fields.filter((field) => !reachesServer(field)), ...SANDBOX];
}
