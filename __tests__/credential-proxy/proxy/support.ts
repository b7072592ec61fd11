import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { callbackify } from 'node:util';
import type {
  AuditEntry,
  PushedHeader,
  PushedRule,
  SandboxPush,
} from '../../../src/credential-proxy/messages.ts';
import { createCertificateAuthority } from '../../../src/credential-proxy/certificates/authority.ts';
import { createSandboxRegistry } from '../../../src/credential-proxy/process/registry.ts';
import { createForwardProxy, type ForwardProxyOptions } from '../../../src/credential-proxy/proxy/proxy.ts';
import { toAddress } from '../../../src/credential-proxy/upstream/ports.ts';
import { hashOf, pushOf, secretRule } from '../support.ts';

export const PUBLIC = '93.184.215.10';
/** Public address of the proxy's own machine. */
export const OWN = '93.184.215.99';
export const SECRET = `wire-${randomBytes(18).toString('base64url')}`;

export function header(name: string, value: string): PushedHeader {
  return { name, value, secret: true, needles: [value.replace(/^\w+ /, '')] };
}

export function rule(
  name: string,
  matchHosts: string[],
  headers: PushedHeader[],
  more: Partial<PushedRule> = {},
): PushedRule {
  return secretRule({ name, matchHosts, headers, ...more });
}

type Handler = http.RequestListener;

/** Starts a proxy in this process. All names of the proxy's upstreams resolve to one public address. */
export async function startTestProxy(options: ForwardProxyOptions = {}) {
  const suffixes = ['test', 'amazonaws.com'];
  const ca = await createCertificateAuthority({ all: false, suffixes, addresses: [] }, Date.now());
  const { certPem, keyPem } = await ca.sign('api.test', Date.now());
  const other = await ca.sign('open.test', Date.now());
  const context = tls.createSecureContext({ cert: other.certPem, key: other.keyPem });
  const contextOf = async (name: string) => {
    if (!name.endsWith('.amazonaws.com')) return name === 'open.test' ? context : undefined;
    const leaf = await ca.sign(name, Date.now());
    return tls.createSecureContext({ cert: leaf.certPem, key: leaf.keyPem });
  };
  const seen: http.IncomingMessage[] = [];
  let handler: Handler = (request, response) => {
    request.resume();
    response.end(`hello from ${request.headers.host}`);
  };
  const onRequest: Handler = (request, response) => {
    seen.push(request);
    handler(request, response);
  };
  const secure = https.createServer(
    {
      cert: certPem,
      key: keyPem,
      SNICallback: callbackify(contextOf),
    },
    onRequest,
  );
  const plain = http.createServer(onRequest);
  const upgraders: ((request: http.IncomingMessage, socket: Duplex) => void)[] = [];
  for (const server of [secure, plain])
    server.on('upgrade', (request, socket) => upgraders.at(-1)?.(request, socket));
  const raw = net.createServer();
  for (const server of [secure, plain, raw]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const portOf = (server: net.Server) => (server.address() as AddressInfo).port;
  const asked: string[] = [];
  const held = new Set<net.Socket>();
  const names = new Map<string, string[]>();
  const ports = new Map([
    [443, portOf(secure)],
    [80, portOf(plain)],
    [9443, portOf(raw)],
  ]);
  const audit: AuditEntry[] = [];
  const registry = createSandboxRegistry({
    now: Date.now,
    configChanged: (id) => proxy.configChanged(id),
    accept: (socket, sandboxId) => proxy.accept(socket, { kind: 'sandbox', sandboxId }),
  });
  const listener = net.createServer((socket) => proxy.accept(socket, { kind: 'token' }));
  const proxy = createForwardProxy(
    { sandboxes: registry, audit: (entry) => void audit.push(entry), ownPorts: () => [portOf(listener)] },
    {
      ...options,
      ports: {
        resolver: {
          resolve: async (name) => {
            asked.push(`resolve ${name}`);
            return (names.get(name) ?? [PUBLIC]).map(toAddress);
          },
        },
        dialer: {
          connect: ([first], port) => {
            asked.push(`dial ${first?.address}:${port}`);
            return net.connect({
              host: '127.0.0.1',
              port: ports.get(port) ?? 1,
              allowHalfOpen: true,
              noDelay: true,
            });
          },
        },
        ownAddresses: () => [OWN],
        ...options.ports,
      },
    },
  );
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const tokens = new Map<string, { token: string; revision: number }>();
  const push = async (id: string, more: Partial<SandboxPush> = {}) => {
    const known = tokens.get(id) ?? { token: randomBytes(24).toString('base64url'), revision: 0 };
    known.revision += 1;
    tokens.set(id, known);
    const own = { sandboxId: id, revision: known.revision, tokenHash: hashOf(known.token) };
    const rules = [rule('api', ['api.test'], [header('Authorization', `Bearer ${SECRET}`)])];
    const answer = await registry.push(pushOf({ ...own, rules, extraRoots: [ca.certPem], ...more }));
    if (answer.kind === 'refused') throw new Error(JSON.stringify(answer.problems));
    const credentials = Buffer.from(`sbx-${id}:${known.token}`).toString('base64');
    return { id, caPem: answer.caPem, credentials: `Proxy-Authorization: Basic ${credentials}` };
  };
  return {
    proxy,
    registry,
    audit,
    asked,
    names,
    ports,
    seen,
    raw,
    caPem: ca.certPem,
    port: portOf(listener),
    push,
    /** Returns a port that accepts connections and never responds. */
    silentPort: async () => {
      raw.on('connection', (socket) => {
        held.add(socket);
        socket.on('error', () => undefined).resume();
      });
      return portOf(raw);
    },
    /** Function that a test defers. */
    later: () => undefined as void,
    /** Sets the handler of WebSocket handshakes until the returned function is called. */
    upgrade: (next: (request: http.IncomingMessage, socket: Duplex) => void) => {
      upgraders.push(next);
      return () => void upgraders.pop();
    },
    answer: (next: Handler) => {
      handler = next;
    },
    stop: async () => {
      await proxy.close();
      registry.close();
      for (const server of [secure, plain]) server.closeAllConnections();
      for (const socket of held) socket.destroy();
      for (const server of [secure, plain, raw, listener]) server.close();
    },
  };
}
export type TestProxy = Awaited<ReturnType<typeof startTestProxy>>;
export type Sandbox = Awaited<ReturnType<TestProxy['push']>>;

/** Reads until the received text contains `needed` or the connection ends. */
export async function readUntil(socket: net.Socket, needed: string | RegExp): Promise<string> {
  let text = '';
  const has = () => (typeof needed === 'string' ? text.includes(needed) : needed.test(text));
  return await new Promise((resolve) => {
    const done = () => {
      socket.off('data', onData).off('close', done).off('end', done);
      socket.pause();
      resolve(text);
    };
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (has()) done();
    };
    socket.on('data', onData).on('close', done).on('end', done);
    socket.on('error', () => undefined);
    socket.resume();
  });
}

