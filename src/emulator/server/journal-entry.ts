import type { HttpFault } from '../ports/faults.ts';
import type { SurfaceName } from './route.ts';

/** A body: what it says, and its JSON. */
export interface JsonBody {
  value: unknown;
  json: string;
}

/** One request and its answer, as it was: nothing is hidden in it. */
export interface Exchange {
  surface: SurfaceName;
  method: string;
  path: string;
  query: string;
  /** 0: the connection was cut and the client saw no answer. */
  status: number;
  ms: number;
  request: JsonBody | undefined;
  /** Undefined for a stream, and when the client saw nothing. */
  response: JsonBody | undefined;
  /** `ServerHooks.moment` when the request came, and when its answer was settled. */
  began: number;
  ended: number;
}

/** What the server tells about its requests, and who may bend them. */
export interface ServerHooks {
  /** A number that grows with each call: what else is recorded can be put before or after a request by it. */
  nextSequence(): number;
  /** Called once per request, after its answer; never for `/_local`. */
  record(exchange: Exchange): void;
  /** Asked once per request, before anything is done; never for `/_local`. `paths`: as sent, and without prefixes. */
  fault(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  /** A failure of ours: the client sees a plain 500, this line the reason. */
  logFailure(message: string, cause: unknown): void;
}
