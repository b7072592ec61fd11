import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port that forwards to another port. Connections through the port can be closed and permitted again. */
export interface Relay {
  readonly port: number;
  /** Sets the target of new connections. */
  leadTo(port: number): void;
  /** Closes all connections, and refuses new connections until `mend` is called. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Starts a relay on a free port. */
export async function startRelay(): Promise<Relay> {
  const open = new Set<Socket>();
  let target: number | undefined;
  let isCut = false;
  const server = createServer((client) => {
    if (isCut || target === undefined) {
      client.resetAndDestroy();
      return;
    }
    const behind = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(behind).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    // The address of a TCP server has a port.
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => void (target = port),
    cut() {
      isCut = true;
      drop();
    },
    mend: () => void (isCut = false),
    async close() {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
}
