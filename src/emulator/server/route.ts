import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { AgentCaller } from '../ports/agent-auth.ts';

/**
 * `probe`: whether this server answers; `dashboard`: the page of `local`. Neither, as `local` itself, is recorded in the
 * journal or met by fault rules.
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

/** A handler's input: everything parsed, nothing to check again. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** The JSON body as sent, for what parsing does not keep (the caller's own spelling). */
  sentBody: unknown;
  /** Reads the bytes of the body, for rows with `rawBody`; more than `limit` of them are a 413. To be called once. */
  readBytes: (limit: number) => Promise<Buffer>;
  /** The same bytes as a stream with back-pressure; the unread rest is discarded after the response. */
  bodyStream: () => AsyncIterable<Buffer>;
  /** Passes the parsed body to the journal. */
  recordBody: (body: unknown) => void;
  caller: Caller;
  /** Set where a deployment's author wrote its authentication. */
  agentCaller: AgentCaller | undefined;
  /** Set on the agent-server surface: the URL's deployment. */
  deploymentId: string;
  headers: IncomingMessage['headers'];
  /** For absolute URLs in responses: the public URL, or the request's own address. */
  origin: string;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

/** A handler's result. `stream` takes over the socket (long polls, SSE, big bodies). */
export type RouteResponse =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { stream: (response: ServerResponse) => Promise<void> };

/** A row's response with one status: no body, JSON of this shape, lines of it (`LINES`), or text of this type. */
export interface DeclaredResponse {
  description: string;
  schema?: z.ZodType;
  type?: string;
  /** Besides the schema: the media type of text that it may be instead, as the request asks for. */
  textType?: string;
}

/** The media type of JSON lines, each of the declared shape. */
export const NDJSON = 'application/x-ndjson';

/**
 * One row of the route table: it drives matching, validation, the OpenAPI document and the contract test.
 * Paths carry parameters as `{name}`.
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
  /** `workspace`: an API key of a workspace. `none`: open. `local`: the ready line's key. `session`: the dashboard's. */
  auth: 'workspace' | 'none' | 'local' | 'session';
  params?: P;
  query?: Q;
  body?: B;
  /** On the agent server: open where a deployment's author wrote its authentication. */
  openWithOwnAuth?: boolean;
  /** A GET that changes something, or waits: HEAD, by which programs probe a URL, is not accepted. */
  unsafeGet?: boolean;
  /** Web pages of any origin may use it: its URL is the only credential. */
  cors?: boolean;
  /** Reads the raw body itself (uploads, signed bodies): `body` is then for the document alone, and not parsed. */
  rawBody?: boolean;
  /** The media type of a raw body that is not JSON, for the document; `body` is then its shape, if any. */
  bodyType?: string;
  /** The limit of a JSON body, if higher than usual. */
  maxBodyBytes?: number;
  /** Its answers are those of another row, which was checked: they are in no document of this one. */
  passesOn?: boolean;
  responses: Record<number, DeclaredResponse>;
  handler: (
    request: RouteRequest<z.infer<P>, z.infer<Q>, z.infer<B>>,
  ) => Promise<RouteResponse> | RouteResponse;
}

/** Keeps the row's own types while the table holds rows of every type. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  row: Route<P, Q, B>,
): Route {
  // Each handler only ever sees what its own schemas parsed.
  return row;
}

/** One part of the emulator: its routes and its lifecycle. `close` works without `start`. */
export interface Surface {
  /** Loads and makes its rows; called once, by the first request that needs them. */
  routes(): Promise<readonly Route[]>;
  start(): Promise<void>;
  close(): Promise<void>;
}
