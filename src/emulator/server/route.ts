import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { AgentCaller } from '../ports/agent-auth.ts';

/**
 * `probe`: whether this server responds. `dashboard`: the page of `local`. Requests to both, and to `local`, are
 * neither recorded in the journal nor subject to fault rules.
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

/** Input of a handler: everything is parsed, so nothing needs to be checked again. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** The JSON body as sent, for details that parsing drops, such as the caller's spelling. */
  sentBody: unknown;
  /** Reads the bytes of the body, for routes with `rawBody`. More than `limit` bytes are a 413. Call it once. */
  readBytes: (limit: number) => Promise<Buffer>;
  /** Returns the same bytes as a stream with back-pressure. Unread bytes are discarded after the response. */
  bodyStream: () => AsyncIterable<Buffer>;
  /** Passes the parsed body to the journal. */
  recordBody: (body: unknown) => void;
  caller: Caller;
  /** Caller of the request; present if a deployment's author defined authentication. */
  agentCaller: AgentCaller | undefined;
  /** Deployment of the URL; set on the agent-server surface. */
  deploymentId: string;
  headers: IncomingMessage['headers'];
  /** Base of absolute URLs in responses: the public URL, or the request's own address. */
  origin: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Result of a handler. `stream` takes over the socket (long polls, SSE, large bodies). */
export type RouteResponse =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { stream: (response: ServerResponse) => Promise<void> };

/**
 * A route's response with one status: no body, JSON with this schema, lines of JSON (`LINES`), or text of this type.
 */
export interface DeclaredResponse {
  description: string;
  schema?: z.ZodType;
  type?: string;
  /** Media type of a text that the response may be instead of JSON, if the request asks for it. */
  textType?: string;
}

/** Media type of JSON lines, each with the declared schema. */
export const NDJSON = 'application/x-ndjson';

/**
 * One row of the route table. Matching, validation, the OpenAPI document and the contract test all follow from it.
 * Paths contain parameters as `{name}`.
 */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> {
  surface: SurfaceName;
  method: Method;
  path: string;
  summary: string;
  /**
   * `workspace`: API key of a workspace. `none`: open. `local`: key of the ready line. `session`: session of the
   * dashboard.
   */
  auth: 'workspace' | 'none' | 'local' | 'session';
  params?: P;
  query?: Q;
  body?: B;
  /** Agent server: needs no API key if the deployment's author defined authentication. */
  openWithOwnAuth?: boolean;
  /** Marks a GET that changes something or waits. It does not accept HEAD, with which programs probe URLs. */
  unsafeGet?: boolean;
  /** Web pages of any origin may use the route, because its URL is the only credential. */
  cors?: boolean;
  /**
   * The handler reads the raw body itself (uploads, signed bodies). `body` is then only for the document and is not
   * parsed.
   */
  rawBody?: boolean;
  /** Media type of a raw body that is not JSON, for the document; `body` is then its schema, if any. */
  bodyType?: string;
  /** Maximum size of a JSON body in bytes, if larger than usual. */
  maxBodyBytes?: number;
  /** The responses come from another route, which was checked, so the document does not describe them here. */
  passesOn?: boolean;
  responses: Record<number, DeclaredResponse>;
  handler: (
    request: RouteRequest<z.infer<P>, z.infer<Q>, z.infer<B>>,
  ) => Promise<RouteResponse> | RouteResponse;
}

/** Preserves the route's own types although the table contains routes of every type. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  row: Route<P, Q, B>,
): Route {
  // Each handler only receives inputs that its own schemas parsed.
  return row;
}

/** One part of the emulator: its routes and its lifecycle. `close` works even without `start`. */
export interface Surface {
  /** Loads and creates the routes; called once, by the first request that needs them. */
  routes(): Promise<readonly Route[]>;
  start(): Promise<void>;
  close(): Promise<void>;
}
