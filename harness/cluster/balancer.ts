import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A load balancer for several servers, like a Kubernetes Service. Each new connection goes to the next server. */
export interface Balancer {
  readonly url: string;
  /** Adds a server on this machine, which receives new connections from now on. */
  add(port: number): void;
  /** Removes a server, whose connections stay open until the server ends them. */
  remove(port: number): void;
  close(): Promise<void>;
}

/** Opens a balancer on a free port of this machine's address, which resets connections while it has no server. */
export async function openBalancer(host = '127.0.0.1'): Promise<Balancer> {
  const ports: number[] = [];
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    // The client's bytes wait until a server accepts the connection.
    client.pause();
    client.on('error', () => undefined);
    connectTo(client, ports.length);
  });
  const connectTo = (client: Socket, attempts: number): void => {
    turn += 1;
    const port = ports[turn % ports.length];
    if (port === undefined || attempts === 0) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ port, host: '127.0.0.1' });
    const refused = () => {
      connectTo(client, attempts - 1);
    };
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      upstream.on('error', () => client.resetAndDestroy());
      client.once('close', () => upstream.destroy());
      upstream.once('close', () => client.destroySoon());
      client.pipe(upstream);
      upstream.pipe(client);
    });
  };
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://${host}:${port}`,
    add: (one) => void ports.push(one),
    remove(one) {
      const index = ports.indexOf(one);
      if (index !== -1) ports.splice(index, 1);
    },
    async close() {
      server.close();
      for (const client of open) client.destroy();
      await once(server, 'close');
    },
  };
}
