import type { IncomingMessage, ServerResponse } from 'node:http';
import { realClock } from '../../clients/clock.ts';
import { createPacer } from '../../clients/pacer.ts';
import type { ServiceClock } from '../ports/clock.ts';
import type { HttpFault } from '../ports/faults.ts';
import { trackWrites, type WriteTracker } from '../ports/write-tracker.ts';
import type { FromAgent } from './agent-requests.ts';
import { type ClientConnection, createConnectionWatcher } from './client-connection.ts';
import { corsHeaders, type CorsPolicy } from './cors.ts';
import { createDispatch, type Dispatch, type DispatchDependencies } from './dispatch.ts';
import {
  applyBodyFault,
  endWithoutResponse,
  faultResponse,
  type NoResponse,
  plannedNoResponse,
} from './faults.ts';
import { HttpError } from './http-error.ts';
import type { ServerHooks } from './journal-entry.ts';
import { LARGE_CHARACTERS, type Observation, observe, NO_OBSERVATION } from './observation.ts';
import { drainRequest } from './request.ts';
import { errorResponse, type Reply, sendResponse, sendSerialized, serializeResponse } from './respond.ts';
import { ResponseMismatch } from './response-check.ts';
import { parseTarget, type RequestTarget } from './router.ts';
import { originFor, refuseUntrustedOrigin, type ServerOrigins } from './server-origins.ts';

interface ListenerDependencies extends DispatchDependencies {
  /** Clock of the emulator. Virtual time stops during a request. */
  clock: ServiceClock;
  hooks: ServerHooks;
  /** URL of this server for clients, if it differs from its listening address. No trailing slash. */
  publicUrl?: string | undefined;
  /** All hosts and origins of this server. */
  serverOrigins: ServerOrigins;
  /** Aborted when the server closes, which ends waiting requests. */
  closing: AbortSignal;
}

/** Where a request came from. */
interface RequestSource {
  /** Deployment whose own port received the request. */
  deploymentId?: string | undefined;
  /** Purpose for which the deployment's own code sent the request. */
  fromAgent?: FromAgent['purpose'] | undefined;
  /** The dashboard only reads: the request is not recorded, gets no fault and does not stop the clock. */
  isReadOnly?: boolean;
}

/** Responds to one request; never rejects. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  source?: RequestSource,
) => Promise<void>;

/** End of a request: a response to send, or none. */
type Outcome = { kind: 'answer'; answer: Reply } | { kind: 'none'; how: NoResponse };

/** One request with everything that was decided when it arrived. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  source: RequestSource;
  target: RequestTarget;
  connection: ClientConnection;
  observation: Observation;
  fault: HttpFault | undefined;
  /** How the fault withholds the response; `undefined` if it does not. */
  withheld: ReturnType<typeof plannedNoResponse>;
}

/** Creates the listener: the route table, surrounded by the journal and the faults. */
export function createRequestListener(dependencies: ListenerDependencies): RequestListener {
  const { hooks } = dependencies;
  const dispatch = createDispatch(dependencies);
  const watch = createConnectionWatcher(dependencies.closing);

  return async (request, response, source = {}) => {
    const method = request.method ?? '';
    const target = parseTarget(
      request.url ?? '/',
      source.deploymentId,
      dependencies.hasOwnPorts,
      dependencies.dashboard !== undefined,
    );
    const isObserved = mustObserve(target, source);
    const observation = isObserved ? observe({ method, target, ...dependencies }) : NO_OBSERVATION;
    const fault = isObserved ? hooks.fault(target.surface, method, pathsOf(target)) : undefined;
    const connection = watch(response);
    const withheld = plannedNoResponse(fault);
    const exchange = { request, response, source, target, connection, observation, fault, withheld };
    if (source.deploymentId !== undefined) allowPages(exchange, dependencies.corsPolicy);
    if (target.surface === 'dashboard') {
      for (const [name, value] of dependencies.dashboard?.headers ?? []) response.setHeader(name, value);
    }

    const failed = (error: unknown) => {
      // After the client has disconnected, or while the server closes, a failure is only a consequence of that. A
      // response mismatch is an error of the emulator.
      if (error instanceof ResponseMismatch || (!(error instanceof HttpError) && !connection.isClosed)) {
        hooks.logFailure(`${method} ${target.rawPath}`, error);
      }
    };
    const written: WriteTracker = { yes: false };
    const answer = await trackWrites(written, () => findReply(exchange, dispatch, dependencies)).catch(
      (error: unknown): Reply => {
        failed(error);
        return serializeResponse(errorResponse(error, written.yes));
      },
    );
    observation.beginResponse();
    // If the fault withholds the response, a refusal is lost like any other response.
    const outcome: Outcome =
      withheld !== undefined || answer === undefined
        ? { kind: 'none', how: withheld?.how ?? 'cut' }
        : { kind: 'answer', answer };
    // An open stream, or a response that never arrives, must not stop virtual time.
    if (isEndless(outcome)) observation.letTimePass();
    const status = await deliver(exchange, outcome).catch((error: unknown) => {
      failed(error);
      response.destroy();
      return response.headersSent ? response.statusCode : 0;
    });
    observation.letTimePass();
    drainRequest(request);
    const reply = status !== 0 && outcome.kind === 'answer' ? outcome.answer : undefined;
    await observation.record({ status, reply, fault });
  };
}

