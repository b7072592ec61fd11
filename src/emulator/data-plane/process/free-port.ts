import { createServer } from 'node:net';

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
