import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { isWorkerCommand } from '../worker/commands.ts';
import { type Channel, type ChannelTiming, MAX_LINK_MESSAGE_BYTES, openChannel } from './channel.ts';
import { acceptLink, createPodNonces, GOING_AWAY, LINK_PATH, type PodNonces } from './handshake.ts';
import type { LinkEnd, LinkedReplica, Multiplexer } from './multiplexer.ts';

export interface PodServerOptions {
  port: number;
  host?: string;
  token: string;
  revisionId: string;
  podUid: string;
  /** Without its proof. Undefined: the agent is not ready. */
  hello: () => object | undefined;
  multiplexer: Multiplexer;
  /** A file of a user interface. Rejects when there is none. */
  readUi: (component: string, file: string) => Promise<string>;
  log: (line: string) => void;
  timing?: ChannelTiming;
  /** How many links it takes at a time. */
  maxLinks?: number;
}

/** What an agent pod answers: its health, and links. */
export interface PodServer {
  readonly port: number;
  /** Takes no more links; resolves when none has anything under way. */
  drain(): Promise<void>;
  /** Closes all links and the port. */
  close(): Promise<void>;
}

/** How often a draining server looks whether its links are idle, in milliseconds. */
const IDLE_LOOK_MS = 100;
const HANDSHAKE_MS = 5_000;
/** Links at a time: one for each replica, and those that it has not yet noticed to be lost. */
const MAX_LINKS = 64;

/** @throws Error when the port cannot be opened. */
export async function startPodServer(options: PodServerOptions): Promise<PodServer> {
  const { multiplexer, token, revisionId, podUid, log } = options;
  const channels = new Map<Channel, LinkedReplica>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_LINK_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const nonces = createPodNonces(() => performance.now());
  let draining = false;

  const server = createServer((request, response) => {
    const { status, body } = answer(request, options.hello() !== undefined, nonces);
    const text = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
    response.end(request.method === 'HEAD' ? undefined : text);
    request.resume();
  });
  server.headersTimeout = HANDSHAKE_MS;

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (pathOf(request) !== LINK_PATH || !(socket instanceof Socket)) return refuse(socket, 404, 'Not Found');
    const decision = acceptLink(request.headers, token, { revisionId, podUid }, nonces);
    if (decision.kind === 'refused') return refuse(socket, decision.status, decision.reason);
    const hello = options.hello();
    if (hello === undefined) return refuse(socket, 503, 'The agent is still starting.');
    if (draining) return refuse(socket, 503, 'The pod is about to end.');
    if (channels.size >= (options.maxLinks ?? MAX_LINKS)) {
      return refuse(socket, 503, `The pod has ${channels.size} links, and takes no more.`);
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const refused = (id: unknown) => channel.send({ type: 'ui-failed', id });
      const channel = openChannel(
        webSocket,
        socket,
        {
          onMessage(message, problem) {
            if (problem !== undefined) return channel.send(failureOf(message, problem));
            if (isWorkerCommand(message)) return replica.receive(message);
            const { type, id, component, file } = message;
            if (type !== 'ui') return;
            options.readUi(String(component), String(file)).then(
              (text) => channel.send({ type: 'ui-file', id, text }),
              () => refused(id),
            );
          },
          onEnd(reason) {
            channels.delete(channel);
            replica.end();
            log(`A link ended: ${reason}`);
          },
        },
        { ...(options.timing && { timing: options.timing }) },
      );
      const replica = multiplexer.attach(linkEnd(channel));
      channels.set(channel, replica);
      channel.send({ ...hello, proof: decision.proof });
    });
  });

  await listening(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async drain() {
      draining = true;
      for (const channel of channels.keys()) channel.send({ type: 'draining' });
      while ([...channels.values()].some((replica) => replica.isBusy())) {
        await new Promise((resolve) => setTimeout(resolve, IDLE_LOOK_MS));
      }
    },
    async close() {
      draining = true;
      for (const channel of channels.keys()) channel.close(GOING_AWAY, 'the pod ends');
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The answer to a command that cannot be carried out. */
function failureOf({ type, id, runId }: Record<string, unknown>, message: string): object {
  const failure = { error: 'Error', message };
  return type === 'run'
    ? { type: 'run-ended', runId, outcome: { kind: 'error', ...failure } }
    : { type: 'query-failed', id, ...failure };
}

/** What the worker sends is not trusted: a report that cannot be sent must not end the pod, nor leave its reader waiting. */
function linkEnd(channel: Channel): LinkEnd {
  return {
    send(report) {
      try {
        channel.send(report);
      } catch (error) {
        const { type, id, runId } = report;
        // The control plane makes a failure of what it cannot parse.
        channel.send({ type, id, runId, problem: String(error) });
      }
    },
  };
}

function answer(
  request: IncomingMessage,
  isReady: boolean,
  nonces: Pick<PodNonces, 'issue'>,
): { status: number; body: object } {
  const path = pathOf(request);
  if (path === LINK_PATH && request.method === 'GET') {
    return { status: 200, body: { nonce: nonces.issue() } };
  }
  if (path !== '/ok') {
    return {
      status: 404,
      body: { detail: 'This is a pod of an agent: its API is that of the control plane.' },
    };
  }
  return isReady ? { status: 200, body: { ok: true } } : { status: 503, body: { ok: false } };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = JSON.stringify({ detail: reason });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

function listening(server: Server, { port, host }: Pick<PodServerOptions, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
