import type { Entering } from '../ingress/connect.ts';
import { upstreamsFor } from '../ingress/carry.ts';
import type { Core } from '../ingress/core.ts';
import { keepsReach } from '../ingress/dialling.ts';
import { decide, type Decision } from '../policy/decide.ts';
import { splice } from './splice.ts';

export const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/**
 * Joins the client with the place it asked for, without a look inside. Throws `RelayRefusal` as long as nothing was
 * answered; resolves when the tunnel is open.
 */
export async function openTunnel(
  core: Core,
  { snapshot, authority, socket, record }: Entering,
  decision: Decision & { kind: 'tunnel' | 'bypass' },
): Promise<void> {
  record.with({ decision: decision.kind, reason: decision.reason });
  const upstreams = upstreamsFor(core, snapshot);
  let isCut = socket.destroyed;
  const leave = core.lives.add({
    sandboxId: snapshot.sandboxId,
    kind: 'tunnel',
    mayGoOn: (next) =>
      keepsReach(next, snapshot) && decide(next.policy, 'https', authority).kind === decision.kind,
    cut: () => {
      isCut = true;
      record.with({ reason: 'configuration-changed' });
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
