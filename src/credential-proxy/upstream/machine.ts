import { lookup } from 'node:dns/promises';
import { connect, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Address, ProxyPorts } from './ports.ts';

/** A connection's addresses are tried one after the other, so long each: a network may be slow without being broken. */
const ATTEMPT_MS = 1000;

/** The machine's own resolver, network and clock. */
export function machinePorts(): ProxyPorts {
  return {
    resolver: {
      resolve: async (name) =>
        (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => toAddress(address)),
    },
    dialler: {
      connect: (addresses, port) =>
        connect({
          // Never resolved: the addresses are handed over as they were checked.
          host: 'checked.invalid',
          port,
          noDelay: true,
          keepAlive: true,
          allowHalfOpen: true,
          autoSelectFamily: true,
          autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
          lookup: (_name, options, callback) => {
            const [first] = addresses;
            if (options.all === true) callback(null, [...addresses]);
            else callback(null, first?.address ?? '', first?.family ?? 4);
          },
        }),
    },
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
    now: () => new Date(),
    elapsed: () => performance.now(),
  };
}

export function toAddress(address: string): Address {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
