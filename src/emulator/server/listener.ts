import type { IncomingMessage, ServerResponse } from 'node:http';
import { type WriteTracker, trackWrites } from '../ports/write-tracker.ts';
import { realClock } from '../../clients/clock.ts';
import type { ServiceClock } from '../ports/clock.ts';
import { ResponseMismatch } from './response-check.ts';
import { createDispatch, type DispatchDependencies } from './dispatch.ts';
import type { JsonBody, ServerHooks } from './journal-entry.ts';
import type { HttpFault } from '../ports/faults.ts';
import { distortBody, endWithoutResponse, faultResponse, type NoResponse, noResponseOf } from './faults.ts';
import { HttpError } from './http-error.ts';
import { originFor, refuseForeignOrigin, type ServerOrigins } from './server-origins.ts';
import { createConnectionWatcher, type ClientConnection } from './client-connection.ts';
import {
  errorResponse,
  sendResponse,
  sendSerialized,
  type SerializedResponse,
  serializeResponse,
} from './respond.ts';
import { drainRequest } from './request.ts';
import type { RouteResponse } from './route.ts';
import { parseTarget, type RequestTarget } from './router.ts';

export interface ListenerDependencies extends DispatchDependencies {
  /** Stands still while a request is served. */
  clock: ServiceClock;
  hooks: ServerHooks;
  /** The URL by which clients reach this server, when that is not the address it listens on. No slash at the end. */
  publicUrl?: string | undefined;
  /** All hosts and origins by which this server is reached. */
  serverOrigins: ServerOrigins;
  /** Aborted when the server closes: waiting requests end. */
  closing: AbortSignal;
}

/** Answers one request. `deploymentId` is given when it came in on a deployment's own port. Never rejects. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  deploymentId?: string,
) => Promise<void>;

/** A response ready to be sent. */
type Reply = SerializedResponse | Extract<RouteResponse, { stream: unknown }>;
/** The end of a request: a response to send, or none. */
type Outcome = { kind: 'answer'; answer: Reply } | { kind: 'none'; how: NoResponse };

/** The route table with the journal and the faults around it. */
export function createRequestListener(deps: ListenerDependencies): RequestListener {
  const dispatch = createDispatch(deps);
  const watch = createConnectionWatcher(deps.closing);

  return async (request, response, deploymentId) => {
    const started = performance.now();
    const method = request.method ?? '';
    const target = parseTarget(request.url ?? '/', deploymentId);
    const observed = target.surface !== 'local';
    const began = observed ? deps.hooks.nextSequence() : 0;
    const resumeClock = observed ? deps.clock.pause() : undefined;
    const fault = observed ? deps.hooks.fault(target.surface, method, pathsOf(target)) : undefined;
    const connection = watch(response);

    let sent: unknown;
    const withheld = noResponseOf(fault);
    const work = async (): Promise<Reply | undefined> => {
      if (fault?.delayMs !== undefined) await realClock.sleep(fault.delayMs, connection.signal);
      if (withheld?.done === false) return undefined;
      if (target.surface === 'local') refuseForeignOrigin(request, deps.serverOrigins);
      const answer =
        faultResponse(fault, deps.clock) ??
        (await dispatch(request, target, {
          origin: originFor(request, deps.serverOrigins, deps.publicUrl),
          connection,
          recordBody: (body) => {
            sent = body;
          },
        }));
      return 'stream' in answer ? answer : serializeResponse(answer);
    };

    const failed = (error: unknown) => {
      // A failure after the client left or while the server closes only follows from that; a mismatch is cut by us.
      if (error instanceof ResponseMismatch || (!(error instanceof HttpError) && !connection.isClosed)) {
        deps.hooks.logFailure(`${method} ${target.rawPath}`, error);
      }
    };
    const written: WriteTracker = { yes: false };
    const answer = await trackWrites(written, work).catch((error: unknown): Reply => {
      failed(error);
      return serializeResponse(errorResponse(error, written.yes));
    });
    // Before the first byte leaves: what its reader does next comes after it.
    const ended = observed ? deps.hooks.nextSequence() : 0;
    // A withheld refusal is as lost as any other response.
    const outcome: Outcome =
      withheld !== undefined || answer === undefined
        ? { kind: 'none', how: withheld?.how ?? 'cut' }
        : { kind: 'answer', answer };
    // An open stream, or a response that never comes, must not stop virtual time.
    if (isEndless(outcome)) resumeClock?.();
    const status = await deliver(request, response, outcome, fault, connection).catch((error: unknown) => {
      failed(error);
      response.destroy();
      return response.headersSent ? response.statusCode : 0;
    });
    resumeClock?.();
    drainRequest(request);
    if (!observed) return;
    deps.hooks.record({
      surface: target.surface,
      method,
      path: target.rawPath,
      query: target.query.toString(),
      status,
      ms: performance.now() - started,
      began,
      ended,
      request: bodyOf(sent),
      response: status !== 0 && outcome.kind === 'answer' ? answeredBody(outcome.answer) : undefined,
    });
  };
}

/** Whether it ends only when the client says so, or what it waits for. */
function isEndless(outcome: Outcome): boolean {
  return outcome.kind === 'none' ? outcome.how === 'hang' : 'stream' in outcome.answer;
}

/** Writes the outcome; gives the status the client saw, 0 when it saw none. */
async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: Outcome,
  fault: HttpFault | undefined,
  connection: ClientConnection,
): Promise<number> {
  if (outcome.kind === 'none' || response.destroyed) {
    await endWithoutResponse(
      request,
      response,
      outcome.kind === 'none' ? outcome.how : 'cut',
      connection.signal,
    );
    return 0;
  }
  if (fault !== undefined) distortBody(response, fault, connection.signal);
  if (!('stream' in outcome.answer)) {
    await sendSerialized(response, outcome.answer);
    return outcome.answer.status;
  }
  try {
    await outcome.answer.stream(response);
  } catch (error) {
    // Before the first byte there is still room for an honest answer.
    if (response.headersSent) throw error;
    const answer = errorResponse(error);
    await sendResponse(response, answer);
    if (!(error instanceof HttpError)) throw error;
  }
  return response.statusCode;
}

function bodyOf(value: unknown, json = JSON.stringify(value)): JsonBody | undefined {
  return value === undefined ? undefined : { value, json };
}

function answeredBody(answer: Reply): JsonBody | undefined {
  if ('stream' in answer || answer.text === undefined) return undefined;
  // Plain text is JSON only in quotes.
  return typeof answer.body === 'string' ? bodyOf(answer.body) : bodyOf(answer.body, answer.text);
}

function pathsOf(target: RequestTarget): string[] {
  return target.path === target.rawPath ? [target.path] : [target.rawPath, target.path];
}
