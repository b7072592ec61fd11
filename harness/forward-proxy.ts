import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy that forwards requests, opens tunnels for CONNECT, and records the targets of both. */
export interface ForwardProxy {
  url: string;
  /** `host:port` of each request and tunnel, in order. */
  asked: string[];
  /** CONNECT requests with their credentials. `forwarded` contains other requests with their complete URL. */
  tunnels: { target: string; authorization: string | undefined }[];
  forwarded: { target: string; authorization: string | undefined }[];
  close(): Promise<void>;
}

export interface ForwardProxyOptions {
  /**
   * Returns the address to connect to for a URL, so that tests can use any host name; by default, the address in the
   * URL.
   */
  route?: (target: URL) => URL;
  /** Status with which the proxy refuses every request. */
  refuse?: number;
  /** Credentials that the proxy requires, as `user:password`. */
  credentials?: string;
}

/** Starts the proxy on a free port of this machine. */
export async function startForwardProxy(options: ForwardProxyOptions = {}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const tunnels: ForwardProxy['tunnels'] = [];
  const forwarded: ForwardProxy['forwarded'] = [];
  const seen = ({ url = '', headers }: IncomingMessage) => ({
    target: url,
    authorization: headers['proxy-authorization'],
  });
  const open = new Set<Socket>();
  const route = options.route ?? ((target: URL) => target);
  const refusal = (incoming: IncomingMessage): number | null => {
    const wanted = options.credentials;
    const given = incoming.headers['proxy-authorization'];
    if (wanted !== undefined && given !== `Basic ${Buffer.from(wanted).toString('base64')}`) return 407;
    return options.refuse ?? null;
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const target = route(new URL(incoming.url ?? ''));
    asked.push(new URL(incoming.url ?? '').host);
    forwarded.push(seen(incoming));
    const status = refusal(incoming);
    if (status !== null) {
      outgoing.writeHead(status).end();
      return;
    }
    const { 'proxy-authorization': _auth, 'proxy-connection': _connection, ...headers } = incoming.headers;
    const onward = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
  const server = createServer(forward);
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    asked.push(incoming.url ?? '');
    tunnels.push(seen(incoming));
    track(socket, open);
    const status = refusal(incoming);
    if (status !== null) {
      socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const target = route(new URL(`http://${incoming.url}`));
    const onward = connect(Number(target.port || 80), target.hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    track(onward, open);
    onward.once('error', () => socket.destroy());
    socket.once('error', () => onward.destroy());
  });
  server.on('connection', (socket) => track(socket, open));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    tunnels,
    forwarded,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function track(socket: Socket, open: Set<Socket>): void {
  open.add(socket);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => open.delete(socket));
}
