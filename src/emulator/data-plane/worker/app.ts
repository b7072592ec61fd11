import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { AppSpec, HeaderList } from '../../ports/agent-http.ts';
import type { ExchangeAnswer, ExchangeRequest } from '../link/exchange.ts';
import { describeFailure } from './plain-json.ts';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** Members of a Hono application with which the worker finds routes before it calls the application. */
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

/** Sends a request to the agent's application. Rejects if the application fails before its response begins. */
export type HostedApp = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

interface Exchange {
  /** True if any byte of the request body was read. */
  wasRead: boolean;
  /** Set if the application has no route for the request, with the request's body as changed by middleware. */
  passed: { body: Uint8Array | undefined } | undefined;
}

/**
 * Imports the agent's application: a Hono application, an object with a `fetch` method, or a `fetch` function.
 * @throws Error with the application's path and the expected form.
 */
export async function loadApp(spec: AppSpec): Promise<HostedApp> {
  const module = (await import(pathToFileURL(spec.module).href)) as Record<string, unknown>;
  const app: unknown = await module[spec.exportName];
  if (app === undefined) {
    const names = Object.keys(module).join(', ') || 'nothing';
    throw new Error(
      `http.app ${spec.shown}: export '${spec.exportName}' does not exist. The module exports ${names}. Use one of these exports`,
    );
  }
  const exchanges = new WeakMap<object, Exchange>();
  const callable = isHono(app) ? wrapHono(app, exchanges) : toFetch(app);
  if (callable === undefined) {
    throw new Error(
      `http.app ${spec.shown} is ${app === null ? 'null' : typeof app}; expected a Hono application, or an object with a function "fetch"`,
    );
  }
  return serveApp({ fetch: callable, routes: isHono(app) ? app : undefined, exchanges });
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
 * Wraps the application in another Hono application, whose `notFound` handler passes the request to the agent server.
 * Headers that the agent's middleware adds therefore also apply to the agent server's responses.
 */
function wrapHono(app: HonoApp, exchanges: WeakMap<object, Exchange>): Fetch {
  // The wrapper uses the application's own copy of the library, because routers and contexts of another copy may
  // differ.
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

/** Returns the request body after middleware has read it. */
async function bodyOf({ req }: HonoContext): Promise<Uint8Array> {
  try {
    return new Uint8Array(await req.arrayBuffer());
  } catch {
    return new TextEncoder().encode(JSON.stringify(await req.json()));
  }
}

function serveApp(app: {
  fetch: Fetch;
  routes: RoutedApp | undefined;
  exchanges: WeakMap<object, Exchange>;
}): HostedApp {
  return async (request) => {
    if (app.routes !== undefined && isWithoutRoute(app.routes, request)) {
      return { kind: 'pass', headers: [], body: undefined };
    }
    const exchange: Exchange = { wasRead: false, passed: undefined };
    const env = {};
    app.exchanges.set(env, exchange);
    let response: Response;
    try {
      response = await app.fetch(toRequest(request, exchange), env);
    } catch (failure) {
      if (!request.signal.aborted) process.stderr.write(`${inspect(failure)}\n`);
      throw new Error(describeFailure(failure).message, { cause: failure });
    }
    const { passed } = exchange;
    const isUnknown = app.routes === undefined && response.status === 404 && !exchange.wasRead;
    if (passed ?? (isUnknown && request.isBuiltIn)) {
      await response.body?.cancel();
      const bytes = passed?.body;
      return { kind: 'pass', headers: addedHeaders(response), body: bytes && toChunks([bytes]) };
    }
    const body = response.body === null ? undefined : chunksOf(response.body);
    return { kind: 'response', status: response.status, headers: headersOf(response), body };
  };
}

async function* toChunks(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Returns the chunks of a stream. If the reader stops early, the source is closed, even while a chunk is awaited. */
function chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader();
      return {
        async next() {
          const { done, value } = await reader.read();
          return done ? { done, value: undefined } : { done: false, value };
        },
        async return() {
          await reader.cancel(new Error('the client left'));
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/**
 * Returns whether the application has neither a route nor middleware for a request. The request's path stays encoded,
 * because the application decodes it.
 */
function isWithoutRoute({ router }: RoutedApp, { method, path }: ExchangeRequest): boolean {
  if (path.includes('%')) return false;
  // Hono uses its GET routes for HEAD requests.
  return router.match(method === 'HEAD' ? 'GET' : method, path)[0].length === 0;
}

/**
 * Returns the absolute URL of a request. Ignores a `Host` header that contains more than a host, for example a path.
 */
function urlOf({ path, query, headers }: ExchangeRequest): string {
  const host = headers.find(([name]) => name === 'host')?.[1] ?? '';
  const target = `${path}${query === '' ? '' : `?${query}`}`;
  return `http://${/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) ? host : 'localhost'}${target}`;
}

function toRequest(request: ExchangeRequest, exchange: Exchange): Request {
  const { method, headers, body, signal } = request;
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: headers
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]): [string, string] => [name, value]),
    signal,
  };
  if (body !== undefined && method !== 'GET' && method !== 'HEAD') {
    init.duplex = 'half';
    const pieces = body[Symbol.asyncIterator]();
    init.body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          exchange.wasRead = true;
          const piece = await pieces.next();
          if (piece.done === true) controller.close();
          else controller.enqueue(new Uint8Array(piece.value));
        },
      },
      // The body is read only when the application reads it.
      { highWaterMark: 0 },
    );
  }
  return new Request(urlOf(request), init);
}

/** Returns the headers of a response, with a separate header for each cookie. */
function headersOf({ headers }: Response): [string, string][] {
  return [...headers];
}

/** Headers about the connection or the body of a response. The headers are removed if the body is not used. */
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
