/** Header fields in the order in which they were sent. A name may occur several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Selects headers by patterns with `*`. A header that matches both lists is excluded. */
export interface HeaderPatterns {
  includes: readonly string[];
  excludes: readonly string[];
}

/** Groups of routes that `http.disable_*` of a graph configuration removes. */
export type RouteGroup = 'assistants' | 'event_streaming' | 'mcp' | 'meta' | 'runs' | 'store' | 'threads';

/** Headers and allowed destinations of a deployment's webhooks. */
export interface WebhookSettings {
  /** Header values after the templates are filled in. */
  headers: Readonly<Record<string, string>>;
  /** Fields of the body, or `undefined` for all fields. */
  allowedFields?: readonly string[] | undefined;
  policy?: WebhookPolicy | undefined;
}

export interface WebhookPolicy {
  requireHttps: boolean;
  /** Allowed host names, or `*.` and a domain for its subdomains. Empty: any host. */
  allowedDomains: readonly string[];
  /** Allowed ports. Empty: any port. */
  allowedPorts: readonly number[];
  maxUrlLength: number;
  disableLoopback: boolean;
  disablePrivateIps: boolean;
}

/** HTTP settings of a deployment, from `http` and `webhooks` of its graph configuration. */
export interface HttpSettings {
  /** True if the author's application receives requests first. */
  hasApp: boolean;
  disabled: readonly RouteGroup[];
  disableWebhooks: boolean;
  /** Path prefix of every route, with a leading slash and no trailing slash. Empty: no prefix. */
  mountPrefix: string;
  /** Headers of a request that reach the configuration of its runs, or `undefined` for the default headers. */
  configurableHeaders?: HeaderPatterns | undefined;
  /** True if the deployment's authentication also protects the routes of the application. */
  authenticatesApp: boolean;
  webhooks?: WebhookSettings | undefined;
}

/** A request for the application of an agent's author. */
export interface AppRequest {
  method: string;
  /** Path as sent, with the mount prefix and without the query. */
  path: string;
  /** Query without the question mark. */
  query: string;
  /** Header fields with names in lower case. */
  headers: HeaderList;
  /** True if the agent server also has a route for the request. */
  isBuiltIn: boolean;
  /** True for a request from the agent's own code, which needs no key. */
  isOwn: boolean;
  /** Body, or `undefined` if there is no body. It is read only as far as the application reads it. */
  body: AsyncIterable<Uint8Array> | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Response of the application. `pass`: the application has no route, so the agent server responds, with these headers
 * added.
 */
export type AppAnswer =
  | { kind: 'response'; status: number; headers: HeaderList; body: AsyncIterable<Uint8Array> }
  | { kind: 'pass'; headers: HeaderList; body: Uint8Array | undefined };

/**
 * A request from an agent's own code to the API of its deployment. `api`: needs no key. `forward`: a client's request
 * that the application forwards, whose key is checked. `forward-own`: a request of the agent's own code that the
 * application forwards, which needs no key. `authenticate`: only checks that a client is authenticated.
 */
export interface AgentRequest {
  purpose: 'api' | 'authenticate' | 'forward' | 'forward-own';
  method: string;
  /** Path with the query. */
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
/** Responds to a request that a deployment's own code sent. Rejects when the request ends without a response. */
export type AnswerAgent = (deploymentId: string, request: AgentRequest) => Promise<AgentResponse>;

/** Location and settings of the author's application. */
export interface AppSpec {
  /** Absolute path of a bundled module or, in Python, the module as the configuration names it. */
  module: string;
  exportName: string;
  /** Module as the configuration names it, for messages. */
  shown: string;
  authenticates: boolean;
  authenticatesFirst: boolean;
  mountPrefix: string;
}

/** HTTP settings of a deployment without `http` in its configuration. */
export const DEFAULT_HTTP: HttpSettings = {
  hasApp: false,
  disabled: [],
  disableWebhooks: false,
  mountPrefix: '',
  authenticatesApp: false,
};

/** Description of an application's routes in the terms of OpenAPI. */
export interface AppDocument {
  paths: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, unknown> | undefined } | undefined;
}
