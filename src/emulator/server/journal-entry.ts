import type { FaultMark, HttpFault } from '../ports/faults.ts';
import type { SurfaceName } from './route.ts';

/** A body: its value, and its JSON. */
export interface JsonBody {
  value: unknown;
  json: string;
}

/** One request and its response, unredacted. */
export interface Exchange {
  surface: SurfaceName;
  method: string;
  path: string;
  query: string;
  /** The pattern of the route that answered; undefined if no handler was called. */
  route?: string | undefined;
  /** 0: the connection was cut without a response. */
  status: number;
  ms: number;
  request: JsonBody | undefined;
  /** Undefined for a stream, and when the client saw nothing. */
  response: JsonBody | undefined;
  /** `ServerHooks.nextSequence` when the request arrived, and when its response was decided. */
  began: number;
  ended: number;
  /** Of a deployment's own port or path. */
  deploymentId?: string | undefined;
  /** The fault rule that changed it. */
  fault?: FaultMark | undefined;
}

/** The server's reports of its requests, and the source of faults. */
export interface ServerHooks {
  /** A number that grows with each call, to order other records before or after a request. */
  nextSequence(): number;
  /** Called once per request, after its response; never for `/_local`. */
  record(exchange: Exchange): void;
  /** Called once per request, before anything is done; never for `/_local`. `paths`: as sent, and without prefixes. */
  fault(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  /** An internal error: the client gets a plain 500, this line the reason. */
  logFailure(message: string, cause: unknown): void;
}
