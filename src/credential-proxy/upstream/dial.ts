import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  connect,
  type ConnectionOptions,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { type Authority, formatAuthority, type Host, parseAuthority } from '../canonical/authority.ts';
import { RefusalError } from '../refusal.ts';
import type { Address, ProxyLimits, ProxyPorts } from './ports.ts';

/** Returns true if a sandbox may connect to an address. */
export type MayConnect = (address: string, port: number) => boolean;

/**
 * Resolves a name once and opens a TCP connection to one of its permitted addresses. Throws `RefusalError` if no
 * connection can be opened.
 */
export async function dialHost(
  { host, port }: Authority,
  mayDial: MayConnect,
  ports: ProxyPorts,
  limits: ProxyLimits,
): Promise<Socket> {
  const found: Address[] =
    host.kind === 'name'
      ? await resolved(host.text, ports, limits.headTimeoutMs)
      : [{ address: host.text, family: host.kind === 'ipv4' ? 4 : 6 }];
  const allowed = found.filter(({ address }) => mayDial(address, port));
  if (allowed.length === 0) throw new RefusalError('address-refused');
  return await waitForConnect(ports.dialer.connect(allowed.slice(0, 8), port), limits.connectTimeoutMs);
}

async function resolved(name: string, { resolver }: ProxyPorts, withinMs: number): Promise<Address[]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RefusalError('upstream-unresolved')), withinMs);
  try {
    const found = await Promise.race([resolver.resolve(name), late]);
    if (found.length === 0) throw new RefusalError('upstream-unresolved');
    return found;
  } catch (error) {
    throw error instanceof RefusalError ? error : new RefusalError('upstream-unresolved', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves when a socket has connected. Destroys the socket and rejects after a failure, or after `withinMs`
 * milliseconds.
 */
function waitForConnect(socket: Socket, withinMs: number): Promise<Socket> {
  // The caller listens for errors only part of the time, and an unhandled `error` event would end the process.
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    const fail = (refusal: RefusalError) => {
      settle();
      socket.destroy();
      reject(refusal);
    };
    const timer = setTimeout(() => fail(new RefusalError('upstream-connect-timeout')), withinMs);
    const onConnect = () => {
      settle();
      resolve(socket);
    };
    const onError = (error: Error) =>
      fail(
        new RefusalError(isTimeout(error) ? 'upstream-connect-timeout' : 'upstream-unreachable', {
          cause: error,
        }),
      );
    const onClose = () => fail(new RefusalError('upstream-unreachable'));
    const settle = () => {
      clearTimeout(timer);
      socket.off('connect', onConnect).off('error', onError).off('close', onClose);
    };
    socket.on('connect', onConnect).on('error', onError).on('close', onClose);
  });
}

function isTimeout(error: Error): boolean {
  return 'code' in error && error.code === 'ETIMEDOUT';
}

/**
 * Opens a TLS connection to an upstream and verifies the certificate for `host`, which is the host that the credential
 * was chosen for. The verification of the certificate cannot be disabled. A failure destroys the connection and throws
 * `RefusalError`.
 */
export function connectTls(
  socket: Socket,
  host: Host,
  secureContext: SecureContext,
  withinMs: number,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // TLS does not support half-open connections.
    socket.allowHalfOpen = false;
    const options: ConnectionOptions = {
      socket,
      host: host.text,
      // SNI supports only names. For an address, the certificate is verified for `host`.
      servername: host.kind === 'name' ? host.text : '',
      secureContext,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    };
    const secure = connect(options);
    // The caller listens for errors only part of the time, and an unhandled `error` event would end the process.
    secure.on('error', () => undefined);
    const fail = (refusal: RefusalError) => {
      settle();
      secure.destroy();
      socket.destroy();
      reject(refusal);
    };
    const timer = setTimeout(() => fail(new RefusalError('upstream-connect-timeout')), withinMs);
    const onSecure = () => {
      settle();
      resolve(secure);
    };
    const onError = (cause: Error) =>
      fail(new RefusalError(isUntrusted(secure) ? 'upstream-certificate' : 'upstream-tls', { cause }));
    const onClose = () => fail(new RefusalError('upstream-tls'));
    const settle = () => {
      clearTimeout(timer);
      secure.off('secureConnect', onSecure).off('error', onError).off('close', onClose);
    };
    secure.on('secureConnect', onSecure).on('error', onError).on('close', onClose);
  });
}

