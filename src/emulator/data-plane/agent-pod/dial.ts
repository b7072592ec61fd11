import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { openDispatcher } from '../../../clients/dispatcher.ts';
import { exchange } from '../../../clients/exchange.ts';
import { isJsonObject, parseJson } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';
import { withTimeout } from '../../../os/timeout.ts';
import type { AnswerAgent } from '../../ports/agent-http.ts';
import type { ProcessEnd } from '../../ports/processes.ts';
import type { AnswerStoreCall } from '../../ports/store-calls.ts';
import type { AgentLanguage, Worker, WorkerSpec } from '../../ports/worker.ts';
import type { WorkerCommand } from '../worker/commands.ts';
import { linkWorker } from '../worker/launcher.ts';
import type { Wire, WireListener } from '../worker/wire.ts';
import {
  type Channel,
  type ChannelTiming,
  MAX_HELLO_BYTES,
  MAX_LINK_MESSAGE_BYTES,
  MessageTooLargeError,
  openChannel,
} from './channel.ts';
import { isSameSecret } from '../../server/authenticate.ts';
import { LINK_PATH, LINK_VERSION, offerLink } from './handshake.ts';
import { Hello } from './hello.ts';

/** Where a pod is reached. */
export interface LinkTarget {
  /** Of the pod's root, http or https, without a trailing slash: its address, or its place behind the cluster's API server. */
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

export interface DialOptions {
  target: LinkTarget;
  /** For messages. */
  podName: string;
  /** The pod that is meant: another one at its address refuses. */
  podUid: string;
  token: string;
  deploymentId: string;
  revisionId: string;
  storeCallsOf: (deploymentId: string, language: AgentLanguage) => AnswerStoreCall;
  answerAgent: AnswerAgent;
  signal: AbortSignal;
  timing?: ChannelTiming;
  /** How long the pod may take to answer, in milliseconds. */
  timeoutMs?: number;
}

/** A worker in a pod, for as long as the connection to it lasts. */
export interface PodLink {
  readonly worker: Worker;
  /** The pod is about to end: it completes what it has, and gets nothing new. */
  isDraining(): boolean;
  /** Resolves with the reason once the link is lost, or closed. */
  readonly ended: Promise<string>;
  close(): void;
}

/** A pod could not be linked to. */
class LinkError extends Error {
  override readonly name = 'LinkError';
}

const TIMEOUT_MS = 5_000;
const UI_TIMEOUT_MS = 10_000;
const DONE = 1000;

/** @throws LinkError when it cannot be reached, refuses, or is not the pod of this revision. */
export async function dialPod(options: DialOptions): Promise<PodLink> {
  const { token, revisionId, deploymentId, podName, podUid, timeoutMs = TIMEOUT_MS } = options;
  const failed = (error: unknown): LinkError =>
    new LinkError(`Agent pod ${podName} cannot be linked to: ${errorMessage(error)}.`, { cause: error });
  const podNonce = await requestNonce(options, timeoutMs).catch((error: unknown) => {
    throw failed(error);
  });
  const offer = offerLink(token, { revisionId, podUid }, podNonce);
  const { connection, greeting, channel, begin } = open(options, offer.headers, timeoutMs);
  try {
    const message = await withTimeout(greeting, timeoutMs, 'it did not introduce itself');
    const hello = readHello(message, offer.expected);
    if (hello.deploymentId !== deploymentId || hello.revisionId !== revisionId) {
      throw new LinkError(`it runs revision ${hello.revisionId}`);
    }
    return begin(hello);
  } catch (error) {
    channel()?.close(DONE, 'the link was not made');
    connection.terminate();
    throw failed(error);
  }
}

const NonceAnswer = z.object({ nonce: z.string().max(256) });
const MAX_NONCE_BYTES = 4096;

/** Asks the pod for the nonce of one offer. @throws LinkError, or the error of the connection. */
async function requestNonce({ target, signal }: DialOptions, timeoutMs: number): Promise<string> {
  if (signal.aborted) throw new LinkError('the control plane closes');
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
      throw new LinkError('the control plane closes');
    });
    if (result.kind === 'broken') throw result.cause;
    if (result.kind === 'timeout') throw new LinkError('it did not answer in time');
    if (result.kind === 'too-large') throw new LinkError('its nonce is too long');
    const { status, body } = result.answer;
    if (status !== 200) throw new LinkError(`it answers ${status} ${body.slice(0, MAX_SHOWN)}`.trimEnd());
    const parsed = NonceAnswer.safeParse(parseJson(body));
    if (!parsed.success) throw new LinkError('it answers without a nonce: deploy the revision again');
    return parsed.data.nonce;
  } finally {
    await dispatcher.destroy();
  }
}

