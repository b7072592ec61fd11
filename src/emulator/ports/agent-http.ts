/** Header fields in the order in which they were sent; a name may be there several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Which headers (patterns with `*`) are taken; one that is in both lists is not. */
export interface HeaderPatterns {
  includes: readonly string[];
  excludes: readonly string[];
}

/** The groups of routes that `http.disable_*` of a graph configuration removes. */
export type RouteGroup = 'assistants' | 'event_streaming' | 'mcp' | 'meta' | 'runs' | 'store' | 'threads';

/** What webhooks of a deployment are sent with, and where they may go. */
export interface WebhookSettings {
  /** The values of templates are filled in. */
  headers: Readonly<Record<string, string>>;
  /** The fields of the body; undefined: all. */
  allowedFields?: readonly string[] | undefined;
  policy?: WebhookPolicy | undefined;
}

export interface WebhookPolicy {
  requireHttps: boolean;
  /** Host names, or `*.` and a domain for those below it; empty: any. */
  allowedDomains: readonly string[];
  /** Empty: any. */
  allowedPorts: readonly number[];
  maxUrlLength: number;
  disableLoopback: boolean;
  disablePrivateIps: boolean;
}

/** How a deployment answers HTTP, as `http` and `webhooks` of its graph configuration say. */
export interface HttpSettings {
  /** Whether an application of the author's answers first. */
  hasApp: boolean;
  disabled: readonly RouteGroup[];
  disableWebhooks: boolean;
  /** Every route is below it; begins with a slash and does not end with one. Empty: none. */
  mountPrefix: string;
  /** Which headers of a request reach the configuration of its runs; undefined: the usual ones. */
  configurableHeaders?: HeaderPatterns | undefined;
  /** The deployment's authentication holds for the routes of the application, too. */
  authenticatesApp: boolean;
  webhooks?: WebhookSettings | undefined;
}

/** A request for the application of an agent's author. */
export interface AppRequest {
  method: string;
  /** As sent, with the mount prefix, without the query. */
  path: string;
  /** Without its question mark. */
  query: string;
  /** Names in lower case. */
  headers: HeaderList;
  /** Whether the agent server has a route for it, too. */
  isBuiltIn: boolean;
  /** Whether it is of the agent's own code, which needs no key. */
  isOwn: boolean;
  /** Undefined: none. Read only as far as the application reads it. */
  body: AsyncIterable<Uint8Array> | undefined;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

/** `pass`: the application has no route for it. The agent server answers, with these headers added. */
export type AppAnswer =
  | { kind: 'response'; status: number; headers: HeaderList; body: AsyncIterable<Uint8Array> }
  | { kind: 'pass'; headers: HeaderList; body: Uint8Array | undefined };

/**
 * A request of an agent's own code to the API of its deployment. `api`: it is let in without a key. `forward`: a client's,
 * which the application passes on; its key is checked. `forward-own`: one of the agent's own code that the application passes on, without a
 * key. `authenticate`: asks only whether a client is let in.
 */
export interface AgentRequest {
  purpose: 'api' | 'authenticate' | 'forward' | 'forward-own';
  method: string;
  /** With the query. */
  path: string;
  headers: HeaderList;
  body: Uint8Array;
  signal: AbortSignal;
}
export interface AgentResponse {
  status: number;
  headers: HeaderList;
  body: AsyncIterable<Uint8Array>;
}
/** Answers a request of a deployment's own code. Rejects when it ends without an answer. */
export type AnswerAgent = (deploymentId: string, request: AgentRequest) => Promise<AgentResponse>;

/** Where the author's application is, and how it is called. */
export interface AppSpec {
  /** A bundled module (absolute) or, in Python, as the configuration names it. */
  module: string;
  exportName: string;
  /** As the configuration names it, for messages. */
  shown: string;
  authenticates: boolean;
  authenticatesFirst: boolean;
  mountPrefix: string;
}

/** The settings that `http` of a configuration leaves as they are. */
export const DEFAULT_HTTP: HttpSettings = {
  hasApp: false,
  disabled: [],
  disableWebhooks: false,
  mountPrefix: '',
  authenticatesApp: false,
};

/** What an application says of its routes, in the terms of OpenAPI. */
export interface AppDocument {
  paths: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, unknown> | undefined } | undefined;
}
