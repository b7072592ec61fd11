import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { AgentCaller } from '../ports/agent-auth.ts';

/**
 * Group of routes. `probe` contains the routes that show that the server responds. `dashboard` contains the routes that
 * the dashboard's page uses. Requests to `probe`, `dashboard` and `local` are neither recorded nor changed by fault
 * rules.
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

/** Input of a handler. The input is already parsed, so the handler need not check it. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** JSON body in the client's spelling, with details that parsing drops. */
  sentBody: unknown;
  /**
   * Reads the bytes of the body, for routes with `rawBody`. `readBytes` can be called once. Throws 413 if the body is
   * longer than `limit` bytes.
   */
  readBytes: (limit: number) => Promise<Buffer>;
  /**
   * Returns the body's bytes as a stream with back-pressure. Unread bytes of the body are discarded after the response.
   */
  bodyStream: () => AsyncIterable<Buffer>;
  /** Adds the parsed body to the journal. */
  recordBody: (body: unknown) => void;
  caller: Caller;
  /** Caller that the agent developer's authentication identified, or `undefined` without such authentication. */
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

/**
 * Declares a response: no body, JSON with the schema `body`, lines of JSON (`NDJSON`), or text of another media type.
 */
export interface DeclaredResponse {
  description: string;
  schema?: z.ZodType;
  type?: string;
  /** Media type of the text that the route returns instead of JSON if the client prefers this type. */
  textType?: string;
}

/** Media type of JSON lines. Each line matches the declared schema. */
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
  /** True if the route needs no API key when the agent developer defined authentication (only on the agent server). */
  openWithOwnAuth?: boolean;
  /** True for a GET that changes something or waits. HEAD is refused, because programs probe URLs with HEAD. */
  unsafeGet?: boolean;
  /** True if web pages of any origin can use the route, because its URL is the only credential. */
  cors?: boolean;
  /**
   * True if the handler reads the raw body itself, such as an upload. The schema `body` is only for the API document.
   */
  rawBody?: boolean;
  /** Media type of a raw body that is not JSON, for the API document. `body` is the schema, if any. */
  bodyType?: string;
  /** Maximum size of a JSON body in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /** True if the responses come from another route, so the API document does not describe them for this route. */
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
  /** Required credential: a workspace's API key, the key in the ready line (`local`), or a session of the dashboard. */
  auth: 'workspace' | 'none' | 'local' | 'session';
}

/** Returns functions that create a surface's routes, by default with the credential `auth`. */
export function routesOf(surface: SurfaceName, auth: Route['auth']) {
  const creatorOf =
    (method: Method) =>
    <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
      path: string,
      definition: RouteDefinition<P, Q, B> & Partial<Pick<Route, 'auth'>>,
    ): Route => {
      // A table contains routes of all types, so the return type omits the types of the inputs. The omission is safe,
      // because a handler receives only inputs that the dispatcher has parsed with the route's schemas.
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
  /** Loads and creates the routes. `routes` is called once, by the first request that needs the routes. */
  routes(): Promise<readonly Route[]>;
  start(): Promise<void>;
  close(): Promise<void>;
}
