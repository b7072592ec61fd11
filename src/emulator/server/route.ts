import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { AgentCaller } from '../ports/agent-auth.ts';

/**
 * Group of routes. `probe` contains the routes that show that the server responds. `dashboard` contains the routes that
 * the dashboard's page uses. Requests to `probe`, `dashboard` and `local` are not recorded, and fault rules do not
 * apply to them.
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

/** Parsed input of a handler, which need not check it again. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** JSON body in the client's spelling, with details that parsing drops. */
  sentBody: unknown;
  /**
   * Reads the bytes of the body, for routes with `rawBody`. Throws 413 if the body is longer than `limit` bytes. The
   * method can be called once.
   */
  readBytes: (limit: number) => Promise<Buffer>;
  /**
   * Returns the body's bytes as a stream with back-pressure. Unread bytes of the body are discarded after the response.
   */
  bodyStream: () => AsyncIterable<Buffer>;
  /** Adds the parsed body to the journal. */
  recordBody: (body: unknown) => void;
  caller: Caller;
  /** Caller that the agent developer's authentication identified, or `undefined` if no such authentication exists. */
  agentCaller: AgentCaller | undefined;
  /** ID of the deployment that the URL belongs to, only on the agent-server surface. */
  deploymentId: string;
  headers: IncomingMessage['headers'];
  /** Base URL of absolute URLs in responses: the public URL, or else the address of the request. */
  origin: string;
  /** Signal that is aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Result of a handler. With `stream`, the handler takes over the response, for long polls, SSE and large bodies. */
export type RouteResponse =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { stream: (response: ServerResponse) => Promise<void> };

/** Declares a response: no body, JSON with this schema, lines of JSON (`NDJSON`), or text of this media type. */
export interface DeclaredResponse {
  description: string;
  schema?: z.ZodType;
  type?: string;
  /** Media type of the text that the route returns instead of JSON if the client prefers this type. */
  textType?: string;
}

/** Media type of JSON lines. Each line has the declared schema. */
export const NDJSON = 'application/x-ndjson';

/** Definition of a route, except its method, its path and the properties that its group determines. */
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
   * True if the route needs no API key when the agent developer defined authentication. Only the agent server uses
   * `openWithOwnAuth`.
   */
  openWithOwnAuth?: boolean;
  /**
   * True for a GET that changes something or waits. A route with `unsafeGet` does not accept HEAD, because programs use
   * HEAD to probe URLs.
   */
  unsafeGet?: boolean;
  /** True if web pages of any origin can use the route, because its URL is the only credential. */
  cors?: boolean;
  /**
   * True if the handler reads the raw body itself, as for uploads and signed bodies. With `rawBody`, the schema `body`
   * is only used in the document.
   */
  rawBody?: boolean;
  /**
   * Media type, in the document, of a raw body that is not JSON. `body` is the schema of the raw body, if the body has
   * a schema.
   */
  bodyType?: string;
  /** Maximum size of a JSON body in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /**
   * True if another route produces the responses, and the API document therefore does not describe the responses for
   * this route.
   */
  passesOn?: boolean;
  responses: Record<number, DeclaredResponse>;
  handler: (
    request: RouteRequest<z.infer<P>, z.infer<Q>, z.infer<B>>,
  ) => Promise<RouteResponse> | RouteResponse;
}

/**
 * A route. Matching, validation, the OpenAPI document and the contract test all use the route's definition. Parameters
 * in paths have the form `{name}`.
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
   * Required credential: `workspace` is an API key of a workspace, `local` is the key in the ready line, and `session`
   * is a session of the dashboard.
   */
  auth: 'workspace' | 'none' | 'local' | 'session';
}

/**
 * Returns functions that create the routes of a surface, one function per method. `auth` is the credential of routes
 * that do not specify another credential.
 */
export function routesOf(surface: SurfaceName, auth: Route['auth']) {
  const creatorOf =
    (method: Method) =>
    <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
      path: string,
      definition: RouteDefinition<P, Q, B> & Partial<Pick<Route, 'auth'>>,
    ): Route => {
      // A table contains routes of all types. A handler receives only inputs that the dispatcher has parsed with the
      // schemas of the route.
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

/** Part of the emulator with routes and a lifecycle. `close` can be called without `start`. */
export interface Surface {
  /** Loads and creates the routes. The method is called once, by the first request that needs the routes. */
  routes(): Promise<readonly Route[]>;
  start(): Promise<void>;
  close(): Promise<void>;
}
