import type { IncomingMessage } from 'node:http';
import type { DispatchContext } from './dispatch.ts';
import { bodyStream, readBytes } from './read-body.ts';
import type { Caller, RouteRequest } from './route.ts';

/** What was parsed of a request. */
export interface ParsedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A request as its handler is given it. A class, so that the signal is made only for a handler that looks at it. */
export class HandlerRequest implements RouteRequest<unknown, unknown, unknown> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly sentBody: unknown;
  readonly caller: Caller;
  readonly deploymentId: string;
  readonly headers: IncomingMessage['headers'];
  readonly origin: string;
  readonly recordBody: (body: unknown) => void;
  readonly readBytes: (limit: number) => Promise<Buffer>;
  readonly bodyStream: () => AsyncIterable<Buffer>;
  readonly #presence: DispatchContext['connection'];

  constructor(
    request: IncomingMessage,
    { params, query, body }: ParsedRequest,
    sentBody: unknown,
    who: { workspaceId: string; deploymentId: string },
    context: DispatchContext,
  ) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.sentBody = sentBody;
    this.caller = { workspaceId: who.workspaceId };
    this.deploymentId = who.deploymentId;
    this.headers = request.headers;
    this.origin = context.origin;
    this.recordBody = context.recordBody;
    this.readBytes = (limit) => readBytes(request, limit);
    this.bodyStream = () => bodyStream(request);
    this.#presence = context.connection;
  }

  get signal(): AbortSignal {
    return this.#presence.signal;
  }
}
