import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { AgentCaller } from '../ports/agent-auth.ts';

/**
 * Group of routes. `probe` reports that the server responds. `dashboard` is the page of `local`. Requests to `probe`,
 * `dashboard` and `local` are neither recorded nor subject to fault rules.
 */
export type SurfaceName =
  | 'control-plane'
  | 'sandboxes'
  | 'tracing'
  | 'agent-server'
  | 'agent-pods'
  | 'local'
  | 'dashboard'
  | 'probe';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Caller {
  workspaceId: string;
}

/** Parsed input of a handler. The handler need not check it again. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** JSON body as sent, with details that parsing drops, such as the client's spelling. */
  sentBody: unknown;
  /** Reads the bytes of the body, for routes with `rawBody`. Throws 413 above `limit` bytes. Can be called once. */
  readBytes: (limit: number) => Promise<Buffer>;
  /** Returns the body's bytes as a stream with back-pressure. Unread bytes are discarded after the response. */
  bodyStream: () => AsyncIterable<Buffer>;
  /** Passes the parsed body to the journal. */
  recordBody: (body: unknown) => void;
  caller: Caller;
  /** Caller that the author's authentication identified; `undefined` if the author defined none. */
  agentCaller: AgentCaller | undefined;
  /** ID of the deployment to which the URL belongs. Only on the agent-server surface. */
  deploymentId: string;
  headers: IncomingMessage['headers'];
  /** Base URL of absolute URLs in responses: the public URL, or else the request's own address. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Result of a handler. `stream` takes over the response, for long polls, SSE and large bodies. */
export type RouteResponse =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { stream: (response: ServerResponse) => Promise<void> };

/** Declares a response: no body, JSON with this schema, lines of JSON (`NDJSON`), or text of this type. */
export interface DeclaredResponse {
  description: string;
  schema?: z.ZodType;
  type?: string;
  /** Media type of the text that the route returns instead of JSON if the client prefers it. */
  textType?: string;
}

/** Media type of JSON lines. Each line has the declared schema. */
export const NDJSON = 'application/x-ndjson';

/** Definition of a route, apart from its method, its path and what its group determines. */
export interface RouteDefinition<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> {
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * True if the route needs no API key when the deployment's author defined authentication. Only used by the agent
   * server.
   */
  openWithOwnAuth?: boolean;
  /**
   * True for a GET that changes something or waits. The route does not accept HEAD, because programs use HEAD to
   * probe URLs.
   */
  unsafeGet?: boolean;
  /** True if web pages of any origin may use the route, because its URL is the only credential. */
  cors?: boolean;
  /**
   * True if the handler reads the raw body itself, as for uploads and signed bodies. `body` is then only used in the
   * document.
   */
  rawBody?: boolean;
  /** Media type of a raw body that is not JSON, for the document. `body` is the schema of the raw body, if any. */
  bodyType?: string;
  /** Maximum size of a JSON body in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /** True if another route produces the responses, so that the document does not describe them here. */
  passesOn?: boolean;
  responses: Record<number, DeclaredResponse>;
  handler: (
    request: RouteRequest<z.infer<P>, z.infer<Q>, z.infer<B>>,
  ) => Promise<RouteResponse> | RouteResponse;
}

/**
 * A route. Matching, validation, the OpenAPI document and the contract test all use it. Parameters in paths are
 * written `{name}`.
 */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> extends RouteDefinition<P, Q, B> {
  surface: SurfaceName;
  method: Method;
  path: string;
  /**
   * Required credential: `workspace` is an API key of a workspace, `local` the key of the ready line, `session` a
   * session of the dashboard.
   */
  auth: 'workspace' | 'none' | 'local' | 'session';
}

/**
 * Returns functions that create the routes of a surface, one for each method. `auth` is the credential of routes that
 * do not specify a different credential.
 */
export function routesOf(surface: SurfaceName, auth: Route['auth']) {
  const creatorOf =
    (method: Method) =>
    <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
      path: string,
      definition: RouteDefinition<P, Q, B> & Partial<Pick<Route, 'auth'>>,
    ): Route => {
      // A table contains routes of all types. A handler receives only inputs that the dispatcher has parsed with the
      // route's own schemas.
      const row: Route<P, Q, B> = { surface, method, path, auth, ...definition };
      return row;
    };
  return {
    get: creatorOf('GET'),
    post: creatorOf('POST'),
    put: creatorOf('PUT'),
    patch: creatorOf('PATCH'),
    delete: creatorOf('DELETE'),
  };
}

/** Part of the emulator with routes and a lifecycle. `close` also works without `start`. */
export interface Surface {
  /** Loads and creates the routes. Called once, by the first request that needs them. */
  routes(): Promise<readonly Route[]>;
  start(): Promise<void>;
  close(): Promise<void>;
}
