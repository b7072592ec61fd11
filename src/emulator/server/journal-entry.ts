import type { FaultMark, HttpFault } from '../ports/faults.ts';
import type { SurfaceName } from './route.ts';

/** A body: its value and its JSON text. */
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
  /** Pattern of the route that responded; `undefined` if no handler was called. */
  route?: string | undefined;
  /** 0 if the connection was closed without a response. */
  status: number;
  ms: number;
  request: JsonBody | undefined;
  /** Body of the response; `undefined` for a stream, and if the client received nothing. */
  response: JsonBody | undefined;
  /** Values of `ServerHooks.nextSequence` when the request arrived, and when its response was decided. */
  began: number;
  ended: number;
  /** Deployment of the port or path that received the request. */
  deploymentId?: string | undefined;
  /** The fault rule that changed the response. */
  fault?: FaultMark | undefined;
}

/** Receives the server's reports about its requests, and provides faults. */
export interface ServerHooks {
  /** Returns a number that grows with each call, to order other records before or after a request. */
  nextSequence(): number;
  /** Called once per request after its response; never for `/_local`. */
  record(exchange: Exchange): void;
  /**
   * Called once per request before anything else; never for `/_local`. `paths` contains the path as sent, and without
   * prefixes.
   */
  fault(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  /** Reports an internal error. The client gets a plain 500; this line contains the reason. */
  logFailure(message: string, cause: unknown): void;
}
