import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ServiceAnswer {
  status: number;
  json: unknown;
}

interface ServiceRequest {
  method: string;
  /** Path without the query. */
  path: string;
  json: unknown;
}

/** Deviations from the emulator. */
interface Deviations {
  /** Returns the status of a response to a request that is not forwarded, or `undefined`. */
  instead?: (request: ServiceRequest) => number | undefined;
  /** Returns the changed response, or `lost` to close the connection without a response. */
  rewrite?: (request: ServiceRequest, answer: ServiceAnswer) => ServiceAnswer | 'lost';
}

/** A service that differs from the emulator behind it. */
export interface DeviantService {
  readonly url: string;
  deviations: Deviations;
  close(): Promise<void>;
}

const text = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
};

/** Starts the service without deviations. */
export async function startDeviantService(target: string): Promise<DeviantService> {
  const service = { url: '', deviations: {} as Deviations };
  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request;
    const body = await buffer(request);
    const asked = { method, path: new URL(url, target).pathname, json: text(body) };
    const status = service.deviations.instead?.(asked);
    if (status !== undefined) return void response.writeHead(status).end();
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    const given = Buffer.from(await answer.arrayBuffer());
    const json = text(given);
    const changed = service.deviations.rewrite?.(asked, { status: answer.status, json }) ?? {
      status: answer.status,
      json,
    };
    if (changed === 'lost') return void response.destroy();
    response.writeHead(changed.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(changed.json === undefined ? given : JSON.stringify(changed.json));
  };
  const server = createServer((request, response) => {
    exchange(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP has an address with a port.
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
