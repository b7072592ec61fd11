import { connect, createServer, type Server } from 'node:net';

/**
 * The box's way out: a port on its own loopback whose connections are carried to the proxy's Unix socket, byte for
 * byte. The socket is looked up anew for each, so that a proxy that began again is found. Resolves when it listens.
 */
export function openBridge({ port, socket }: { port: number; socket: string }): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (inside) => {
    const outside = connect({ path: socket, allowHalfOpen: true });
    inside.pipe(outside);
    outside.pipe(inside);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      // No connection of one program may end the supervisor of all.
      server.off('error', reject).on('error', () => undefined);
      resolve(server);
    });
  });
}
