import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.ts';

/** How an exchange ends: with an answer, whole or cut off after so many bytes, or with the connection cut. */
export type Ending =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'truncated'; answer: Answer; bytes: number }
  | { kind: 'cut' };

export interface Listener {
  readonly origin: string;
  /** Requests that came in and were not answered yet. */
  pending(): number;
  /** Ends it and every connection. */
  close(): Promise<void>;
}

/** Serves on a free port of this machine. What `exchange` throws ends the connection. */
export async function listen(
  exchange: (request: IncomingMessage, body: string) => Promise<Ending>,
  port = 0,
): Promise<Listener> {
  let pending = 0;
  let closed: Promise<void> | undefined;
  const server = createServer((request, response) => {
    pending += 1;
    response.once('close', () => {
      pending -= 1;
    });
    readBody(request)
      .then((body) => exchange(request, body))
      .then((ending) => finish(response, ending))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    pending: () => pending,
    close: () => (closed ??= close(server)),
  };
}

function portOf(server: Server): number {
  // A server that listens on TCP has such an address.
  return (server.address() as AddressInfo).port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function finish(response: ServerResponse, ending: Ending): void {
  if (ending.kind === 'cut') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { answer } = ending;
  const bytes = bytesOf(answer);
  response.statusCode = answer.status;
  response.setHeader('Server', 'github.com');
  response.setHeader('X-GitHub-Request-Id', randomUUID().toUpperCase());
  response.setHeader('Vary', 'Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (bytes === null) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', answer.raw?.type ?? 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  if (ending.kind === 'answer') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, ending.bytes), () => response.socket?.resetAndDestroy());
}

function bytesOf({ body, raw, status }: Answer): Buffer | null {
  if (status === 204 || status === 304) return null;
  if (raw !== undefined) return Buffer.from(raw.content);
  return body === undefined ? null : Buffer.from(JSON.stringify(body));
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeAllConnections();
  });
}
