import type { IncomingHttpHeaders } from 'node:http';

/** A request as the author's `authenticate` receives it, before its route and body are read. */
export interface AuthRequest {
  method: string;
  /** Absolute URL, with the path below the deployment's root. */
  url: string;
  path: string;
  /** Query without the question mark. */
  query: string;
  /** Header values, keyed by names in lower case. */
  headers: Record<string, string>;
}

/** The caller that the author's `authenticate` returned, as JSON. It may have further fields. */
interface AgentUser {
  identity: string;
  [field: string]: unknown;
}

export interface AgentIdentity {
  user: AgentUser;
  permissions: readonly string[];
  /** True for a developer who called with an API key of the workspace. */
  isStudio?: boolean;
  /** Identifies the object that `authenticate` returned, in the worker that called it. */
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

/** An operation that a caller requests, for the author's handlers of `on`. */
export interface AuthEvent {
  resource: AuthResource;
  action: AuthAction;
  value: Record<string, unknown>;
}

export type AuthQuery =
  | { kind: 'authenticate'; request: AuthRequest }
  | ({ kind: 'authorize'; identity: AgentIdentity } & AuthEvent);

/** The author's code refuses the request. */
export interface AuthRefusal {
  status: number;
  message: string;
  headers?: Record<string, string> | undefined;
}

export interface AuthAnswers {
  authenticate: { refused: AuthRefusal } | { refused?: undefined; identity: AgentIdentity };
  authorize: { refused: AuthRefusal } | ({ refused?: undefined } & AuthDecision);
}

/** Decision of the author's handler about an operation that it allows. */
interface AuthDecision {
  /** Registration of the handler, for messages, or absent if no handler matched. */
  handler?: string | undefined;
  filter?: Record<string, unknown> | undefined;
  /** Fields of the event's value that the handler changed. Null: it removed the field. */
  changes?: Record<string, unknown> | undefined;
}

/** The parts of `auth` in a graph configuration that the emulator itself implements. */
export interface AuthSettings {
  /** API keys of the workspace do not authenticate requests. */
  disableStudioAuth?: boolean | undefined;
  /** API keys of the workspace authenticate requests without an `Authorization` header. */
  allowApiKeys?: boolean | undefined;
  /** Reuses a result of `authenticate` for `ttlSeconds` if the headers named by `keys` have the same values. */
  cache?: { keys: readonly string[]; ttlSeconds: number; maxSize: number } | undefined;
  /** Security schemes for the OpenAPI document of the deployment. */
  openapi?: Record<string, unknown> | undefined;
}

/** The caller of a deployment with custom authentication. */
export interface AgentCaller {
  readonly identity: AgentIdentity;
  /**
   * Calls the author's handler.
   * @throws HttpError when the handler refuses the operation, fails or cannot be called.
   */
  authorize(event: AuthEvent): Promise<AuthDecision>;
}

/** Custom authentication of a deployment, which replaces API keys of its workspace. */
export interface OwnAuth {
  /** Returns true if an API key of the workspace authenticates this request as a developer's. */
  takesKey(headers: IncomingHttpHeaders): boolean;
  /**
   * Calls the author's `authenticate`.
   * @throws HttpError with the author's refusal, 401 when its code fails, 503 when it cannot be called.
   */
  authenticate(request: AuthRequest): Promise<AgentCaller>;
  /** Returns the caller for a request with an API key of the workspace. */
  studioCaller(): AgentCaller;
}

/** Finds the custom authentication of deployments. */
export interface DeploymentAuth {
  /** Returns the deployment's authentication, or `undefined` if API keys of its workspace authenticate requests. */
  of(deploymentId: string): Promise<OwnAuth | undefined>;
}
