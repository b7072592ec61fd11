import type { IncomingMessage, ServerResponse } from 'node:http';
import { type WriteTracker, trackWrites } from '../store/write-tracker.ts';
import { realClock } from '../../clients/clock.ts';
import type { ServiceClock } from '../ports/clock.ts';
import { ResponseMismatch } from './response-check.ts';
import { createDispatch, type DispatchDependencies } from './dispatch.ts';
import type { JsonBody, ServerHooks } from './exchange.ts';
import type { HttpFault } from '../ports/faults.ts';
import {
  distortBody,
  endWithoutResponse,
  faultResponse,
  type NoResponse,
  noResponseOf,
} from './fault-delivery.ts';
import { HttpError } from './http-error.ts';
import { refuseForeignOrigin } from './local-guard.ts';
import { type ServerOrigins, originFor } from './server-origins.ts';
import { createConnectionWatcher, type ClientConnection } from './client-connection.ts';
import {
  errorResponse,
  sendResponse,
  sendSerialized,
  type SerializedResponse,
  serializeResponse,
} from './respond.ts';
import { drainRequest } from './read-body.ts';
import type { RouteResponse } from './route.ts';
import { parseTarget, type RequestTarget } from './target.ts';

export interface ListenerDependencies extends DispatchDependencies {
  /** Stands still while a request is served. */
  clock: ServiceClock;
  hooks: ServerHooks;
  /** What clients reach this server by, when that is not the address it listens on. No slash at the end. */
  publicUrl?: string | undefined;
  /** What this server is called, where that is not said by `publicUrl`. */
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

/** An answer ready to be sent. */
type Reply = SerializedResponse | Extract<RouteResponse, { stream: unknown }>;
/** What became of a request: an answer to send, or none. */
type Outcome = { kind: 'answer'; answer: Reply } | { kind: 'silence'; how: NoResponse };

/** Route table → matching, authentication, validation, handler, answer; with the journal and the faults around it. */
export function createRequestListener(deps: ListenerDependencies): RequestListener {
  const dispatch = createDispatch(deps);
  const watch = createConnectionWatcher(deps.closing);

  return async (request, response, deploymentId) => {
    const started = performance.now();
    const method = request.method ?? '';
    const target = parseTarget(request.url ?? '/', deploymentId);
    const observed = target.surface !== 'local';
    const began = observed ? deps.hooks.nextSequence() : 0;
    const letGo = observed ? deps.clock.pause() : undefined;
    const fault = observed ? deps.hooks.fault(target.surface, method, pathsOf(target)) : undefined;
    const presence = watch(response);

    let sent: unknown;
    const silence = noResponseOf(fault);
    const work = async (): Promise<Reply | undefined> => {
      if (fault?.delayMs !== undefined) await realClock.sleep(fault.delayMs, presence.signal);
      if (silence?.done === false) return undefined;
      if (target.surface === 'local') refuseForeignOrigin(request, deps.serverOrigins);
      const answer =
        faultResponse(fault, deps.clock) ??
        (await dispatch(request, target, {
          origin: originFor(request, deps.serverOrigins, deps.publicUrl),
          connection: presence,
          recordBody: (body) => {
            sent = body;
          },
        }));
      return 'stream' in answer ? answer : serializeResponse(answer);
    };

    const failed = (error: unknown) => {
      // When the client left or the server closes, a failure is only the echo of that; a wrong answer is cut by us.
      if (error instanceof ResponseMismatch || (!(error instanceof HttpError) && !presence.isClosed)) {
        deps.hooks.logFailure(`${method} ${target.rawPath}`, error);
      }
    };
    const kept: WriteTracker = { yes: false };
    const answer = await trackWrites(kept, work).catch((error: unknown): Reply => {
      failed(error);
      return serializeResponse(errorResponse(error, kept.yes));
    });
    // Before the first byte leaves: whatever its reader does next comes after it.
    const ended = observed ? deps.hooks.nextSequence() : 0;
    // A refusal is as lost as any other answer.
    const outcome: Outcome =
      silence !== undefined || answer === undefined
        ? { kind: 'silence', how: silence?.how ?? 'cut' }
        : { kind: 'answer', answer };
    // Whoever reads a stream, or waits for nothing, does not keep time from moving.
    if (isEndless(outcome)) letGo?.();
    const status = await deliver(request, response, outcome, fault, presence).catch((error: unknown) => {
      failed(error);
      response.destroy();
      return response.headersSent ? response.statusCode : 0;
    });
    letGo?.();
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

/** Whether its end is the client's to say, or that of what it waits for. */
function isEndless(outcome: Outcome): boolean {
  return outcome.kind === 'silence' ? outcome.how === 'hang' : 'stream' in outcome.answer;
}

/** Writes the outcome; gives the status the client saw, 0 when it saw none. */
async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: Outcome,
  fault: HttpFault | undefined,
  presence: ClientConnection,
): Promise<number> {
  if (outcome.kind === 'silence' || response.destroyed) {
    await endWithoutResponse(
      request,
      response,
      outcome.kind === 'silence' ? outcome.how : 'cut',
      presence.signal,
    );
    return 0;
  }
  if (fault !== undefined) distortBody(response, fault, presence.signal);
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
