import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ServerCertificate } from './certificate-authority.ts';

/** A small site over TLS that asks for a credential: an echo, an event stream, a WebSocket echo and git repositories. */
export interface TestSite {
  readonly port: number;
  /** `METHOD path`, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

export interface TestSiteOptions {
  identity: ServerCertificate;
  /** What `Authorization` must be; anything else is a 401. */
  authorization: string;
  /** Bare repositories, served below `/repos/git/` for reading and pushing. */
  repositories: string;
}

/** Starts it on a loopback port. */
export async function startTestSite({
  identity,
  authorization,
  repositories,
}: TestSiteOptions): Promise<TestSite> {
  const asked: string[] = [];
  const allowed = (request: IncomingMessage): boolean => request.headers.authorization === authorization;
  const server = createServer(identity, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!allowed(request)) {
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Basic realm="rig"' }).end('who are you?');
      return;
    }
    const url = request.url ?? '';
    if (url.startsWith('/repos/git/')) git(request, response, repositories);
    else if (url.startsWith('/repos/events')) events(response);
    else echo(request, response);
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    asked.push(`UPGRADE ${request.url}`);
    if (!allowed(request)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (data, binary) => client.send(data, { binary }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests: asked,
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  request.on('data', (data: Buffer) => {
    bytes += data.length;
  });
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ method: request.method, url: request.url, bytes, saw: request.headers.authorization }),
    );
  });
}

function events(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let count = 0;
  const timer = setInterval(() => {
    response.write(`data: ${JSON.stringify({ count: (count += 1), at: Date.now() })}\n\n`);
    if (count < 5) return;
    clearInterval(timer);
    response.end();
  }, 50);
  response.on('close', () => clearInterval(timer));
}

/** git's own program answers, as it does behind any web server. */
function git(request: IncomingMessage, response: ServerResponse, repositories: string): void {
  const url = new URL(request.url ?? '', 'https://rig');
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: repositories,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: url.pathname.slice('/repos/git'.length),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      REMOTE_USER: 'rig',
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  const onData = (data: Buffer): void => {
    head = Buffer.concat([head, data]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    child.stdout.off('data', onData);
    const fields = head.toString('latin1', 0, end).split('\r\n');
    const pairs = fields.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    });
    const status = pairs.find(([name]) => name === 'status')?.[1] ?? '200';
    response.writeHead(
      Number(status.slice(0, 3)),
      Object.fromEntries(pairs.filter(([name]) => name !== 'status')),
    );
    response.write(head.subarray(end + 4));
    child.stdout.pipe(response);
  };
  child.stdout.on('data', onData);
  child.on('close', () => response.end());
}
