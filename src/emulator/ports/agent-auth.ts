import type { IncomingHttpHeaders } from 'node:http';

/** Request that the agent developer's `authenticate` receives, before the agent server reads its route and body. */
export interface AuthRequest {
  method: string;
  /** Absolute URL whose path is relative to the deployment's root. */
  url: string;
  path: string;
  /** Query of the URL without the question mark. */
  query: string;
  /** Header values, keyed by lower-case names. */
  headers: Record<string, string>;
}

/** Caller that the agent developer's `authenticate` returned, as JSON. The caller can have further fields. */
interface AgentUser {
  identity: string;
  [field: string]: unknown;
}

export interface AgentIdentity {
  user: AgentUser;
  permissions: readonly string[];
  /** True for a developer who uses an API key of the workspace. */
  isStudio?: boolean;
  /** Handle of the object that `authenticate` returned, valid only in the worker that called `authenticate`. */
  handle?: string | undefined;
}

type AuthResource = 'assistants' | 'threads' | 'crons' | 'store';
type AuthAction =
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  | 'search'
  | 'create_run'
  | 'put'
  | 'get'
  | 'list_namespaces';

/** Operation that a caller requests, in the form that the agent developer's `on` handlers receive. */
export interface AuthEvent {
  resource: AuthResource;
  action: AuthAction;
  value: Record<string, unknown>;
}

export type AuthQuery =
  | { kind: 'authenticate'; request: AuthRequest }
  | ({ kind: 'authorize'; identity: AgentIdentity } & AuthEvent);

export interface AuthRefusal {
  status: number;
  message: string;
  headers?: Record<string, string> | undefined;
}

export interface AuthAnswers {
  authenticate: { refused: AuthRefusal } | { refused?: undefined; identity: AgentIdentity };
  authorize: { refused: AuthRefusal } | ({ refused?: undefined } & AuthDecision);
}

/** Decision of an agent developer's handler that allows an operation. */
interface AuthDecision {
  /** Name of the registered handler, for messages, or absent if the event has no handler. */
  handler?: string | undefined;
  filter?: Record<string, unknown> | undefined;
  /** Fields of the event's value that the handler changed. If a field is null, the handler removed the field. */
  changes?: Record<string, unknown> | undefined;
}

/** Settings of `auth` in a graph configuration that the emulator implements itself. */
export interface AuthSettings {
  /** True if API keys of the workspace do not authenticate requests. */
  disableStudioAuth?: boolean | undefined;
  /** True if API keys of the workspace authenticate requests without an `Authorization` header. */
  allowApiKeys?: boolean | undefined;
  /** Caches results of `authenticate` for `ttlSeconds`, keyed by the values of the headers `keys`. */
  cache?: { keys: readonly string[]; ttlSeconds: number; maxSize: number } | undefined;
  /** Security schemes for the deployment's OpenAPI document. */
  openapi?: Record<string, unknown> | undefined;
}

export interface AgentCaller {
  readonly identity: AgentIdentity;
  /**
   * Calls the agent developer's handler for an operation.
   * @throws HttpError if the handler refuses the operation, fails or cannot be called.
   */
  authorize(event: AuthEvent): Promise<AuthDecision>;
}

/** Custom authentication of a deployment, which replaces the API keys of the workspace. */
export interface OwnAuth {
  /** Returns true if an API key of the workspace may authenticate this request, as a request of a developer. */
  takesKey(headers: IncomingHttpHeaders): boolean;
  /**
   * Calls the agent developer's `authenticate`.
   * @throws HttpError if `authenticate` refuses the request; 401 if the code of `authenticate` fails; 503 if
   * `authenticate` cannot be called.
   */
  authenticate(request: AuthRequest): Promise<AgentCaller>;
  /** Returns the caller of a request with an API key of the workspace. */
  studioCaller(): AgentCaller;
}

export interface DeploymentAuth {
  /**
   * Returns the deployment's custom authentication, or `undefined` if API keys of the workspace authenticate requests.
   */
  of(deploymentId: string): Promise<OwnAuth | undefined>;
}
