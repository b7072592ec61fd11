import net from 'node:net';
import tls from 'node:tls';
import { once } from 'node:events';
import type { ServerCertificate } from './certificate-authority.ts';
import { readRequest, type SeenRequest } from './seen-request.ts';

/** Answers a request: bytes to write, or a function that does with the connection what it likes. */
export type Answer = string | Buffer | ((socket: net.Socket, request: SeenRequest) => void);

/** An upstream that keeps every byte it was sent, and answers what it is told to. */
export interface Recorder {
  readonly port: number;
  /** Connections since the last `clear`, finished handshake or not. */
  connections: number;
  /** The server names asked for, in order. */
  readonly names: (string | null)[];
  /** Whole requests, in order. */
  readonly requests: SeenRequest[];
  /** All bytes that came, TLS taken off, connections one after the other. */
  bytes(): Buffer;
  /** What requests of this path (query cut off) are answered from now on. */
  answer(path: string, answer: Answer): void;
  /** Hands all bytes from such a request on to somebody, head and all; nothing of them is kept. */
  sink(path: string, sink: (socket: net.Socket) => (data: Buffer) => void): void;
  /** Forgets what it saw; answers stay. */
  clear(): void;
  /** The connection that bytes came by last, TLS taken off. */
  latest: net.Socket | null;
  stop(): Promise<void>;
}

export const OK =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}';

/** Starts an upstream on a loopback port; with an identity it speaks TLS, without it plain HTTP. */
export async function startRecorder(
  identity: ServerCertificate | null,
  host = '127.0.0.1',
): Promise<Recorder> {
  const answers = new Map<string, Answer>();
  const sinks = new Map<string, (socket: net.Socket) => (data: Buffer) => void>();
  const sockets = new Set<net.Socket>();
  let pieces: Buffer[] = [];
  const serve = (socket: net.Socket): void => {
    let buffer = Buffer.alloc(0);
    let sink: ((data: Buffer) => void) | undefined;
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => {
      recorder.latest = socket;
      const [, path = ''] = buffer.length === 0 ? data.toString('latin1', 0, 200).split(/[ ?]/) : [];
      sink ??= sinks.get(path)?.(socket);
      if (sink !== undefined) return sink(data);
      pieces.push(data);
      buffer = Buffer.concat([buffer, data]);
      for (let read = readRequest(buffer); read !== null; read = readRequest(buffer)) {
        buffer = buffer.subarray(read.bytes);
        recorder.requests.push(read.request);
        const answer = answers.get(read.request.target.replace(/\?.*$/s, '')) ?? OK;
        if (typeof answer === 'function') answer(socket, read.request);
        else socket.write(answer);
      }
    });
    socket.on('end', () => socket.end());
  };
  const keep = (socket: net.Socket): void => {
    recorder.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server =
    identity === null
      ? net.createServer((socket) => {
          keep(socket);
          serve(socket);
        })
      : tls.createServer({ ...identity, minVersion: 'TLSv1.2' }, (socket) => {
          recorder.names.push(typeof socket.servername === 'string' ? socket.servername : null);
          serve(socket);
        });
  if (identity !== null) server.on('connection', keep);
  server.on('tlsClientError', () => {});
  const recorder: Recorder = {
    port: 0,
    connections: 0,
    latest: null,
    names: [],
    requests: [],
    bytes: () => Buffer.concat(pieces),
    answer: (path, answer) => void answers.set(path, answer),
    sink: (path, sink) => void sinks.set(path, sink),
    clear: () => {
      pieces = [];
      recorder.connections = 0;
      recorder.names.length = 0;
      recorder.requests.length = 0;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  server.listen(0, host);
  await once(server, 'listening');
  return Object.assign(recorder, { port: (server.address() as net.AddressInfo).port });
}
