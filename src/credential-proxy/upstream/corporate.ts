import type { Socket } from 'node:net';
import { parseAuthority, type Authority, formatAuthority } from '../canonical/authority.ts';
import { RefusalError } from '../ingress/refusal.ts';
import type { ProxyPorts } from './ports.ts';
import { upstreamTlsContext } from './roots.ts';
import { dialHost } from './tcp.ts';
import { connectTls } from './tls.ts';

/** The head of a proxy's answer is no longer than this. */
const LONGEST_HEAD = 16_384;

/** A proxy of the operator's that everything goes out by. */
export interface UpstreamProxy {
  secure: boolean;
  authority: Authority;
  /** Value of Proxy-Authorization, or null. */
  authorization: string | null;
}

/** Reads `http(s)://[user:password@]host[:port]`; null = it is not one. */
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
 * Opens a tunnel to an authority through the operator's proxy: that one resolves the name, so that no address can be
 * checked here. Throws `RelayRefusal`.
 */
export async function dialThrough(
  proxy: UpstreamProxy,
  target: Authority,
  extraRoots: readonly string[],
  ports: ProxyPorts,
  limits: { headMs: number; connectMs: number },
): Promise<Socket> {
  const socket = await dialProxy(proxy, extraRoots, ports, limits);
  const authority = formatAuthority(target);
  const authorization = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
  await waitForTunnel(socket, limits.connectMs);
  return socket;
}

/** Opens a connection to the operator's proxy itself. Throws `RelayRefusal`. */
export async function dialProxy(
  { authority, secure }: UpstreamProxy,
  extraRoots: readonly string[],
  ports: ProxyPorts,
  limits: { headMs: number; connectMs: number },
): Promise<Socket> {
  // The operator named it: its address is not the sandbox's choice.
  const tcp = await dialHost(authority, () => true, ports, limits);
  return secure
    ? await connectTls(tcp, authority.host, upstreamTlsContext(extraRoots), limits.connectMs)
    : tcp;
}

/** Reads the answer to CONNECT; what follows its head stays in the socket. */
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
        if (end === -1 && head.length > LONGEST_HEAD) return fail();
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
