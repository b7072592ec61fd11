import { connect, type Socket } from 'node:net';
import tls from 'node:tls';

// A separate process, which proxy-lab.ts starts. The process sends requests over plain sockets, so that the client
// costs as little as possible.

/** Route to the upstream server, with the load. */
export interface TlsLoad {
  /** Port of the proxy, or of the upstream itself. */
  port: number;
  /** Target of the tunnel, with the header line of its credentials, or null for a direct connection. */
  tunnel: { authority: string; credentials: string } | null;
  host: string;
  ca: string;
  connections: number;
  ms: number;
  /** True to open a connection for each request instead of using open connections. */
  fresh: boolean;
}
export interface TlsDriven {
  requests: number;
  seconds: number;
  latencies: number[];
}

const SIZE = 1024;

function opened({ port, tunnel, host, ca }: TlsLoad): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const raw: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
    raw.once('error', reject);
    const secure = (): void => {
      const socket = tls.connect({ socket: raw, servername: host, ca, ALPNProtocols: ['http/1.1'] });
      socket.once('error', reject);
      socket.once('secureConnect', () => resolve(socket));
    };
    raw.once('connect', () => {
      if (tunnel === null) {
        secure();
        return;
      }
      raw.write(
        `CONNECT ${tunnel.authority} HTTP/1.1\r\nHost: ${tunnel.authority}\r\n${tunnel.credentials}\r\n\r\n`,
      );
      raw.once('data', (data: Buffer) => {
        if (data.toString('latin1').includes(' 200 ')) secure();
        else reject(new Error(`no tunnel: ${data.toString('latin1', 0, 60)}`));
      });
    });
  });
}

/** Sends one request and waits for the whole response, or rejects if the status is not 200. */
function once(socket: tls.TLSSocket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = 0;
    let bodyAt = -1;
    let head = '';
    const end = (problem?: Error): void => {
      socket.off('data', onData);
      socket.off('close', onClose);
      if (problem === undefined) resolve();
      else reject(problem);
    };
    const onClose = (): void => end(new Error('the connection ended instead of an answer'));
    const onData = (data: Buffer): void => {
      seen += data.length;
      if (bodyAt < 0) {
        head += data.toString('latin1');
        const at = head.indexOf('\r\n\r\n');
        if (at < 0) return;
        bodyAt = at + 4;
        if (!head.startsWith('HTTP/1.1 200')) end(new Error(head.slice(0, 60)));
      }
      if (seen - bodyAt >= SIZE) end();
    };
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.write(request);
  });
}

async function converse(load: TlsLoad, until: number, latencies: number[]): Promise<void> {
  // squid connects to the host and port in the `Host` header.
  const authority = load.tunnel?.authority.replace(/:443$/, '') ?? load.host;
  const request = Buffer.from(`GET /repos/x HTTP/1.1\r\nHost: ${authority}\r\nAccept: */*\r\n\r\n`, 'latin1');
  let socket = load.fresh ? null : await opened(load);
  while (performance.now() < until) {
    const from = performance.now();
    const own = socket ?? (await opened(load));
    await once(own, request);
    latencies.push(performance.now() - from);
    if (load.fresh) own.destroy();
  }
  socket?.destroy();
  socket = null;
}

async function drive(load: TlsLoad): Promise<TlsDriven> {
  const latencies: number[] = [];
  const from = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, () => converse(load, from + load.ms, latencies)),
  );
  return { requests: latencies.length, seconds: (performance.now() - from) / 1000, latencies };
}

process.on('message', (load: TlsLoad) => {
  drive(load).then(
    (driven) => process.send?.({ driven }),
    (failure: unknown) => process.send?.({ failure: failure instanceof Error ? failure.message : 'unknown' }),
  );
});
process.on('disconnect', () => process.exit(0));