/** Opens a connection to the proxy. */
export async function open(testProxy: TestProxy): Promise<net.Socket> {
  const socket = net.connect({ port: testProxy.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Requests a tunnel, and returns the response and the connection. */
export async function connectTo(testProxy: TestProxy, sandbox: Sandbox, authority: string) {
  const socket = await open(testProxy);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${sandbox.credentials}\r\n\r\n`);
  return { socket, head: await readUntil(socket, '\r\n\r\n') };
}

/** Opens a tunnel, and TLS inside the tunnel. */
export async function tunnel(
  testProxy: TestProxy,
  sandbox: Sandbox,
  authority: string,
  options: tls.ConnectionOptions = {},
) {
  const { socket, head } = await connectTo(testProxy, sandbox, authority);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`no tunnel: ${head}`);
  const secure = tls.connect({
    socket,
    ca: sandbox.caPem,
    servername: authority.replace(/:\d+$/, ''),
    ...options,
  });
  secure.on('error', () => undefined);
  await once(secure, 'secureConnect');
  return secure;
}

/** Sends bytes, and returns the response as a string: the head, and the body up to its Content-Length. */
export async function ask(socket: net.Socket, bytes: string): Promise<string> {
  socket.write(bytes);
  const head = await readUntil(socket, '\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? '0');
  const missing = length - (head.length - head.indexOf('\r\n\r\n') - 4);
  return missing > 0 ? head + (await readUntil(socket, new RegExp(`^[^]{${missing}}`))) : head;
}
