import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { serveGit } from '../git-server.ts';
import type { ServerCertificate } from './certificate-authority.ts';

/**
 * A TLS server that requires a credential. The server offers an echo, an event stream, a WebSocket echo and git
 * repositories.
 */
export interface TestSite {
  readonly port: number;
  /** Received requests as `METHOD path`, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

export interface TestSiteOptions {
  identity: ServerCertificate;
  /** Required value of `Authorization`; the response to any other value is a 401. */
  authorization: string;
  /** Folder with bare repositories, which clients can fetch and push below `/repos/git/`. */
  repositories: string;
}

/** Starts the server on a port of the loopback interface. */
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
    if (url.startsWith('/repos/git/')) serveGit(request, response, { repositories, below: '/repos/git' });
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
