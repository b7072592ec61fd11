import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { AppSpec, HeaderList } from '../../ports/agent-http.ts';
import type { AppRequestHead, HttpCommand } from './commands.ts';
import { describeFailure } from './plain-json.ts';
import type { HttpReport } from './reports.ts';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** What is used of an application of Hono, whose routes are known before it is called. */
interface RoutedApp {
  fetch: Fetch;
  router: { match(method: string, path: string): [handlers: readonly unknown[], ...rest: unknown[]] };
}
interface HonoContext {
  env: object;
  req: { arrayBuffer(): Promise<ArrayBuffer>; json(): Promise<unknown> };
  body(data: null, status: number): Response;
}
interface HonoApp extends RoutedApp {
  route(path: string, app: unknown): unknown;
  notFound(handler: (context: HonoContext) => Promise<Response>): unknown;
}

/** The application of an agent's author, in its worker. */
export interface HostedApp {
  receive(command: Extract<HttpCommand, { type: `app-${string}` }>): void;
}

/** Chunks of a response that may be pending: the emulator holds no more of one response. */
const MAX_PENDING = 8;
const MAX_CHUNK = 1024 * 1024;

/** What is passed to an application beside a request: an object of this one request. */
interface Exchange {
  abort: AbortController;
  /** Whether anything of the request's body was read. */
  wasRead: boolean;
  /** The application has no route for it; with the body as it left it. */
  passed: { body: Uint8Array | undefined } | undefined;
  part: PromiseWithResolvers<Uint8Array> | undefined;
  pending: number;
  taken: PromiseWithResolvers<void>;
}

/**
 * Imports the author's application: of Hono, or anything with a `fetch`, or that function itself.
 * @throws Error naming the application and what was expected.
 */
export async function loadApp(spec: AppSpec, send: (report: HttpReport) => void): Promise<HostedApp> {
  const module = (await import(pathToFileURL(spec.module).href)) as Record<string, unknown>;
  const app: unknown = await module[spec.exportName];
  if (app === undefined) {
    const names = Object.keys(module).join(', ') || 'nothing';
    throw new Error(
      `http.app ${spec.shown}: export '${spec.exportName}' does not exist; the module exports ${names}. Name one of these`,
    );
  }
  const exchanges = new WeakMap<object, Exchange>();
  const callable = isHono(app) ? wrapHono(app, exchanges) : toFetch(app);
  if (callable === undefined) {
    throw new Error(
      `http.app ${spec.shown} is ${app === null ? 'null' : typeof app}; expected an application of Hono, or an object with a function "fetch"`,
    );
  }
  return serveApp({ fetch: callable, routes: isHono(app) ? app : undefined, exchanges }, send);
}

function isHono(value: unknown): value is HonoApp {
  if (typeof value !== 'object' || value === null) return false;
  const router: unknown = Reflect.get(value, 'router');
  return (
    ['fetch', 'route', 'notFound'].every((name) => typeof Reflect.get(value, name) === 'function') &&
    typeof router === 'object' &&
    router !== null &&
    typeof Reflect.get(router, 'match') === 'function'
  );
}

function toFetch(app: unknown): Fetch | undefined {
  if (typeof app === 'function') return app as Fetch;
  if (typeof app !== 'object' || app === null) return undefined;
  const fetch: unknown = Reflect.get(app, 'fetch');
  return typeof fetch === 'function' ? (request, env) => (fetch as Fetch).call(app, request, env) : undefined;
}

/**
 * The application inside another of its own class, whose `notFound` passes a request on: what middleware does to a request
 * without a route, such as adding headers, holds for the agent server's answer.
 */
function wrapHono(app: HonoApp, exchanges: WeakMap<object, Exchange>): Fetch {
  // Its own copy of the library: another one may have other routers and contexts.
  const Hono = app.constructor as new () => HonoApp;
  const outer = new Hono();
  outer.route('/', app);
  outer.notFound(async (context) => {
    const exchange = exchanges.get(context.env);
    if (exchange) exchange.passed = { body: exchange.wasRead ? await bodyOf(context) : undefined };
    return context.body(null, 404);
  });
  return (request, env) => outer.fetch(request, env);
}

/** The body as the middleware read it. */
async function bodyOf({ req }: HonoContext): Promise<Uint8Array> {
  try {
    return new Uint8Array(await req.arrayBuffer());
  } catch {
    return new TextEncoder().encode(JSON.stringify(await req.json()));
  }
}

