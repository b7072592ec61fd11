import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { ServerCertificate } from './certificate-authority.ts';

/** Response to a request: bytes to write, or a function that uses the connection. */
type Answer = string | Buffer | ((socket: net.Socket, request: RecordedRequest) => void);

/** An upstream server that records all received bytes and sends the responses that a test specifies. */
export interface Recorder {
  readonly port: number;
  /** Number of connections since the last `clear`, including connections whose TLS handshake failed. */
  connections: number;
  /** Server names (SNI) that clients requested, in order. */
  readonly names: (string | null)[];
  /** Complete requests in order. */
  readonly requests: RecordedRequest[];
  /** Returns all received bytes after decryption, connection by connection. */
  bytes(): Buffer;
  /** Sets the response to requests with this path, without a query. */
  answer(path: string, answer: Answer): void;
  /** Passes all bytes of requests with this path, including their heads, to a sink instead of recording them. */
  sink(path: string, sink: (socket: net.Socket) => (data: Buffer) => void): void;
  /** Removes all records, but not the responses. */
  clear(): void;
  /** Connection that received the latest bytes. */
  latest: net.Socket | null;
  stop(): Promise<void>;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}';

/** Starts an upstream server on a loopback port, with TLS if it has an identity, or else with plain HTTP. */
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

/** A received request. Header names and values are unchanged and in order, including repeated names. */
export interface RecordedRequest {
  method: string;
  target: string;
  headers: [string, string][];
  body: Buffer;
  /** The head as received, without the blank line. */
  head: string;
}

/** Returns the values of the header with this case-insensitive name. */
export const headerValues = (request: RecordedRequest, name: string): string[] =>
  request.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

const BLANK = Buffer.from('\r\n\r\n');

/** Decodes a chunked body including its trailers, or returns null if the body is incomplete. */
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

/**
 * Parses the first request in a buffer and returns its number of bytes, or returns null if the request is incomplete.
 */
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
