import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { openDispatcher } from '../../../clients/dispatcher.ts';
import { exchange } from '../../../clients/exchange.ts';
import { parseJson } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';
import { withTimeout } from '../../../os/timeout.ts';
import type { ProcessEnd } from '../../ports/processes.ts';
import type { Worker } from '../../ports/worker.ts';
import { type LinkAnswers, linkWorker } from './worker.ts';
import type { ControlMessage } from './decode.ts';
import type { FrameDecoder } from './decoder.ts';
import { decodeFrame, type Frame, type FrameBudget, WORKER_LINK } from './frames.ts';
import { createLinkBudget, type LinkLimits } from './link-budget.ts';
import type { LinkStream, StreamListener } from './stream.ts';
import { type Channel, type ChannelTiming, MAX_CHUNK_BYTES, openChannel } from './web-socket.ts';
import { PodFacts } from './facts.ts';
import { LINK_PATH, type LinkOffer, MAX_FACTS_BYTES, offerLink } from './offer.ts';

/** Address of a pod, and the identity that the pod at this address must prove. */
export interface LinkTarget {
  /**
   * Root URL of the pod (http or https) without trailing slash: the pod's address, or its path behind the API server.
   */
  url: string;
  headers?: Readonly<Record<string, string>>;
  tls?: {
    ca?: string | undefined;
    cert?: string | undefined;
    key?: string | undefined;
    servername?: string | undefined;
    rejectUnauthorized?: boolean | undefined;
  };
}

export interface DialOptions extends LinkAnswers {
  target: LinkTarget;
  podName: string;
  /** Uid of the expected pod; another pod at the same address refuses the link. */
  podUid: string;
  token: string;
  deploymentId: string;
  revisionId: string;
  warn: (line: string) => void;
  signal: AbortSignal;
  timing?: Partial<ChannelTiming>;
  /** Memory for arriving messages, which all links of this process share. */
  budget?: FrameBudget;
  /** Decoder of arriving messages, which all links of this process share. */
  decoder: Pick<FrameDecoder, 'report' | 'control'>;
  /** Limits of the work that the pod may cause. */
  limits?: LinkLimits;
  /** Maximum time for the pod to respond, in milliseconds. */
  timeoutMs?: number;
}

/** Connection to a worker in a pod. */
export interface PodLink {
  readonly worker: Worker;
  /**
   * Returns whether the pod is draining. A draining pod completes its runs, receives no further runs, and exits when
   * its links are closed.
   */
  isDraining(): boolean;
  readonly draining: Promise<void>;
  /** Resolves with the reason when the link is lost or closed. */
  readonly ended: Promise<string>;
  /** Returns whether the link was closed because the pod exceeded the limits of a link. */
  hasExceededLimits(): boolean;
  close(): void;
}

/** Thrown when no link to the pod can be opened. */
class LinkError extends Error {
  override readonly name = 'LinkError';
}

const TIMEOUT_MS = 5_000;
const UI_TIMEOUT_MS = 10_000;
const DONE = 1000;
const POLICY = 1008;

/**
 * Opens a link to a pod and returns its worker.
 * @throws LinkError if the pod cannot be reached, refuses the link, or does not belong to this revision.
 */
