import type { FaultMark, HttpFault } from '../ports/faults.ts';
import type { HeaderList } from '../ports/agent-http.ts';
import type { SurfaceName } from './route.ts';

/** Value of a body, with the value's JSON text. */
export interface JsonBody {
  value: unknown;
  json: string;
}

/** A request and its response, before secrets are redacted. */
export interface Exchange {
  surface: SurfaceName;
  method: string;
  path: string;
  query: string;
  /** Pattern of the route that responded, or `undefined` if no handler was called. */
  route?: string | undefined;
  /** Status code of the response, or 0 if the connection was closed without a response. */
  status: number;
  ms: number;
  /** Milliseconds for which a fault rule delayed the request. */
  heldMs?: number | undefined;
  /** Milliseconds from the arrival of the request to the decision about its response, without `heldMs`. */
  decidedMs?: number | undefined;
  /** Status of a response that a fault rule withheld from the client. */
  withheldStatus?: number | undefined;
  request: JsonBody | undefined;
  /** Body of the response, or `undefined` for a stream or if the client received nothing. */
  response: JsonBody | undefined;
  /**
   * Sequence numbers from `ServerHooks.nextSequence`. `began` is the number at the arrival of the request, and `ended`
   * is the number at the decision about its response.
   */
  began: number;
  ended: number;
  /** ID of the deployment whose port or path received the request. */
  deploymentId?: string | undefined;
  /** Fault rule that changed the response. */
  fault?: FaultMark | undefined;
  /** Headers of the request in the client's spelling, with lower-case names. */
  headers?: HeaderList | undefined;
  /** True if the request arrived on the deployment's own port. */
  onOwnPort?: boolean | undefined;
  replay?: ReplayMark | undefined;
}

/** Marks a request that replays a recorded request. */
export interface ReplayMark {
  /** Sequence number of the recorded request. */
  of: number;
  /** Called with the sequence number of the new entry. */
  onRecord(seq: number): void;
}

/** Functions of the journal and of fault injection that the server calls. */
export interface ServerHooks {
  /** Returns a number that grows with each call. The numbers show which events happened before or after a request. */
  nextSequence(): number;
  /** Records a request after the response. `record` is never called for `/_local`. */
  record(exchange: Exchange): void;
  /**
   * Returns the fault for a request. `fault` is called before all other steps of the request, and never for `/_local`.
   * `paths` contains the path in the client's spelling, and the path without prefixes.
   */
  fault(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  /** Logs an internal error. The client only receives a 500 without details, while the log contains the reason. */
  logFailure(message: string, cause: unknown): void;
}
