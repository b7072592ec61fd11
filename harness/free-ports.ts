import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns free ports of the loopback interface, which are reserved at the same time so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Returns a port that is currently free. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;
