import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { ServerCertificate } from './certificate-authority.ts';

/** Answers a request: bytes to write, or a function that does with the connection what it likes. */
type Answer = string | Buffer | ((socket: net.Socket, request: RecordedRequest) => void);

/** An upstream that keeps every byte it was sent, and answers as the test wants. */
export interface Recorder {
  readonly port: number;
  /** Connections since the last `clear`, finished handshake or not. */
  connections: number;
  /** The server names asked for, in order. */
  readonly names: (string | null)[];
  /** Whole requests, in order. */
  readonly requests: RecordedRequest[];
  /** All bytes that came, TLS taken off, connections one after the other. */
  bytes(): Buffer;
  /** What requests of this path (query cut off) are answered from now on. */
  answer(path: string, answer: Answer): void;
  /** Passes all bytes of such a request to a sink, head included; nothing of them is kept. */
  sink(path: string, sink: (socket: net.Socket) => (data: Buffer) => void): void;
  /** Forgets what it saw; answers stay. */
  clear(): void;
  /** The connection that bytes came by last, TLS taken off. */
  latest: net.Socket | null;
  stop(): Promise<void>;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}';

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

/** A request as its bytes came: names and values untouched, in order, repeated when they were. */
export interface RecordedRequest {
  method: string;
  target: string;
  headers: [string, string][];
  body: Buffer;
  /** The head as it came, blank line left out. */
  head: string;
}

/** The values of a header, names compared without case. */
export const headerValues = (request: RecordedRequest, name: string): string[] =>
  request.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

const BLANK = Buffer.from('\r\n\r\n');

/** Takes chunked framing off a body; null while its end has not come. Trailers count to it. */
function dechunk(data: Buffer): { body: Buffer; bytes: number } | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = data.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(data.toString('latin1', at, end), 16);
    at = end + 2;
    if (size === 0 || Number.isNaN(size)) {
      const over = data.indexOf(BLANK, at - 2);
      return over < 0 ? null : { body: Buffer.concat(parts), bytes: over + 4 };
    }
    if (data.length < at + size + 2) return null;
    parts.push(data.subarray(at, at + size));
    at += size + 2;
  }
}

/** The first request of a buffer and how many bytes it took; null while it is not whole. */
function readRequest(buffer: Buffer): { request: RecordedRequest; bytes: number } | null {
  const end = buffer.indexOf(BLANK);
  if (end < 0) return null;
  const head = buffer.toString('latin1', 0, end);
  const [line = '', ...rest] = head.split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const headers = rest.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).trim()];
  });
  const request: RecordedRequest = { method, target, headers, body: Buffer.alloc(0), head };
  const after = buffer.subarray(end + 4);
  if (headerValues(request, 'transfer-encoding').length > 0) {
    const chunked = dechunk(after);
    if (chunked === null) return null;
    return { request: { ...request, body: chunked.body }, bytes: end + 4 + chunked.bytes };
  }
  const length = Number(headerValues(request, 'content-length')[0] ?? '0');
  if (after.length < length) return null;
  return { request: { ...request, body: after.subarray(0, length) }, bytes: end + 4 + length };
}
