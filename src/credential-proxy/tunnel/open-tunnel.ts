import type { ConnectRequest } from '../ingress/connect.ts';
import { upstreamsFor } from '../ingress/carry.ts';
import type { ProxyContext } from '../ingress/core.ts';
import { allowsSameEgress } from '../ingress/dialling.ts';
import { decide, type ConnectionDecision } from '../policy/decide.ts';
import { splice } from './splice.ts';

export const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/**
 * Joins the client with the place it asked for, without a look inside. Throws `RelayRefusal` as long as nothing was
 * answered; resolves when the tunnel is open.
 */
export async function openTunnel(
  core: ProxyContext,
  { snapshot, authority, socket, record }: ConnectRequest,
  decision: ConnectionDecision & { kind: 'tunnel' | 'bypass' },
): Promise<void> {
  record.set({ decision: decision.kind, reason: decision.reason });
  const upstreams = upstreamsFor(core, snapshot);
  let isCut = socket.destroyed;
  const leave = core.activeConnections.add({
    sandboxId: snapshot.sandboxId,
    kind: 'tunnel',
    stillAllowed: (next) =>
      allowsSameEgress(next, snapshot) && decide(next.policy, 'https', authority).kind === decision.kind,
    abort: () => {
      isCut = true;
      record.set({ reason: 'configuration-changed' });
      socket.destroy();
    },
  });
  try {
    const upstream = await upstreams.dial(authority);
    if (isCut || socket.destroyed) {
      upstream.destroy();
      leave();
      record.write({ reason: isCut ? 'configuration-changed' : 'client-gone' });
      return;
    }
    socket.write(ESTABLISHED);
    splice(socket, upstream, core.limits.stalledMs)
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