/** Returns whether the request is recorded. A request passed on by an application was recorded when it arrived. */
function mustObserve({ surface }: RequestTarget, { fromAgent, isReadOnly }: RequestSource): boolean {
  const isOfService = surface !== 'local' && surface !== 'probe' && surface !== 'dashboard';
  return isOfService && isReadOnly !== true && (fromAgent === undefined || fromAgent === 'api');
}

/** Finds the reply to a request; `undefined` if a fault withholds the request from its handler. @throws HttpError. */
async function findReply(
  exchange: Exchange,
  dispatch: Dispatch,
  dependencies: ListenerDependencies,
): Promise<Reply | undefined> {
  const { request, response, source, target, connection, observation, fault, withheld } = exchange;
  if (fault?.delayMs !== undefined) await realClock.sleep(fault.delayMs, connection.signal);
  if (withheld?.done === false) return undefined;
  if (target.surface === 'local') refuseUntrustedOrigin(request, dependencies.serverOrigins);
  if (target.deploymentId !== undefined && dependencies.agentHttp?.connect !== undefined) {
    await dependencies.agentHttp.connect(target.deploymentId);
    if (source.deploymentId === undefined) allowPages(exchange, dependencies.corsPolicy);
  }
  const answer =
    faultResponse(fault, dependencies.clock) ??
    (await dispatch(request, target, {
      origin: originFor(request, dependencies.serverOrigins, dependencies.publicUrl),
      connection,
      recordBody: observation.recordBody,
      noteRoute: observation.noteRoute,
      fromAgent: source.fromAgent,
      letTimePass: observation.letTimePass,
      addHeaders: (headers) => {
        for (const [name, value] of headers) response.appendHeader(name, value);
      },
    }));
  if ('stream' in answer) return answer;
  const pacer = createPacer();
  const serialized = serializeResponse(answer);
  // A short text took long only because code was loaded or compiled. Pausing for it would make the order of events
  // depend on that.
  const isLong = (serialized.text?.length ?? 0) > LARGE_CHARACTERS;
  if (isLong && pacer.isDue) await pacer.pause();
  return serialized;
}

/** Allows pages of the policy's origins to read any response, including refusals and streams. */
function allowPages(
  { request, response, source, target }: Exchange,
  policyOf: ((deploymentId: string) => CorsPolicy | undefined) | undefined,
): void {
  if (target.deploymentId === undefined || !target.allowsPages || source.fromAgent !== undefined) return;
  const policy = policyOf?.(target.deploymentId);
  if (policy === undefined) return;
  for (const [name, value] of Object.entries(corsHeaders(policy, request.headers.origin))) {
    response.setHeader(name, value);
  }
}

/** Returns whether the response ends only when the client disconnects or when an awaited event occurs. */
function isEndless(outcome: Outcome): boolean {
  return outcome.kind === 'none' ? outcome.how === 'hang' : 'stream' in outcome.answer;
}

/** Writes the outcome. Returns the status that the client received, or 0 if it received none. */
async function deliver(
  { request, response, fault, connection }: Exchange,
  outcome: Outcome,
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
  if (fault !== undefined) applyBodyFault(response, fault, connection.signal);
  if (!('stream' in outcome.answer)) {
    await sendSerialized(response, outcome.answer);
    return outcome.answer.status;
  }
  try {
    await outcome.answer.stream(response);
  } catch (error) {
    // Before the first byte, an error response is still possible.
    if (response.headersSent) throw error;
    const answer = errorResponse(error);
    await sendResponse(response, answer);
    if (!(error instanceof HttpError)) throw error;
  }
  return response.statusCode;
}

function pathsOf(target: RequestTarget): string[] {
  return target.path === target.rawPath ? [target.path] : [target.rawPath, target.path];
}
