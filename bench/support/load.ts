import { connect } from 'node:net';

/** What one side is asked, and how it must answer. */
export interface Load {
  /** Origin and path. */
  url: URL;
  headers: Record<string, string>;
  /** Requests under way at any time, each on a connection of its own that is kept. */
  connections: number;
  /** How long to continue. */
  ms: number;
  /** A text that every body must hold. */
  holds: string;
}
export interface Driven {
  requests: number;
  /** From the first request to the last answer. */
  seconds: number;
  /** Of each request, in milliseconds. */
  latencies: number[];
}

/**
 * Asks the same again and again over plain sockets: the next request of a connection leaves when its answer is whole.
 * Bare on purpose, so that what is measured is the server. Rejects at the first answer that is not 200 or not the one
 * that is wanted, and when a connection ends.
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

/** One connection, from its first request to its last answer. */
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

/** Characters of the answer, head and body: more than there are while its head is not whole, NaN without a length. */
function sizeOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return Number.POSITIVE_INFINITY;
  return head + 4 + Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, head + 2))?.[1]);
}
