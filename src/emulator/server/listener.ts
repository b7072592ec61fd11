import type { IncomingMessage, ServerResponse } from 'node:http';
import { realClock } from '../../clients/clock.ts';
import { createPacer } from '../../clients/pacer.ts';
import type { ServiceClock } from '../ports/clock.ts';
import type { HeaderList } from '../ports/agent-http.ts';
import type { HttpFault } from '../ports/faults.ts';
import { trackWrites, type WriteTracker } from '../ports/write-tracker.ts';
import { headersOf } from './agent-app.ts';
import type { FromAgent } from './agent-requests.ts';
import { type ClientConnection, createConnectionWatcher } from './client-connection.ts';
import { corsHeaders, type CorsPolicy } from './cors.ts';
import {
  type BodyRecorder,
  createBodyRecorder,
  createDispatch,
  type Dispatch,
  type DispatchDependencies,
} from './dispatch.ts';
import {
  applyBodyFault,
  endWithoutResponse,
  faultResponse,
  type NoResponse,
  plannedNoResponse,
} from './apply-fault.ts';
import { HttpError } from './http-error.ts';
import type { ReplayMark, ServerHooks } from './journal-entry.ts';
import { LARGE_CHARACTERS, type Observation, observe, NO_OBSERVATION } from './observation.ts';
import { drainRequest } from './request.ts';
import { errorResponse, type Reply, sendResponse, sendSerialized, serializeResponse } from './respond.ts';
import { ResponseMismatch } from './response-check.ts';
import { parseTarget, PROBE_PATHS, type RequestTarget } from './router.ts';
import { originFor, refuseUntrustedOrigin, type ServerOrigins } from './server-origins.ts';

interface ListenerDependencies extends DispatchDependencies {
  /** Service clock of the emulator. Virtual time does not advance during a request. */
  clock: ServiceClock;
  hooks: ServerHooks;
  /** URL of this server for clients, without a trailing slash, if the URL differs from the listening address. */
  publicUrl?: string | undefined;
  serverOrigins: ServerOrigins;
  /** Host names and origins of the separate port for `/_local`, or absent if the main port serves `/_local`. */
  adminOrigins?: ServerOrigins | undefined;
  /** Signal that is aborted when the server closes. The abort ends waiting requests. */
  closing: AbortSignal;
}

export interface RequestSource {
  /** ID of the deployment whose own port received the request. */
  deploymentId?: string | undefined;
  /** Purpose of a request from the deployment's own code, or absent for a client's request. */
  fromAgent?: FromAgent['purpose'] | undefined;
  /** True for a read by the dashboard, which is not recorded, triggers no fault rule and does not stop the clock. */
  isReadOnly?: boolean;
  replay?: ReplayMark | undefined;
  /** True if the request arrived on the separate port for `/_local`. */
  onAdminPort?: boolean | undefined;
}

/** Responds to one request, and never rejects. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  source?: RequestSource,
) => Promise<void>;

/** Reply to send, or how a fault ends the request without a reply. */
type Outcome = { kind: 'answer'; answer: Reply } | { kind: 'none'; how: NoResponse };

/** A request, with all decisions that were made at its arrival. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  source: RequestSource;
  target: RequestTarget;
  connection: ClientConnection;
  observation: Observation;
  fault: HttpFault | undefined;
  /** How the fault withholds the response, or `undefined` if the response is sent. */
  withheld: ReturnType<typeof plannedNoResponse>;
}

/** Creates the listener for a table of routes. The listener records requests and applies faults. */
export function createRequestListener(dependencies: ListenerDependencies): RequestListener {
  const { hooks } = dependencies;
  const dispatch = createDispatch(dependencies);
  const recordUnhandled = createBodyRecorder(dependencies);
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
    const observation = isObserved
      ? observe({ method, target, headers: replayableHeaders(target, request), source, ...dependencies })
      : NO_OBSERVATION;
    const fault = isObserved ? hooks.fault(target.surface, method, pathsOf(target)) : undefined;
    const connection = watch(response);
    const withheld = plannedNoResponse(fault);
    const exchange = { request, response, source, target, connection, observation, fault, withheld };
    if (source.deploymentId !== undefined) allowPages(exchange, dependencies.corsPolicy);
    if (target.surface === 'dashboard') {
      for (const [name, value] of dependencies.dashboard?.headers ?? []) response.setHeader(name, value);
    }

    const failed = (error: unknown) => {
      // A failure is expected after the client has disconnected or while the server closes. A response mismatch is
      // always logged, because it is a bug in the emulator.
      if (error instanceof ResponseMismatch || (!(error instanceof HttpError) && !connection.isClosed)) {
        hooks.logFailure(`${method} ${target.rawPath}`, error);
      }
    };
    const written: WriteTracker = { yes: false };
    const answer = await trackWrites(written, () =>
      findReply(exchange, { dispatch, recordUnhandled, ...dependencies }),
    ).catch((error: unknown): Reply => {
      failed(error);
      return serializeResponse(errorResponse(error, written.yes));
    });
    observation.beginResponse();
    // A fault that withholds the response also withholds an error response.
    const outcome: Outcome =
      withheld !== undefined || answer === undefined
        ? { kind: 'none', how: withheld?.how ?? 'cut' }
        : { kind: 'answer', answer };
    // An open stream, or a response that is never sent, must not stop virtual time.
    if (isEndless(outcome)) observation.letTimePass();
    const status = await deliver(exchange, outcome).catch((error: unknown) => {
      failed(error);
      response.destroy();
      return response.headersSent ? response.statusCode : 0;
    });
    observation.letTimePass();
    drainRequest(request);
    const reply = status !== 0 && outcome.kind === 'answer' ? outcome.answer : undefined;
    const hidden = withheld?.done === true && answer !== undefined && !('stream' in answer);
    const withheldStatus = hidden ? answer.status : undefined;
    await observation.record({ status, reply, fault, withheldStatus });
  };
}

