import { createServer } from 'node:net';

/** Ports for programs that open one themselves. */
export interface Ports {
  /** A port of this machine that nobody has at this moment, and that is given to nobody else here. */
  take(): Promise<number>;
  /** It may be given again. */
  giveBack(port: number): void;
}

export function createPorts(): Ports {
  const taken = new Set<number>();
  return {
    async take() {
      for (;;) {
        const port = await freePort();
        if (taken.has(port)) continue;
        taken.add(port);
        return port;
      }
    },
    giveBack: (port) => void taken.delete(port),
  };
}

/** A port of this machine that nobody has at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
