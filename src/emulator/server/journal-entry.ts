import type { FaultMark, HttpFault } from '../ports/faults.ts';
import type { HeaderList } from '../ports/agent-http.ts';
import type { SurfaceName } from './route.ts';

/** Value of a body, and its JSON text. */
export interface JsonBody {
  value: unknown;
  json: string;
}

/** A request and its response, unredacted. */
export interface Exchange {
  surface: SurfaceName;
  method: string;
  path: string;
  query: string;
  /** Pattern of the route that responded; `undefined` if no handler was called. */
  route?: string | undefined;
  /** Status code of the response; 0 if the connection was closed without a response. */
  status: number;
  ms: number;
  request: JsonBody | undefined;
  /** Body of the response; `undefined` for a stream, or if the client received nothing. */
  response: JsonBody | undefined;
  /**
   * Sequence numbers from `ServerHooks.nextSequence`. `began` is the number when the request arrived, and `ended` the
   * number when its response was decided.
   */
  began: number;
  ended: number;
  /** ID of the deployment whose port or path received the request. */
  deploymentId?: string | undefined;
  /** Fault rule that changed the response. */
  fault?: FaultMark | undefined;
  /** Headers of the request as sent, with lower-case names. */
  headers?: HeaderList | undefined;
  /** True if the request arrived on the deployment's own port. */
  onOwnPort?: boolean | undefined;
  /** Set if the request replays a recorded request. */
  replay?: ReplayMark | undefined;
}

/** Marks a request that replays a recorded request. */
export interface ReplayMark {
  /** Sequence number of the recorded request. */
  of: number;
  /** Called with the sequence number of the new entry. */
  onRecord(seq: number): void;
}

/** Functions to which the server reports requests and from which it gets faults. */
export interface ServerHooks {
  /** Returns a number that grows with each call. By these numbers, events are ordered before or after requests. */
  nextSequence(): number;
  /** Records a request after its response. Never called for `/_local`. */
  record(exchange: Exchange): void;
  /**
   * Returns the fault for a request. Called before any other step of the request. Never called for `/_local`. `paths`
   * contains the path as sent, and the path without prefixes.
   */
  fault(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  /** Logs an internal error. The client gets a plain 500, and only the log contains the reason. */
  logFailure(message: string, cause: unknown): void;
}
