import { lookup } from 'node:dns/promises';
import { connect, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { performance } from 'node:perf_hooks';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Finds the addresses of a canonical name. Rejects when there are none. */
interface Resolver {
  resolve(name: string): Promise<Address[]>;
}

/** Opens connections to addresses that were checked; it never resolves a name. */
interface Dialer {
  /** Tries the addresses in their order, and has the first that answers. The socket is connecting when it is returned. */
  connect(addresses: readonly Address[], port: number): Socket;
}

/** Times (milliseconds) and bounds of a relay. */
export interface ProxyLimits {
  /** For the head of a request, the TLS handshake of a client, and a name's resolution. */
  headTimeoutMs: number;
  /** For TCP and TLS to an upstream together. */
  connectTimeoutMs: number;
  /** A client connection between two requests. */
  idleTimeoutMs: number;
  /** An exchange, a tunnel or a WebSocket in which nothing moves: models may think for minutes before they answer. */
  stallTimeoutMs: number;
  /** Client connections of one sandbox. */
  connectionsPerSandbox: number;
  /** Client connections that have not said yet whose they are. */
  unauthenticatedConnections: number;
  /** Names of one sandbox that are looked up at a time: the machine has few threads for them. */
  lookupsPerSandbox: number;
  /** Connections to one host and port, per sandbox. */
  connectionsPerUpstream: number;
  /** Hosts and ports with a pool, per sandbox; the one that was used longest ago goes. */
  upstreamsPerSandbox: number;
}

export const DEFAULT_LIMITS: ProxyLimits = {
  headTimeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 120_000,
  stallTimeoutMs: 900_000,
  connectionsPerSandbox: 512,
  unauthenticatedConnections: 1024,
  lookupsPerSandbox: 4,
  connectionsPerUpstream: 128,
  upstreamsPerSandbox: 128,
};

/** What a relay needs of the machine; tests hand in their own. */
export interface ProxyPorts {
  resolver: Resolver;
  dialer: Dialer;
  /** The addresses of this machine's network interfaces. */
  ownAddresses(): readonly string[];
  /** Wall clock for the audit. */
  now(): Date;
  /** Milliseconds that only grow, for durations. */
  elapsed(): number;
}

/** A connection's addresses are tried one after the other, so long each: a network may be slow without being broken. */
const ATTEMPT_MS = 1000;

/** The machine's own resolver, network and clock. */
export function machinePorts(): ProxyPorts {
  return {
    resolver: {
      resolve: async (name) =>
        (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => toAddress(address)),
    },
    dialer: {
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

/** So many may wait; a sandbox has no more connections than that. */
const MOST_WAITING = 512;

/**
 * A resolver that has at most so many names looked up at a time, the rest in turn. The machine looks names up on a few
 * threads, for all sandboxes: one that asks for names that nobody answers must not have them all. What has waited
 * `withinMs` is given up without being looked up.
 */
export function limitLookups(ports: ProxyPorts, most: number, withinMs: number): Resolver {
  const waiting: { begin: () => void; giveUp: () => void; since: number }[] = [];
  let atWork = 0;

  const next = (): void => {
    for (;;) {
      const first = atWork < most ? waiting.shift() : undefined;
      if (first === undefined) return;
      if (ports.elapsed() - first.since < withinMs) first.begin();
      else first.giveUp();
    }
  };
  return {
    resolve: (name) =>
      new Promise<Address[]>((resolve, reject) => {
        const giveUp = (): void => reject(new Error('too many names are being looked up'));
        if (waiting.length >= MOST_WAITING) return giveUp();
        const begin = (): void => {
          atWork += 1;
          ports.resolver
            .resolve(name)
            .then(resolve, reject)
            .finally(() => {
              atWork -= 1;
              next();
            });
        };
        waiting.push({ begin, giveUp, since: ports.elapsed() });
        next();
      }),
  };
}