function readHello(message: unknown, proof: string): Hello {
  const parsed = Hello.safeParse(message);
  if (!parsed.success) throw new LinkError('it does not introduce itself as this version expects');
  if (parsed.data.version !== LINK_VERSION) {
    throw new LinkError(`it speaks version ${parsed.data.version} of the link, and not ${LINK_VERSION}`);
  }
  if (!isSameSecret(parsed.data.proof, proof))
    throw new LinkError('it does not know the token of the revision');
  return parsed.data;
}

/** The opening WebSocket. `greeting`: its first message. */
function open(options: DialOptions, headers: Readonly<Record<string, string>>, handshakeTimeout: number) {
  const { target, signal, timing } = options;
  const connection = new WebSocket(`${target.url.replace(/^http/, 'ws')}${LINK_PATH}`, {
    ...withoutUndefined(target.tls ?? {}),
    headers: { ...target.headers, ...headers },
    perMessageDeflate: false,
    maxPayload: MAX_LINK_MESSAGE_BYTES,
    followRedirects: false,
    handshakeTimeout,
  });
  const greeting = Promise.withResolvers<unknown>();
  const ended = Promise.withResolvers<string>();
  let channel: Channel | undefined;
  let socket: Socket | undefined;
  /** Between the first message and `begin`. */
  const early: [message: Record<string, unknown>, problem: string | undefined][] = [];
  let take: ((message: Record<string, unknown>, problem: string | undefined) => void) | undefined;
  let isGreeted = false;

  const fail = (reason: string): void => {
    greeting.reject(new LinkError(reason));
    ended.resolve(reason);
  };
  const abort = (): void => {
    fail('the control plane closes');
    connection.terminate();
  };
  signal.addEventListener('abort', abort, { once: true });
  void ended.promise.then(() => signal.removeEventListener('abort', abort));
  greeting.promise.catch(() => undefined);

  connection.on('upgrade', (response: IncomingMessage) => {
    ({ socket } = response);
  });
  connection.on('unexpected-response', (request, response: IncomingMessage) => {
    readSome(response).then(
      (text) => fail(`it answers ${response.statusCode} ${text}`.trimEnd()),
      () => fail(`it answers ${response.statusCode}`),
    );
    response.once('close', () => request.destroy());
  });
  connection.on('error', (error) => fail(errorMessage(error)));
  connection.on('open', () => {
    if (socket === undefined) return fail('it has no connection');
    channel = openChannel(
      connection,
      socket,
      {
        onMessage(message, problem) {
          if (!isGreeted) {
            isGreeted = true;
            greeting.resolve(message);
          } else if (take) take(message, problem);
          else early.push([message, problem]);
        },
        onEnd: fail,
      },
      { pauses: true, firstBytes: MAX_HELLO_BYTES, ...(timing && { timing }) },
    );
  });
  if (signal.aborted) abort();

  const begin = (hello: Hello): PodLink => {
    if (channel === undefined) throw new LinkError('it has no connection');
    const link = linkOf(hello, options, channel, ended.promise);
    take = (message, problem) => link.receive(message, problem);
    for (const [message, problem] of early) take(message, problem);
    return link.link;
  };
  return { connection, greeting: greeting.promise, channel: () => channel, begin };
}

/** Characters of a refusal that are shown. */
const MAX_SHOWN = 300;

async function readSome(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_SHOWN) break;
  }
  return text.slice(0, MAX_SHOWN);
}

/** Counts links, so that what one worker numbers is never taken for another's. */
let links = 0;
/** Numbers of one worker: above them, the link's own stands. */
const HANDLES = 2 ** 32;
const MAX_LINKS = 2 ** 20;

