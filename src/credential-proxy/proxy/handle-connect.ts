import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type Authority, parseAuthority } from '../canonical/authority.ts';
import { type ConnectionDecision, decideConnection } from '../policy/decide.ts';
import { refusalBytes, RefusalError, type RefusalReason } from '../refusal.ts';
import type { SandboxSnapshot } from '../snapshot.ts';
import { allowsSameEgress } from '../upstream/upstreams.ts';
import {
  AuditRecord,
  type ClientConnection,
  connectionOf,
  type ProxyContext,
  registerConnection,
} from './context.ts';
import { authenticate } from './handle-request.ts';
import { splice } from './splice.ts';

/** Number of requests without a valid token that closes a connection: two, because clients retry once. */
const MAX_FAILED_LOGINS = 2;

/** Responds to CONNECT with a blind tunnel, an intercepted tunnel or a refusal. */
export function handleConnect(
  context: ProxyContext,
  request: IncomingMessage,
  socket: Socket,
  early: Buffer,
): void {
  const connection = connectionOf(socket);
  socket.on('error', () => undefined);
  if (connection.closing || connection.busy) return void socket.destroy();
  const record = new AuditRecord(context, 'tunnel', 'CONNECT');
  const refuse = (reason: RefusalReason) => {
    record.refused(reason);
    connection.closing = true;
    socket.end(refusalBytes(reason));
    socket.destroySoon();
  };
  const caller = authenticate(context, connection, request.rawHeaders);
  if (caller.kind === 'refused') {
    if (!caller.reason.startsWith('token-')) return refuse(caller.reason);
    connection.failedLogins += 1;
    if (connection.failedLogins >= MAX_FAILED_LOGINS) return refuse(caller.reason);
    record.refused(caller.reason);
    socket.write(refusalBytes(caller.reason));
    if (early.length > 0) socket.unshift(early);
    context.serve(socket);
    return;
  }
  const { snapshot } = caller;
  record.forSandbox(snapshot);
  const authority = parseConnectAuthority(request);
  if (typeof authority === 'string') return refuse(authority);
  record.forAuthority(authority);
  if (early.length > 0) socket.unshift(early);
  openTunnel(context, { snapshot, authority, socket, connection, record }).catch((error: unknown) =>
    refuse(error instanceof RefusalError ? error.reason : 'internal-error'),
  );
}

/**
 * Returns the authority of a CONNECT request, or the reason for refusing it. The Host header must be well formed, but
 * its value is not used.
 */
function parseConnectAuthority({
  url = '',
  rawHeaders,
  httpVersion,
}: IncomingMessage): Authority | RefusalReason {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'ambiguous-request';
  const authority = parseAuthority(url, null);
  if (!authority.ok) return 'bad-authority';
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase();
    if (name === 'content-length' || name === 'transfer-encoding') return 'ambiguous-request';
    if (name !== 'host') continue;
    hosts += 1;
    const named = parseAuthority(rawHeaders[i + 1] ?? '', authority.value.port);
    if (!named.ok || hosts > 1) return 'ambiguous-request';
  }
  return authority.value;
}

interface ConnectRequest {
  snapshot: SandboxSnapshot;
  authority: Authority;
  socket: Socket;
  connection: ClientConnection;
  record: AuditRecord;
}

/** Opens the kind of tunnel that the policy chooses. Throws `RefusalError` only if no response was sent yet. */
async function openTunnel(context: ProxyContext, connect: ConnectRequest): Promise<void> {
  const { snapshot, authority, record } = connect;
  const decision = decideConnection(snapshot.policy, 'https', authority);
  record.set({ reason: decision.reason });
  switch (decision.kind) {
    case 'deny':
      throw new RefusalError('denied', { cause: decision.reason });
    case 'bypass':
    case 'tunnel':
      return await tunnelBlindly(context, connect, decision);
    case 'intercept':
      return await intercept(context, connect);
  }
}

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/**
 * Connects the client to the requested authority and forwards the traffic unread. Resolves when the tunnel is open.
 * Throws `RefusalError` only before a response is sent.
 */
