import type { IncomingMessage, ServerResponse } from 'node:http';
import { realClock } from '../../clients/clock.ts';
import type { ProductTime } from '../seams/time.ts';
import { createDispatch, type DispatchDeps } from './dispatch.ts';
import type { ServerHooks } from './exchange.ts';
import type { HttpFault } from './fault.ts';
import { bendBody, endSilently, faultAnswer, type Silence, silenceOf } from './fault-delivery.ts';
import { HttpError } from './http-error.ts';
import { refuseForeign } from './local-guard.ts';
import { errorAnswer, send } from './respond.ts';
import type { RouteAnswer } from './route.ts';
import { readTarget, type Target } from './target.ts';

export interface ListenerDeps extends DispatchDeps {
  /** Stands still while a request is served. */
  clock: ProductTime;
  hooks: ServerHooks;
  /** What clients reach this server by, when that is not the address they used. No slash at the end. */
  publicUrl?: string | undefined;
  /** Host names `/_local` may be called by, beside loopback. */
  localHosts: ReadonlySet<string>;
  /** Aborted when the server closes: waiting requests end. */
  closing: AbortSignal;
}

/** Answers one request. `deploymentId` is given when it came in on a deployment's own port. Never rejects. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  deploymentId?: string,
) => Promise<void>;

/** What became of a request: an answer to send, or none. */
type Outcome = { kind: 'answer'; answer: RouteAnswer } | { kind: 'silence'; how: Silence };

/** Route table → matching, authentication, validation, handler, answer; with the journal and the faults around it. */
export function createRequestListener(deps: ListenerDeps): RequestListener {
  const dispatch = createDispatch(deps);
  // Made once: a request that ends in good order also aborts its signal, and an error with a stack is dear.
  const left = new Error('the client is gone');

  return async (request, response, deploymentId) => {
    const started = performance.now();
    const method = request.method ?? '';
    const target = readTarget(request.url ?? '/', deploymentId);
    const observed = target.surface !== 'local';
    const began = observed ? deps.hooks.moment() : 0;
    const letGo = observed ? deps.clock.hold() : undefined;
    const fault = observed ? deps.hooks.fault(target.surface, method, pathsOf(target)) : undefined;
    const gone = new AbortController();
    response.once('close', () => gone.abort(left));
    const signal = AbortSignal.any([gone.signal, deps.closing]);

    let sent: unknown;
    const silence = silenceOf(fault);
    const work = async (): Promise<RouteAnswer | undefined> => {
      if (fault?.delayMs !== undefined) await realClock.sleep(fault.delayMs, signal);
      if (silence?.done === false) return undefined;
      return (
        faultAnswer(fault, deps.clock) ??
        (await dispatch(request, target, {
          origin: originOf(request, deps.publicUrl),
          signal,
          guard: () => {
            if (target.surface === 'local') refuseForeign(request.headers, deps.localHosts);
          },
          sawBody: (body) => {
            sent = body;
          },
        }))
      );
    };

    const failed = (error: unknown) => {
      // When the client left or the server closes, a failure is only the echo of that.
      if (!(error instanceof HttpError) && !signal.aborted) {
        deps.hooks.failed(`${method} ${target.rawPath}`, error);
      }
    };
    const answer = await work().catch((error: unknown): RouteAnswer => {
      failed(error);
      return errorAnswer(error);
    });
    // Before the first byte leaves: whatever its reader does next comes after it.
    const ended = observed ? deps.hooks.moment() : 0;
    // A refusal is as lost as any other answer.
    const outcome: Outcome =
      silence !== undefined || answer === undefined
        ? { kind: 'silence', how: silence?.how ?? 'cut' }
        : { kind: 'answer', answer };
    // Whoever reads a stream, or waits for nothing, does not keep time from moving.
    if (isEndless(outcome)) letGo?.();
    const status = await deliver(request, response, outcome, fault, signal).catch((error: unknown) => {
      failed(error);
      response.destroy();
      return response.headersSent ? response.statusCode : 0;
    });
    letGo?.();
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
      request: sent,
      response:
        status !== 0 && outcome.kind === 'answer' && 'body' in outcome.answer
          ? outcome.answer.body
          : undefined,
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
  signal: AbortSignal,
): Promise<number> {
  if (outcome.kind === 'silence' || response.destroyed) {
    await endSilently(request, response, outcome.kind === 'silence' ? outcome.how : 'cut', signal);
    return 0;
  }
  bendBody(response, fault, signal);
  if (!('stream' in outcome.answer)) {
    await send(response, outcome.answer);
    return outcome.answer.status;
  }
  try {
    await outcome.answer.stream(response);
  } catch (error) {
    // Before the first byte there is still room for an honest answer.
    if (response.headersSent) throw error;
    const answer = errorAnswer(error);
    await send(response, answer);
    if (!(error instanceof HttpError)) throw error;
  }
  return response.statusCode;
}

function pathsOf(target: Target): string[] {
  return target.path === target.rawPath ? [target.path] : [target.rawPath, target.path];
}

/** The origin for absolute URLs in answers: as configured, else as the client called us. */
function originOf(request: IncomingMessage, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const { host } = request.headers;
  if (host !== undefined && /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/.test(host))
    return `http://${host}`;
  const { localAddress, localPort } = request.socket;
  return `http://${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
