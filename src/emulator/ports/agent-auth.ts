import type { IncomingHttpHeaders } from 'node:http';

/** Request as the author's `authenticate` receives it, before its route and body are read. */
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

/** Caller that the author's `authenticate` returned, as JSON. The object may have further fields. */
interface AgentUser {
  identity: string;
  [field: string]: unknown;
}

export interface AgentIdentity {
  user: AgentUser;
  permissions: readonly string[];
  /** True for a developer who uses an API key of the workspace. */
  isStudio?: boolean;
  /** Identifies the object that `authenticate` returned, within the worker that called it. */
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

/** Operation that a caller requests, as the author's `on` handlers receive it. */
export interface AuthEvent {
  resource: AuthResource;
  action: AuthAction;
  value: Record<string, unknown>;
}

export type AuthQuery =
  | { kind: 'authenticate'; request: AuthRequest }
  | ({ kind: 'authorize'; identity: AgentIdentity } & AuthEvent);

/** Refusal by the author's code. */
export interface AuthRefusal {
  status: number;
  message: string;
  headers?: Record<string, string> | undefined;
}

export interface AuthAnswers {
  authenticate: { refused: AuthRefusal } | { refused?: undefined; identity: AgentIdentity };
  authorize: { refused: AuthRefusal } | ({ refused?: undefined } & AuthDecision);
}

/** Decision of an author's handler that allows an operation. */
interface AuthDecision {
  /** Name under which the handler was registered, for messages; absent if the event has no handler. */
  handler?: string | undefined;
  filter?: Record<string, unknown> | undefined;
  /** Fields of the event's value that the handler changed. Null means that the handler removed the field. */
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

/** Caller of a deployment with custom authentication. */
export interface AgentCaller {
  readonly identity: AgentIdentity;
  /**
   * Calls the author's handler for an operation.
   * @throws HttpError if the handler refuses the operation, fails or cannot be called.
   */
  authorize(event: AuthEvent): Promise<AuthDecision>;
}

/** Custom authentication of a deployment. It replaces the API keys of the workspace. */
export interface OwnAuth {
  /** Returns true if this request may authenticate with an API key of the workspace, as a developer. */
  takesKey(headers: IncomingHttpHeaders): boolean;
  /**
   * Calls the author's `authenticate`.
   * @throws HttpError with the author's refusal; 401 if its code fails; 503 if it cannot be called.
   */
  authenticate(request: AuthRequest): Promise<AgentCaller>;
  /** Returns the caller of a request with an API key of the workspace. */
  studioCaller(): AgentCaller;
}

/** Finds the custom authentication of deployments. */
export interface DeploymentAuth {
  /**
   * Returns the deployment's custom authentication; `undefined` if API keys of the workspace authenticate requests.
   */
  of(deploymentId: string): Promise<OwnAuth | undefined>;
}
