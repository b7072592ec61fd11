import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Allocates ports for programs that open a port themselves. */
export interface PortAllocator {
  /** Returns a port of this machine that is currently free and not allocated. */
  allocate(): Promise<number>;
  release(port: number): void;
}

export function createPortAllocator(): PortAllocator {
  const taken = new Set<number>();
  return {
    async allocate() {
      for (;;) {
        const port = await findFreePort();
        if (taken.has(port)) continue;
        taken.add(port);
        return port;
      }
    },
    release: (port) => void taken.delete(port),
  };
}

/** Returns a port of this machine that is currently free. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Returns the status of `GET /ok` at this origin, or `undefined` without a response within `timeoutMs`. Never rejects.
 */
function probeStatus(origin: string, timeoutMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(
      `${origin}/ok`,
      { signal: AbortSignal.timeout(timeoutMs), agent: false },
      (response) => {
        response.resume();
        response.once('error', () => resolve(undefined));
        resolve(response.statusCode);
      },
    );
    request.once('error', () => resolve(undefined));
  });
}

/** Returns whether `GET /ok` at this origin responds with 2xx within `timeoutMs`. Never rejects. */
export async function isHealthy(origin: string, timeoutMs: number): Promise<boolean> {
  return isHealthyStatus(await probeStatus(origin, timeoutMs));
}

function isHealthyStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Returns why a server is not healthy, or `undefined` if it is healthy. `port` is the value of the server's variable
 * PORT, which may be a port inside a container. Never rejects.
 */
export async function findServerProblem(origin: string, port: number): Promise<string | undefined> {
  const status = await probeStatus(origin, PROBE_TIMEOUT_MS);
  if (isHealthyStatus(status)) return undefined;
  const request = `GET /ok on port ${port} (PORT)`;
  return status === undefined
    ? `it did not respond to ${request}`
    : `it responded to ${request} with status ${status}`;
}

/** Time limit for connecting in milliseconds. This machine responds immediately, unless a firewall drops packets. */
const CONNECT_MS = 300;

/** Returns whether a port is reachable at an address of this machine that other machines can use. Never rejects. */
export async function isReachableFromNetwork(
  port: number,
  addresses = externalAddresses(),
): Promise<boolean> {
  return (await Promise.all(addresses.map((address) => acceptsConnections(address, port)))).includes(true);
}

function externalAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
}

function acceptsConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const answer = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}
