import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Ports for programs that open one themselves. */
export interface PortAllocator {
  /** A port of this machine that nobody has at this moment, and that is given to nobody else here. */
  allocate(): Promise<number>;
  /** It may be given again. */
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

/** A port of this machine that nobody has at this moment. */
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

/** The status that what listens at this origin answers `/ok` with; undefined: none within `timeoutMs`. Never rejects. */
export function probeStatus(origin: string, timeoutMs: number): Promise<number | undefined> {
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

/** Whether a status says that all is well. */
export function isHealthyStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** Whether what listens at this origin answers `/ok` well, within `timeoutMs`. Never rejects. */
export async function isHealthy(origin: string, timeoutMs: number): Promise<boolean> {
  return isHealthyStatus(await probeStatus(origin, timeoutMs));
}

/** A connection to an address of this very machine is taken or refused at once, unless something drops it. */
const CONNECT_MS = 300;

/** Whether a port can be reached at an address other machines may use, too. Never rejects. */
export async function isReachableFromNetwork(
  port: number,
  addresses = addressesForOthers(),
): Promise<boolean> {
  return (await Promise.all(addresses.map((address) => takesConnections(address, port)))).includes(true);
}

function addressesForOthers(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
}

function takesConnections(host: string, port: number): Promise<boolean> {
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