/** Returns whether a request is recorded. Requests that an application forwards were recorded on arrival. */
function mustObserve({ surface }: RequestTarget, { fromAgent, isReadOnly }: RequestSource): boolean {
  const isOfService = surface !== 'local' && surface !== 'probe' && surface !== 'dashboard';
  return isOfService && isReadOnly !== true && (fromAgent === undefined || fromAgent === 'api');
}

/** Returns the headers for a replay. Requests of agent pods contain credentials and are never replayed. */
const replayableHeaders = ({ surface }: RequestTarget, request: IncomingMessage): HeaderList =>
  surface === 'agent-pods' ? [] : headersOf(request);

/**
 * Finds the reply to a request, or returns `undefined` if a fault withholds the response and prevents the handler call.
 */
async function findReply(
  exchange: Exchange,
  dependencies: ListenerDependencies & { dispatch: Dispatch; recordUnhandled: BodyRecorder },
): Promise<Reply | undefined> {
  const { request, response, source, target, connection, observation, fault, withheld } = exchange;
  if (fault?.delayMs !== undefined) {
    await realClock.sleep(fault.delayMs, connection.signal);
    observation.endDelay();
  }
  const injected = faultResponse(fault, dependencies.clock);
  if (injected !== undefined || withheld?.done === false) {
    // A failure is ignored, because the fault determines the response even if the body is invalid or incomplete.
    await dependencies.recordUnhandled(request, target, observation).catch(() => undefined);
  }
  if (withheld?.done === false) return undefined;
  const { adminOrigins } = dependencies;
  if (source.onAdminPort === true) refuseOtherSurfaces(target);
  if (target.surface === 'local') {
    const origins = source.onAdminPort === true ? adminOrigins : undefined;
    refuseUntrustedOrigin(request, origins ?? dependencies.serverOrigins);
  }
  if (target.deploymentId !== undefined && dependencies.agentHttp?.connect !== undefined) {
    await dependencies.agentHttp.connect(
      target.deploymentId,
      isHealthCheck(target) ? 'health-check' : connection,
    );
    if (source.deploymentId === undefined) allowPages(exchange, dependencies.corsPolicy);
  }
  const answer =
    injected ??
    (await dependencies.dispatch(request, target, {
      origin: originFor(request, dependencies.serverOrigins, dependencies.publicUrl),
      connection,
      recordBody: observation.recordBody,
      noteRoute: observation.noteRoute,
      fromAgent: source.fromAgent,
      isLocalClosed: adminOrigins !== undefined && source.onAdminPort !== true,
      letTimePass: observation.letTimePass,
      addHeaders: (headers) => {
        for (const [name, value] of headers) response.appendHeader(name, value);
      },
    }));
  if ('stream' in answer) return answer;
  const pacer = createPacer();
  const serialized = serializeResponse(answer);
  // Only a long body needs a pause. A short body takes long only while code is loaded, and a pause would then change
  // the order of events.
  const isLong = (serialized.text?.length ?? 0) > LARGE_CHARACTERS;
  if (isLong && pacer.isDue) await pacer.pause();
  return serialized;
}

/** Returns whether monitors send a request repeatedly, so the request must not keep an idle agent running. */
function isHealthCheck({ path }: RequestTarget): boolean {
  return path === '/metrics' || PROBE_PATHS.some((one) => one === path);
}

/** Refuses requests of clients on the port for `/_local`, where administrators sign in. @throws HttpError 404. */
function refuseOtherSurfaces({ surface }: RequestTarget): void {
  if (surface === 'local' || surface === 'dashboard' || surface === 'probe') return;
  throw new HttpError(
    404,
    'Not Found: this port serves only /_local. Use the main port of the control plane.',
  );
}

/** Allows pages of the policy's origins to read any response, including errors and streams. */
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

/** Returns whether the response ends only when the client disconnects or an awaited event occurs. */
function isEndless(outcome: Outcome): boolean {
  return outcome.kind === 'none' ? outcome.how === 'hang' : 'stream' in outcome.answer;
}

/** Sends the response and returns its status, or 0 if the client received no response. */
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
    // An error response is possible only until the first byte of the response is sent.
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
