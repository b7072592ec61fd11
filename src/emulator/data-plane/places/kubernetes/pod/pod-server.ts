import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { decodeFrame, WORKER_LINK } from '../../../link/frames.ts';
import { type Channel, type ChannelTiming, MAX_CHUNK_BYTES, openChannel } from '../../../link/web-socket.ts';
import {
  acceptLink,
  createPodNonces,
  GOING_AWAY,
  LINK_PATH,
  type PodNonces,
  PROOF_HEADER,
} from '../../../link/offer.ts';
import type { Forwarder } from './forwarder.ts';

export interface PodServerOptions {
  port: number;
  host?: string;
  token: string;
  revisionId: string;
  podUid: string;
  /** Returns the first message for each link, or `undefined` while the agent is not ready. */
  introduction: () => object | undefined;
  forwarder: Forwarder;
  /** Returns a file of the agent's user interface, or rejects if the file does not exist. */
  readUi: (component: string, file: string) => Promise<string>;
  log: (line: string) => void;
  timing?: Partial<ChannelTiming>;
  /** Maximum number of open links. */
  maxLinks?: number;
}

/** Server of an agent pod that responds to health checks and accepts links. */
export interface PodServer {
  readonly port: number;
  /** Uses a certificate for TLS connections that begin from now on. Without a certificate, such connections fail. */
  useCertificate(context: SecureContext): void;
  /**
   * Refuses new links. Resolves once all replicas have closed their links, which a replica does when it no longer uses
   * its link.
   */
  drain(): Promise<void>;
  /** Closes all links, and then the port. */
  close(): Promise<void>;
}

const HANDSHAKE_MS = 5_000;
/** Default maximum number of open links: one link for each replica, and links whose loss was not noticed yet. */
const MAX_LINKS = 64;

/**
 * Starts the server of a pod. The port accepts both TLS, for links, and plain HTTP, for health checks and for links of
 * replicas of an earlier version.
 * @throws Error if the port cannot be opened.
 */
export async function startPodServer(options: PodServerOptions): Promise<PodServer> {
  const { forwarder, token, revisionId, podUid, log } = options;
  const channels = new Set<Channel>();
  let idle: PromiseWithResolvers<void> | undefined;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CHUNK_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const nonces = createPodNonces(() => performance.now());
  let draining = false;

  const server = createServer((request, response) => {
    const { status, body } = answer(request, options.introduction() !== undefined, nonces);
    const text = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
    response.end(request.method === 'HEAD' ? undefined : text);
    request.resume();
  });
  server.headersTimeout = HANDSHAKE_MS;
  let certificate: SecureContext | undefined;
  acceptTls(server, () => certificate);

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (pathOf(request) !== LINK_PATH) return refuse(socket, 404, 'Not Found');
    const decision = acceptLink(request.headers, token, { revisionId, podUid }, nonces);
    if (decision.kind === 'refused') return refuse(socket, decision.status, decision.reason);
    const introduction = options.introduction();
    if (introduction === undefined) return refuse(socket, 503, 'The agent is still starting.');
    if (draining) return refuse(socket, 503, 'The pod is about to stop.');
    if (channels.size >= (options.maxLinks ?? MAX_LINKS)) {
      return refuse(socket, 503, `The pod already has the maximum number of links (${channels.size}).`);
    }
    sockets.once('headers', (headers: string[]) => headers.push(`${PROOF_HEADER}: ${decision.proof}`));
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const channel = openChannel(
        webSocket,
        {
          onFrame(frame) {
            if (frame.link === WORKER_LINK) return link.fromReplica(frame);
            const { type, id, component, file } = decodeFrame(frame).message;
            if (type !== 'file') return;
            options.readUi(String(component), String(file)).then(
              (text) => channel.send({ type: 'answer', id, text }),
              () => channel.send({ type: 'failed', id }),
            );
          },
          onEnd(reason) {
            channels.delete(channel);
            link.end();
            log(`A link ended: ${reason}`);
            if (channels.size === 0) idle?.resolve();
          },
        },
        { ...(options.timing && { timing: options.timing }) },
      );
      const link = forwarder.attach((frame) => channel.forward(frame, WORKER_LINK));
      channels.add(channel);
      channel.send(introduction);
    });
  });

  await listening(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    useCertificate(context) {
      certificate = context;
    },
    async drain() {
      draining = true;
      for (const channel of channels) channel.send({ type: 'draining' });
      idle ??= Promise.withResolvers();
      if (channels.size === 0) idle.resolve();
      await idle.promise;
    },
    async close() {
      draining = true;
      for (const channel of channels) channel.close(GOING_AWAY, 'the pod ends');
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** First byte of a TLS connection: the type of the record with the handshake. */
const TLS_HANDSHAKE = 0x16;

/** Extends an HTTP server to also accept TLS connections on its port. The first byte shows whether a connection uses TLS. */
function acceptTls(server: Server, certificate: () => SecureContext | undefined): void {
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  const serveHttp = (socket: Socket) => {
    for (const listener of serve) Reflect.apply(listener, server, [socket]);
  };
  server.on('connection', (socket: Socket) => {
    const ignore = () => undefined;
    socket.on('error', ignore);
    const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
    socket.once('close', () => clearTimeout(timer));
    socket.once('readable', () => {
      const first: unknown = socket.read(1);
      if (!Buffer.isBuffer(first)) return socket.destroy();
      socket.unshift(first);
      if (first[0] !== TLS_HANDSHAKE) {
        clearTimeout(timer);
        socket.off('error', ignore);
        return serveHttp(socket);
      }
      const secureContext = certificate();
      if (secureContext === undefined) return socket.destroy();
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on('error', () => secure.destroy());
      secure.once('secure', () => {
        clearTimeout(timer);
        serveHttp(secure);
      });
    });
  });
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
      body: {
        detail: 'The control plane serves the API of this agent. Send requests there instead of to this pod.',
      },
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
