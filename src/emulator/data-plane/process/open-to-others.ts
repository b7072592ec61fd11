import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

/** A connection to an address of this very machine is taken or refused at once, unless something drops it. */
const CONNECT_MS = 300;

/** Whether a port can be reached at an address other machines may use, too. Never rejects. */
export async function isReachableFromNetwork(
  port: number,
  addresses = addressesForOthers(),
): Promise<boolean> {
  return (await Promise.all(addresses.map((address) => takesConnections(address, port)))).includes(true);
}

function addressesForOthers(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const answer = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}
