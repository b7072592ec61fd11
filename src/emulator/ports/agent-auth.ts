import type { IncomingHttpHeaders } from 'node:http';

/** A request as the author's `authenticate` gets it: before its route and its body are read. */
export interface AuthRequest {
  method: string;
  /** Absolute, by the path below the deployment's root. */
  url: string;
  path: string;
  /** Without the question mark. */
  query: string;
  /** By names in lower case. */
  headers: Record<string, string>;
}

/** Who is calling, as the author's `authenticate` says: JSON, with fields of its own. */
interface AgentUser {
  identity: string;
  [field: string]: unknown;
}

export interface AgentIdentity {
  user: AgentUser;
  permissions: readonly string[];
  /** A developer who came with a key of the workspace. */
  isStudio?: boolean;
  /** Names the object that `authenticate` gave, in the worker that called it. */
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

/** What a caller is about to do, for the author's handlers of `on`. */
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

/** What the author's handler decided about an event that it does not refuse. */
interface AuthDecision {
  /** How the author registered the handler, for messages; absent: no handler was asked. */
  handler?: string | undefined;
  filter?: Record<string, unknown> | undefined;
  /** The fields of the event's value that the handler wrote to; null: it removed the field. */
  changes?: Record<string, unknown> | undefined;
}

/** The parts of `auth` in a graph configuration that the emulator itself carries out. */
export interface AuthSettings {
  /** No request is let in by a key of the workspace. */
  disableStudioAuth?: boolean | undefined;
  /** Requests without an `Authorization` header are let in by a key of the workspace. */
  allowApiKeys?: boolean | undefined;
  /** How long `authenticate` counts for requests with the same values of these headers. */
  cache?: { keys: readonly string[]; ttlSeconds: number; maxSize: number } | undefined;
  /** Security schemes for the document of the deployment. */
  openapi?: Record<string, unknown> | undefined;
}

/** The caller of a deployment whose author wrote its authentication. */
export interface AgentCaller {
  readonly identity: AgentIdentity;
  /**
   * Asks the author's handler.
   * @throws HttpError when it refuses, fails or cannot be asked.
   */
  authorize(event: AuthEvent): Promise<AuthDecision>;
}

/** The authentication that the author of a deployment wrote, in place of keys of its workspace. */
export interface OwnAuth {
  /** Whether a key of the workspace lets this request in, as that of a developer. */
  takesKey(headers: IncomingHttpHeaders): boolean;
  /** @throws HttpError with the author's refusal, 401 when its code fails, 503 when it cannot be asked. */
  authenticate(request: AuthRequest): Promise<AgentCaller>;
  /** The caller that a key of the workspace makes. */
  studioCaller(): AgentCaller;
}

/** Which deployments have authentication of their own. */
export interface DeploymentAuth {
  /** Undefined: keys of its workspace open the deployment. */
  of(deploymentId: string): Promise<OwnAuth | undefined>;
}
