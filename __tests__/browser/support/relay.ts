import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port in front of another one: the line between them can be cut, and mended. */
export interface Relay {
  readonly port: number;
  /** Where connections go to. */
  leadTo(port: number): void;
  /** Ends every connection, and refuses new ones until it is mended. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Starts a relay on a free port of this machine. */
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
    // A server on a port has an address with one.
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
