/** Header fields in the order of sending. The same name can occur several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Selects headers by patterns with `*`. A header that matches both the included and the excluded patterns is excluded.
 */
export interface HeaderPatterns {
  includes: readonly string[];
  excludes: readonly string[];
}

/** Groups of routes that `http.disable_*` in a graph configuration removes. */
export type RouteGroup = 'assistants' | 'event_streaming' | 'mcp' | 'meta' | 'runs' | 'store' | 'threads';

/** Headers and allowed destinations of a deployment's webhooks. */
export interface WebhookSettings {
  /** Headers that each webhook sends, with filled-in templates. */
  headers: Readonly<Record<string, string>>;
  /** Names of the body fields that are sent, or `undefined` for all fields. */
  allowedFields?: readonly string[] | undefined;
  policy?: WebhookPolicy | undefined;
}

export interface WebhookPolicy {
  requireHttps: boolean;
  /**
   * Host names that webhooks can be sent to. `*.` followed by a domain allows the subdomains of the domain. An empty
   * list allows any host.
   */
  allowedDomains: readonly string[];
  /** Ports that webhooks can be sent to. An empty list allows any port. */
  allowedPorts: readonly number[];
  maxUrlLength: number;
  disableLoopback: boolean;
  disablePrivateIps: boolean;
}

/** HTTP settings of a deployment, from `http` and `webhooks` of its graph configuration. */
export interface HttpSettings {
  /** True if the agent developer's application receives each request before the agent server. */
  hasApp: boolean;
  disabled: readonly RouteGroup[];
  disableWebhooks: boolean;
  /** Path prefix of every route, with a leading slash and no trailing slash, or empty without a prefix. */
  mountPrefix: string;
  /** Request headers that a run's configuration receives, or `undefined` for the default headers. */
  configurableHeaders?: HeaderPatterns | undefined;
  /** True if the deployment's authentication also protects the application's routes. */
  authenticatesApp: boolean;
  webhooks?: WebhookSettings | undefined;
}

export interface AppRequest {
  method: string;
  /** Path as sent, with the mount prefix and without the query. */
  path: string;
  /** Query of the URL without the question mark. */
  query: string;
  /** Header fields with lower-case names. */
  headers: HeaderList;
  /** True if the agent server also has a route for this request. */
  isBuiltIn: boolean;
  /** True if the agent's own code sent the request, which then needs no key. */
  isOwn: boolean;
  /**
   * Body of the request, or `undefined` without a body. The body is received only as far as the application reads it.
   */
  body: AsyncIterable<Uint8Array> | undefined;
  /** Signal that is aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Response of the agent developer's application. `pass` means that the application has no route for the request: the
 * agent server responds, and adds `headers` to its response.
 */
export type AppAnswer =
  | { kind: 'response'; status: number; headers: HeaderList; body: AsyncIterable<Uint8Array> }
  | { kind: 'pass'; headers: HeaderList; body: Uint8Array | undefined };

/**
 * Request from an agent's own code to the API of its deployment. A request with the purpose `api` needs no key. A
 * `forward` request is a client's request that the application forwards, and the agent server checks the request's key.
 * A `forward-own` request is a forwarded request of the agent's own code, which needs no key. An `authenticate` request
 * only checks that a client is authenticated.
 */
export interface AgentRequest {
  purpose: 'api' | 'authenticate' | 'forward' | 'forward-own';
  method: string;
  /** Path of the request with the query. */
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
/** Responds to a request that a deployment's own code sent. Rejects if the request ends without a response. */
export type AnswerAgent = (deploymentId: string, request: AgentRequest) => Promise<AgentResponse>;

/** Location and settings of the agent developer's application. */
export interface AppSpec {
  /** Absolute path of a bundled module, or in Python, the module's name in the configuration. */
  module: string;
  exportName: string;
  /** Name of the module in the configuration, for messages. */
  shown: string;
  authenticates: boolean;
  authenticatesFirst: boolean;
  mountPrefix: string;
}

/** HTTP settings of a deployment whose configuration has no `http`. */
export const DEFAULT_HTTP: HttpSettings = {
  hasApp: false,
  disabled: [],
  disableWebhooks: false,
  mountPrefix: '',
  authenticatesApp: false,
};

/** OpenAPI description of an application's routes. */
export interface AppDocument {
  paths: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, unknown> | undefined } | undefined;
}