/**
 * Returns true if the handshake failed because the certificate is not trusted, which is the only case that sets
 * `authorizationError`.
 */
function isUntrusted(secure: TLSSocket): boolean {
  // Contrary to its declared type, `authorizationError` is null until a certificate has been checked.
  const reason: unknown = secure.authorizationError;
  return reason !== null && reason !== undefined;
}

/** Maximum size in bytes of a response head from the operator's proxy. */
const MAX_HEAD_BYTES = 16_384;

/** The operator's proxy for all traffic. */
export interface UpstreamProxy {
  secure: boolean;
  authority: Authority;
  /** Value of the Proxy-Authorization header, or null if the URL has no credentials. */
  authorization: string | null;
}

/** Parses `http(s)://[user:password@]host[:port]`, or returns null for any other string. */
export function parseUpstreamProxy(text: string): UpstreamProxy | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const secure = url.protocol === 'https:';
  const authority = parseAuthority(url.host, secure ? 443 : 80);
  if (!authority.ok) return null;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    const basic = Buffer.from(`${user}:${password}`).toString('base64');
    return {
      secure,
      authority: authority.value,
      authorization: user === '' && password === '' ? null : `Basic ${basic}`,
    };
  } catch {
    return null;
  }
}

/**
 * Opens a tunnel to an authority through the operator's proxy. The operator's proxy resolves the name, so the address
 * cannot be checked here. Throws `RefusalError` if the tunnel cannot be opened.
 */
export async function dialThrough(
  proxy: UpstreamProxy,
  target: Authority,
  extraRoots: readonly string[],
  ports: ProxyPorts,
  limits: ProxyLimits,
): Promise<Socket> {
  const socket = await dialProxy(proxy, extraRoots, ports, limits);
  const authority = formatAuthority(target);
  const authorization = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
  await waitForTunnel(socket, limits.connectTimeoutMs);
  return socket;
}

/** Opens a connection to the operator's proxy. Throws `RefusalError` if the connection cannot be opened. */
export async function dialProxy(
  { authority, secure }: UpstreamProxy,
  extraRoots: readonly string[],
  ports: ProxyPorts,
  limits: ProxyLimits,
): Promise<Socket> {
  // The operator chose the proxy's host, so its address is not checked.
  const tcp = await dialHost(authority, () => true, ports, limits);
  return secure
    ? await connectTls(tcp, authority.host, upstreamTlsContext(extraRoots), limits.connectTimeoutMs)
    : tcp;
}

/** Waits for the head of the response to CONNECT. Data after the head remains in the socket. */
function waitForTunnel(socket: Socket, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const fail = (cause?: Error) => {
      settle();
      socket.destroy();
      reject(new RefusalError('upstream-proxy', { cause }));
    };
    const timer = setTimeout(fail, withinMs);
    const onReadable = () => {
      for (let chunk = readFrom(socket); chunk !== null; chunk = readFrom(socket)) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1 && head.length > MAX_HEAD_BYTES) return fail();
        if (end === -1) continue;
        if (!/^HTTP\/1\.[01] 200[ \r]/.test(head.toString('latin1', 0, 64))) return fail();
        settle();
        if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
        return resolve();
      }
    };
    const onClose = () => fail();
    const settle = () => {
      clearTimeout(timer);
      socket.off('readable', onReadable).off('error', fail).off('close', onClose).off('end', onClose);
    };
    socket.on('readable', onReadable).on('error', fail).on('close', onClose).on('end', onClose);
  });
}

function readFrom(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}

/**
 * Maximum number of cached TLS contexts. Sandboxes with the same extra roots share one context, because a new context
 * reads about 150 certificates.
 */
const MAX_CONTEXTS = 64;
const contexts = new Map<string, SecureContext>();

/**
 * Returns the TLS context with the machine's and the operator's roots for upstreams. Throws if the PEM is invalid.
 */
export function upstreamTlsContext(extraRoots: readonly string[]): SecureContext {
  const key = createHash('sha256').update(extraRoots.join('\0')).digest('base64');
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const created = createSecureContext({
    minVersion: 'TLSv1.2',
    ca: [...getCACertificates('default'), ...extraRoots],
  });
  const [oldest] = contexts.keys();
  if (contexts.size >= MAX_CONTEXTS && oldest !== undefined) contexts.delete(oldest);
  contexts.set(key, created);
  return created;
}