function serveApp(
  app: { fetch: Fetch; routes: RoutedApp | undefined; exchanges: WeakMap<object, Exchange> },
  send: (report: HttpReport) => void,
): HostedApp {
  const open = new Map<number, Exchange>();

  const serve = async (id: number, head: AppRequestHead): Promise<void> => {
    if (app.routes !== undefined && isWithoutRoute(app.routes, head)) {
      send({ type: 'app-pass', id, headers: [] });
      return;
    }
    const exchange: Exchange = {
      abort: new AbortController(),
      wasRead: false,
      passed: undefined,
      part: undefined,
      pending: 0,
      taken: Promise.withResolvers(),
    };
    open.set(id, exchange);
    const env = {};
    app.exchanges.set(env, exchange);
    let hasBegun = false;
    try {
      const response = await app.fetch(toRequest(id, head, exchange, send), env);
      if (exchange.abort.signal.aborted) return;
      const { passed } = exchange;
      const isUnknown = app.routes === undefined && response.status === 404 && !exchange.wasRead;
      if (passed ?? (isUnknown && head.isBuiltIn)) {
        await response.body?.cancel();
        const bytes = passed?.body;
        send({ type: 'app-pass', id, headers: addedHeaders(response), ...(bytes && { bytes }) });
        return;
      }
      send({ type: 'app-head', id, status: response.status, headers: headersOf(response) });
      hasBegun = true;
      await sendBody(id, response, exchange, send);
      send({ type: 'app-end', id });
    } catch (failure) {
      if (exchange.abort.signal.aborted) return;
      if (!hasBegun) process.stderr.write(`${inspect(failure)}\n`);
      send({ type: 'app-end', id, failure: describeFailure(failure).message });
    } finally {
      open.delete(id);
    }
  };

  return {
    receive(command) {
      if (command.type === 'app-request') return void serve(command.id, command.request);
      const exchange = open.get(command.id);
      switch (command.type) {
        case 'app-body':
          return exchange?.part?.resolve(command.bytes);
        case 'app-taken':
          if (exchange === undefined) return;
          exchange.pending -= 1;
          exchange.taken.resolve();
          exchange.taken = Promise.withResolvers();
          return;
        case 'app-gone':
          exchange?.abort.abort(new Error('the client left'));
          exchange?.part?.reject(new Error('the client left'));
          exchange?.taken.resolve();
          open.delete(command.id);
      }
    },
  };
}

/** Whether no route and no middleware is asked about it: read of a path that the application sees as it was sent, for it decodes. */
function isWithoutRoute({ router }: RoutedApp, { method, path }: AppRequestHead): boolean {
  if (path.includes('%')) return false;
  // It answers HEAD as it does GET.
  return router.match(method === 'HEAD' ? 'GET' : method, path)[0].length === 0;
}

/** An absolute URL; a `Host` that would say more than where, such as a path of its own, does not count. */
function urlOf({ path, query, headers }: AppRequestHead): string {
  const host = headers.find(([name]) => name === 'host')?.[1] ?? '';
  const target = `${path}${query === '' ? '' : `?${query}`}`;
  return `http://${/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) ? host : 'localhost'}${target}`;
}

function toRequest(
  id: number,
  head: AppRequestHead,
  exchange: Exchange,
  send: (report: HttpReport) => void,
): Request {
  const { method, headers, hasBody } = head;
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: headers
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]): [string, string] => [name, value]),
    signal: exchange.abort.signal,
  };
  if (hasBody && method !== 'GET' && method !== 'HEAD') {
    init.duplex = 'half';
    init.body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          exchange.wasRead = true;
          exchange.part = Promise.withResolvers();
          send({ type: 'app-pull', id });
          const bytes = await exchange.part.promise;
          if (bytes.length === 0) controller.close();
          else controller.enqueue(new Uint8Array(bytes));
        },
      },
      // Nothing is read of a body that the application leaves alone.
      { highWaterMark: 0 },
    );
  }
  return new Request(urlOf(head), init);
}

async function sendBody(
  id: number,
  response: Response,
  exchange: Exchange,
  send: (report: HttpReport) => void,
): Promise<void> {
  if (response.body === null) return;
  const { signal } = exchange.abort;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  // Its source ends with its reader.
  const leave = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  for (;;) {
    const { done, value: bytes } = await reader.read();
    if (done) return;
    for (let at = 0; at < bytes.length; at += MAX_CHUNK) {
      while (exchange.pending >= MAX_PENDING && !signal.aborted) await exchange.taken.promise;
      if (signal.aborted) return;
      exchange.pending += 1;
      send({ type: 'app-chunk', id, bytes: bytes.subarray(at, at + MAX_CHUNK) });
    }
  }
}

/** Header fields; each cookie is one of its own. */
function headersOf({ headers }: Response): [string, string][] {
  return [...headers];
}

/** What describes the body of a response that is not sent. */
const OF_BODY: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'transfer-encoding',
]);

function addedHeaders(response: Response): HeaderList & [string, string][] {
  return headersOf(response).filter(([name]) => !OF_BODY.has(name));
}