export async function dialPod(options: DialOptions): Promise<PodLink> {
  const { token, revisionId, deploymentId, podName, podUid, timeoutMs = TIMEOUT_MS } = options;
  try {
    const podNonce = await requestNonce(options, timeoutMs);
    const offer = offerLink(token, { revisionId, podUid }, podNonce);
    const link = open(options, offer, timeoutMs);
    try {
      const facts = readFacts(
        await withTimeout(link.greeting, timeoutMs, 'it did not send its first message'),
      );
      if (facts.deploymentId !== deploymentId || facts.revisionId !== revisionId) {
        throw new LinkError(`it runs revision ${facts.revisionId} instead`);
      }
      return link.begin(facts);
    } catch (error) {
      link.cut();
      throw error;
    }
  } catch (error) {
    throw new LinkError(`The control plane cannot connect to agent pod ${podName}: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

const NonceAnswer = z.object({ nonce: z.string().max(256) });
const MAX_NONCE_BYTES = 4096;

/** Requests the nonce of one offer from the pod. @throws LinkError, or the error of the connection. */
async function requestNonce({ target, signal }: DialOptions, timeoutMs: number): Promise<string> {
  if (signal.aborted) throw new LinkError('the control plane is shutting down');
  const { ca, cert, key, servername, rejectUnauthorized } = target.tls ?? {};
  const dispatcher = await openDispatcher({
    proxies: { noProxy: '*' },
    connectTimeoutMs: timeoutMs,
    ca,
    identity: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    serverName: servername,
    insecure: rejectUnauthorized === false,
  });
  try {
    const result = await exchange(dispatcher, {
      method: 'GET',
      url: new URL(`${target.url}${LINK_PATH}`),
      headers: { ...target.headers },
      timeoutMs,
      maxBytes: MAX_NONCE_BYTES,
      signal,
    }).catch(() => {
      throw new LinkError('the control plane is shutting down');
    });
    if (result.kind === 'broken') throw result.cause;
    if (result.kind === 'timeout') throw new LinkError('it did not respond in time');
    if (result.kind === 'too-large') throw new LinkError('its nonce is too long');
    const { status, body } = result.answer;
    if (status !== 200)
      throw new LinkError(`it responded with status ${status} ${body.slice(0, MAX_SHOWN)}`.trimEnd());
    const parsed = NonceAnswer.safeParse(parseJson(body));
    if (!parsed.success) throw new LinkError('its response contains no nonce; deploy the revision again');
    return parsed.data.nonce;
  } finally {
    await dispatcher.destroy();
  }
}

function readFacts(message: unknown): PodFacts {
  const parsed = PodFacts.safeParse(message);
  if (!parsed.success)
    throw new LinkError('its first message has a format that this version does not support');
  return parsed.data;
}

/** Opens the WebSocket. `greeting` resolves with the pod's first message. */
function open(options: DialOptions, offer: LinkOffer, handshakeTimeout: number) {
  const { target, signal, timing, budget } = options;
  const connection = new WebSocket(`${target.url.replace(/^http/, 'ws')}${LINK_PATH}`, {
    ...withoutUndefined(target.tls ?? {}),
    headers: { ...target.headers, ...offer.headers },
    perMessageDeflate: false,
    maxPayload: MAX_CHUNK_BYTES,
    followRedirects: false,
    handshakeTimeout,
  });
  const greeting = Promise.withResolvers<unknown>();
  const ended = Promise.withResolvers<string>();
  let channel: Channel | undefined;
  /** Resolves when `begin` was called, or when the link has ended. Frames after the first message wait until then. */
  const begun = Promise.withResolvers<void>();
  let take: ((frame: Frame) => void | Promise<void>) | undefined;
  let isGreeted = false;

  const fail = (reason: string): void => {
    greeting.reject(new LinkError(reason));
    ended.resolve(reason);
  };
  const abort = (): void => {
    fail('the control plane is shutting down');
    connection.terminate();
  };
  signal.addEventListener('abort', abort, { once: true });
  void ended.promise.then(() => {
    signal.removeEventListener('abort', abort);
    begun.resolve();
  });
  greeting.promise.catch(() => undefined);

  connection.on('upgrade', (response: IncomingMessage) => {
    if (!offer.isAccepted(response.headers)) fail('it could not prove that it has the token of the revision');
  });
  connection.on('unexpected-response', (request, response: IncomingMessage) => {
    readSome(response).then(
      (text) => fail(`it responded with status ${response.statusCode} ${text}`.trimEnd()),
      () => fail(`it responded with status ${response.statusCode}`),
    );
    response.once('close', () => request.destroy());
  });
  connection.on('error', (error) => fail(errorMessage(error)));
  connection.on('open', () => {
    channel = openChannel(
      connection,
      {
        onFrame(frame) {
          if (isGreeted) return take === undefined ? begun.promise.then(() => take?.(frame)) : take(frame);
          isGreeted = true;
          greeting.resolve(decodeFrame(frame).message);
        },
        onEnd: fail,
      },
      { pauses: true, firstBytes: MAX_FACTS_BYTES, ...(timing && { timing }), ...(budget && { budget }) },
    );
  });
  if (signal.aborted) abort();

  const begin = (pod: PodFacts): PodLink => {
    if (channel === undefined) throw new LinkError('the connection is not open');
    const link = linkOf(pod, options, channel, ended.promise);
    take = link.receive;
    begun.resolve();
    return link.link;
  };
  const cut = (): void => {
    channel?.close(DONE, 'the link was not established');
    connection.terminate();
  };
  return { greeting: greeting.promise, begin, cut };
}

/** Maximum number of characters of a refusal's body in a message. */
const MAX_SHOWN = 300;

async function readSome(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_SHOWN) break;
  }
  return text.slice(0, MAX_SHOWN);
}

function linkOf(pod: PodFacts, options: DialOptions, channel: Channel, ended: Promise<string>) {
  const files = new Map<number, PromiseWithResolvers<string>>();
  let lastFile = 0;
  let isDraining = false;
  const draining = Promise.withResolvers<void>();
  let listener: StreamListener | undefined;
  let endReason = '';

  const stream: LinkStream = {
    send: (message, parts, link) => channel.send(message, parts, link),
    forward: (frame, link) => channel.forward(frame, link),
    listen(given) {
      listener = given;
    },
  };
  const budget = createLinkBudget(() => performance.now(), options.limits);
  const ending = new AbortController();
  let hasExceededLimits = false;
  const control = ({ type, id, text }: ControlMessage): void => {
    if (type === 'draining') {
      isDraining = true;
      draining.resolve();
    }
    if (type !== 'answer' && type !== 'failed') return;
    const file = files.get(id ?? 0);
    if (text !== undefined) file?.resolve(text);
    else file?.reject(new Error('the agent pod does not have the file'));
  };
  const handle = (frame: Frame): void | Promise<void> => {
    if (frame.link === WORKER_LINK) return listener?.onFrame(frame);
    const decoded = options.decoder.control(frame, budget);
    return decoded instanceof Promise ? decoded.then(control) : control(decoded);
  };
  /** Slows down or closes a link that exceeds its limits. */
  const enforce = (): void | Promise<void> => {
    const verdict = budget.verdict();
    if (verdict.kind === 'within') return;
    if (verdict.kind === 'close') {
      hasExceededLimits = true;
      options.warn(
        `The link to agent pod ${options.podName} was closed, because ${verdict.reason}. Send fewer or smaller messages.`,
      );
      channel.close(POLICY, verdict.reason);
      return;
    }
    if (verdict.isFirst) {
      options.warn(
        `The control plane reads the messages of agent pod ${options.podName} more slowly, because they exceed the limits of a link. Send fewer or smaller messages.`,
      );
    }
    return delay(verdict.ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  };
  const receive = (frame: Frame): void | Promise<void> => {
    const handled = handle(frame);
    return handled instanceof Promise ? handled.then(enforce) : enforce();
  };
  const how = ended.then((reason): ProcessEnd => {
    endReason = reason;
    ending.abort();
    for (const file of files.values()) file.reject(new Error(reason));
    return { kind: 'aborted' };
  });
  const readUi = async (component: string, file: string): Promise<string> => {
    lastFile += 1;
    const id = lastFile;
    const answer = Promise.withResolvers<string>();
    files.set(id, answer);
    channel.send({ type: 'file', id, component, file });
    try {
      return await withTimeout(answer.promise, UI_TIMEOUT_MS);
    } finally {
      files.delete(id);
    }
  };

  const close = (): void => channel.close(DONE, 'the link is closed');
  const stop = (): Promise<void> => Promise.resolve(close());
  const worker = linkWorker({ pid: pod.pid, ended: how, stop }, stream, pod, {
    answerStoreCall: options.storeCallsOf(pod.deploymentId, pod.language),
    answerAgent: options.answerAgent,
    readUi,
    decode: (frame) => options.decoder.report(frame, budget),
    describeEnd: () => `The link to agent pod ${options.podName} ended (${endReason})`,
    warn: options.warn,
  });
  return {
    link: {
      worker,
      isDraining: () => isDraining,
      draining: draining.promise,
      ended,
      hasExceededLimits: () => hasExceededLimits,
      close,
    },
    receive,
  };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
