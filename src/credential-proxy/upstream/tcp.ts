import type { Socket } from 'node:net';
import type { Authority } from '../canonical/authority.ts';
import { RefusalError } from '../ingress/refusal.ts';
import type { Address, ProxyPorts } from './ports.ts';

/** Whether an address may be dialled for this sandbox (facts D.5.5). */
export type MayDial = (address: string, port: number) => boolean;

/**
 * Opens a TCP connection to a host: resolved once, addresses that may not be dialled dropped, and dialled as checked.
 * Throws `RelayRefusal`.
 */
export async function dialHost(
  { host, port }: Authority,
  mayDial: MayDial,
  ports: ProxyPorts,
  limits: { headMs: number; connectMs: number },
): Promise<Socket> {
  const found: Address[] =
    host.kind === 'name'
      ? await resolved(host.text, ports, limits.headMs)
      : [{ address: host.text, family: host.kind === 'ipv4' ? 4 : 6 }];
  const allowed = found.filter(({ address }) => mayDial(address, port));
  if (allowed.length === 0) throw new RefusalError('address-refused');
  return await waitForConnect(ports.dialler.connect(allowed.slice(0, 8), port), limits.connectMs);
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

/** Resolves when a socket that is connecting has connected; it is destroyed otherwise. */
export function waitForConnect(socket: Socket, withinMs: number): Promise<Socket> {
  // Until its taker listens, and after it went: an error that nobody hears would end the process.
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