async function tunnelBlindly(
  context: ProxyContext,
  { snapshot, authority, socket, record }: ConnectRequest,
  decision: ConnectionDecision & { kind: 'tunnel' | 'bypass' },
): Promise<void> {
  record.set({ decision: decision.kind, reason: decision.reason });
  const upstreams = context.upstreams.of(snapshot);
  let isAborted = socket.destroyed;
  const leave = context.activeConnections.add({
    sandboxId: snapshot.sandboxId,
    kind: 'tunnel',
    stillAllowed: (next) =>
      allowsSameEgress(next, snapshot) &&
      decideConnection(next.policy, 'https', authority).kind === decision.kind,
    abort: () => {
      isAborted = true;
      record.set({ reason: 'configuration-changed' });
      socket.destroy();
    },
  });
  try {
    const upstream = await upstreams.dial(authority);
    if (isAborted || socket.destroyed) {
      upstream.destroy();
      leave();
      record.write({ reason: isAborted ? 'configuration-changed' : 'client-gone' });
      return;
    }
    socket.write(ESTABLISHED);
    splice(socket, upstream, context.limits.stallTimeoutMs)
      .then((bytes) => {
        leave();
        record.write({ ...bytes, status: 200 });
      })
      .catch(() => undefined);
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * Terminates the client's TLS with a certificate from the sandbox's own CA. Accepts only HTTP/1.1, and only the
 * requested server name. Throws `RefusalError` only before a response is sent.
 */
async function intercept(
  context: ProxyContext,
  { snapshot, authority, socket, connection, record }: ConnectRequest,
): Promise<void> {
  const { sandboxId } = snapshot;
  const leaf = await snapshot.leaves.leafFor(authority.host.text);
  if (leaf.kind === 'refused') {
    record.set({ reason: leaf.reason });
    throw new RefusalError('no-certificate', { cause: leaf.reason });
  }
  if (socket.destroyed) return record.write({ reason: 'client-gone' });
  // The configuration might have changed while the certificate was minted.
  const now = context.host.sandboxes.current(sandboxId);
  if (now === null || decideConnection(now.policy, 'https', authority).kind !== 'intercept') {
    throw new RefusalError('not-configured');
  }
  socket.write(ESTABLISHED);
  // Without `allowHalfOpen = false`, a half-open socket would remain when a client disconnects during the handshake.
  socket.allowHalfOpen = false;
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: leaf.context,
    ALPNProtocols: ['http/1.1'],
    // An exception in `SNICallback` would end the process. A call of `callback` without a context would not refuse the
    // name: Node would continue with the current certificate.
    SNICallback: (name, callback) => {
      if (isSameName(name, authority.host.text)) callback(null, leaf.context);
      else callback(new Error('The TLS handshake specifies another host than the tunnel.'));
    },
  });
  const leave = context.activeConnections.add({
    sandboxId,
    kind: 'intercepted',
    stillAllowed: ({ policy }) => decideConnection(policy, 'https', authority).kind === 'intercept',
    abort: () => socket.destroy(),
  });
  const timer = setTimeout(() => socket.destroy(), context.limits.headTimeoutMs);
  let isSecure = false;
  secure.on('error', () => socket.destroy());
  secure.on('close', () => {
    clearTimeout(timer);
    leave();
    socket.destroy();
    if (!isSecure) record.write({ decision: 'refuse', reason: 'handshake-failed' });
  });
  secure.on('secure', () => {
    if (isSecure) return;
    isSecure = true;
    clearTimeout(timer);
    registerConnection(secure, connection.ingress).tunnel = { sandboxId, authority };
    context.serve(secure);
  });
  socket.on('close', () => secure.destroy());
}

/**
 * Returns true if a TLS server name equals the host or is empty, because clients that connect to an address send no
 * name.
 */
function isSameName(name: string, host: string): boolean {
  return name === '' || name.toLowerCase() === host;
}