function linkOf(hello: Hello, options: DialOptions, channel: Channel, ended: Promise<string>) {
  links = (links + 1) % MAX_LINKS;
  const handles = scopeHandles(links);
  const files = new Map<number, PromiseWithResolvers<string>>();
  let lastFile = 0;
  let draining = false;
  let listener: WireListener | undefined;
  let endReason = '';

  const send = (command: WorkerCommand): void => {
    try {
      channel.send(command);
    } catch (error) {
      if (!(error instanceof MessageTooLargeError)) throw error;
      const { name, message } = error;
      // As the pod would answer it.
      if (command.type === 'store-answer')
        channel.send({ ...command, answer: { ok: false, error: name, message } });
      else queueMicrotask(() => listener?.onMessage(tooLarge(command, { error: name, message }), undefined));
    }
  };
  const wire: Wire = {
    send(command) {
      if (command.type !== 'load') return send(handles.outgoing(command));
      // It has its graphs.
      const { protocol, appDocument, graphs } = hello;
      const names = Object.fromEntries(
        Object.entries(graphs).flatMap(([id, { name }]) => (name === undefined ? [] : [[id, name]])),
      );
      listener?.onMessage({ type: 'ready', names, protocol, ...(appDocument && { appDocument }) });
    },
    listen(given) {
      listener = given;
    },
  };
  const receive = (message: Record<string, unknown>, problem: string | undefined): void => {
    const { type, id, text, problem: sent } = message;
    if (type === 'draining') draining = true;
    else if (type === 'ui-file' || type === 'ui-failed') {
      const file = files.get(Number(id));
      if (typeof text === 'string') file?.resolve(text);
      else file?.reject(new Error('the agent pod does not have the file'));
    } else
      listener?.onMessage(
        handles.incoming(message),
        problem ?? (typeof sent === 'string' ? sent : undefined),
      );
  };
  const how = ended.then((reason): ProcessEnd => {
    endReason = reason;
    for (const file of files.values()) file.reject(new Error(reason));
    return { kind: 'aborted' };
  });

  const close = (): void => channel.close(DONE, 'the link is closed');
  const worker = linkWorker(
    specOf(hello),
    {
      pid: hello.pid,
      ended: how,
      stop: () => {
        close();
        return Promise.resolve();
      },
    },
    options.storeCallsOf(hello.deploymentId, hello.language),
    wire,
    {
      answerAgent: options.answerAgent,
      describeEnd: () => `The link to agent pod ${options.podName} ended (${endReason})`,
    },
  );
  const readUi = async (component: string, file: string): Promise<string> => {
    lastFile += 1;
    const id = lastFile;
    const answer = Promise.withResolvers<string>();
    files.set(id, answer);
    channel.send({ type: 'ui', id, component, file });
    try {
      return await withTimeout(answer.promise, UI_TIMEOUT_MS);
    } finally {
      files.delete(id);
    }
  };
  const link: PodLink = {
    worker: { ...worker, ui: hello.ui, readUi },
    isDraining: () => draining,
    ended,
    close,
  };
  return { link, receive };
}

/** The answer to a command that was not sent. */
function tooLarge(command: WorkerCommand, failure: { error: string; message: string }): object {
  return command.type === 'run'
    ? { type: 'run-ended', runId: command.job.runId, outcome: { kind: 'error', ...failure } }
    : { type: 'query-failed', id: 'id' in command ? command.id : undefined, ...failure };
}

/** What a replica must know of the worker; where its files are is the pod's. */
function specOf({
  deploymentId,
  revisionId,
  language,
  graphs,
  cors,
  settings,
  auth,
  http,
}: Hello): WorkerSpec {
  return {
    deploymentId,
    revisionId,
    graphs: Object.fromEntries(
      Object.entries(graphs).map(([id, { description }]) => [
        id,
        { module: '', exportName: '', description },
      ]),
    ),
    ...(language === 'python' && { python: { interpreter: '', paths: [] } }),
    cwd: '',
    env: {},
    cors,
    settings,
    auth: auth && { module: '', exportName: '', settings: auth },
    http,
  };
}

/**
 * A worker numbers the users that its author's code let in. Another worker has other users under these numbers: towards the
 * server they carry the link's own number, and a number of another link is left out.
 */
function scopeHandles(link: number) {
  const authentications = new Set<number>();
  return {
    outgoing(command: WorkerCommand): WorkerCommand {
      if (command.type !== 'query') return command;
      if (command.query.kind === 'authenticate') authentications.add(command.id);
      if (command.query.kind !== 'authorize') return command;
      const { handle, ...identity } = command.query.identity;
      const isOurs = handle !== undefined && Math.floor(handle / HANDLES) === link;
      return {
        ...command,
        query: {
          ...command.query,
          identity: { ...identity, ...(isOurs && { handle: handle % HANDLES }) },
        },
      };
    },
    incoming(report: Record<string, unknown>): Record<string, unknown> {
      const { type, id, answer } = report;
      if (type !== 'answer' && type !== 'query-failed') return report;
      if (typeof id !== 'number' || !authentications.delete(id)) return report;
      if (!isJsonObject(answer) || !isJsonObject(answer['identity'])) return report;
      const { handle, ...identity } = answer['identity'];
      const isNumber = typeof handle === 'number' && handle >= 0 && handle < HANDLES;
      return {
        ...report,
        answer: {
          ...answer,
          identity: { ...identity, ...(isNumber && { handle: link * HANDLES + handle }) },
        },
      };
    },
  };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
