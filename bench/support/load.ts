import { connect } from 'node:net';

/** Requests to one server, and the expected response. */
export interface Load {
  /** URL of the requests. */
  url: URL;
  headers: Record<string, string>;
  /** Number of simultaneous requests, each on a separate open connection. */
  connections: number;
  /** Duration of the load in milliseconds. */
  ms: number;
  /** String that each response body must contain. */
  holds: string;
}
export interface Driven {
  requests: number;
  /** Seconds from the first request to the last response. */
  seconds: number;
  /** Latency of each request in milliseconds. */
  latencies: number[];
}

/**
 * Sends the same request repeatedly over plain sockets. A connection sends its next request when the response to the
 * previous request is complete. The client is minimal, so that the time of the server is measured. Rejects if a
 * response is not a 200 or not the expected response, or if a connection closes.
 */
export async function drive(load: Load): Promise<Driven> {
  const request = requestOf(load);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + load.ms;
  await Promise.all(
    Array.from({ length: load.connections }, () => converse(load, request, until, latencies)),
  );
  return { requests: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies };
}

function requestOf({ url, headers }: Load): Buffer {
  const all = { host: url.host, connection: 'keep-alive', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Runs one connection, from its first request to its last response. */
function converse({ url, holds }: Load, request: Buffer, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let asked = 0;
    let unread = '';
    const end = (problem?: Error) => {
      socket.destroy();
      if (problem === undefined) resolve();
      else reject(problem);
    };
    const ask = () => {
      asked = performance.now();
      socket.write(request);
    };
    socket.once('connect', ask);
    socket.once('error', end);
    socket.once('close', () => end(new Error(`${url.origin} closed a connection under load`)));
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString('latin1');
      const size = sizeOf(unread);
      if (unread.length < size) return;
      const now = performance.now();
      latencies.push(now - asked);
      if (unread.length !== size || !unread.startsWith('HTTP/1.1 200 ') || !unread.includes(holds)) {
        end(new Error(`${url.origin} answered what was not asked for:\n${unread.slice(0, 2_000)}`));
        return;
      }
      unread = '';
      if (now < until) ask();
      else end();
    });
  });
}

/**
 * Returns the length of a response in characters, including its head. Returns more than the received length while the
 * head is incomplete, and NaN for a response without a length.
 */
function sizeOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return Number.POSITIVE_INFINITY;
  return head + 4 + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, head + 2))?.[1]);
}
