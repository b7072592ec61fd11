import { TLSSocket } from 'node:tls';
import type { ConnectPorts, ConnectRequest } from '../ingress/connect.ts';
import { registerConnection } from '../ingress/connection.ts';
import type { ProxyContext } from '../ingress/core.ts';
import { RefusalError } from '../ingress/refusal.ts';
import { decide } from '../policy/decide.ts';
import { ESTABLISHED } from '../tunnel/open-tunnel.ts';

/**
 * Takes the place of the host towards the client: TLS with a certificate of the sandbox's own CA, HTTP/1.1 alone, and
 * no other name than the one that was asked for (facts D.5.6). Throws `RelayRefusal` as long as nothing was answered.
 */
export async function intercept(
  core: ProxyContext,
  { serveInner }: ConnectPorts,
  { snapshot, authority, socket, connection, record }: ConnectRequest,
): Promise<void> {
  const { sandboxId } = snapshot;
  const leaf = await snapshot.leaves.leafFor(authority.host.text);
  if (leaf.kind === 'refused') {
    record.set({ reason: leaf.reason });
    throw new RefusalError('no-certificate', { cause: leaf.reason });
  }
  if (socket.destroyed) return record.write({ reason: 'client-gone' });
  // The certificate took its time: what was decided before is decided again.
  const now = core.host.sandboxes.current(sandboxId);
  if (now === null || decide(now.policy, 'https', authority).kind !== 'intercept') {
    throw new RefusalError('not-configured');
  }
  socket.write(ESTABLISHED);
  // Inherited half-open sockets outlive a client that goes before its handshake is done (facts B.4).
  socket.allowHalfOpen = false;
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: leaf.context,
    ALPNProtocols: ['http/1.1'],
    // Nothing here throws: an exception in this callback would end the process (facts A.4). Another context without a
    // certificate would not do: Node goes on with the one that is there.
    SNICallback: (name, callback) => {
      if (sameName(name, authority.host.text)) callback(null, leaf.context);
      else callback(new Error('The handshake names another host than the tunnel was asked for.'));
    },
  });
  const leave = core.activeConnections.add({
    sandboxId,
    kind: 'intercepted',
    stillAllowed: ({ policy }) => decide(policy, 'https', authority).kind === 'intercept',
    abort: () => socket.destroy(),
  });
  const timer = setTimeout(() => socket.destroy(), core.limits.headMs);
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
    serveInner(secure);
  });
  socket.on('close', () => secure.destroy());
}

/** No name is fine: a client that connects to an address sends none. */
function sameName(name: string, host: string): boolean {
  return name === '' || name.toLowerCase() === host;
}
