import { lookup } from 'node:dns/promises';
import { connect, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { performance } from 'node:perf_hooks';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Resolves a canonical name to its addresses. Rejects when there are none. */
interface Resolver {
  resolve(name: string): Promise<Address[]>;
}

/** Opens connections to checked addresses; it never resolves a name. */
interface Dialer {
  /** Tries the addresses in order until one answers. The returned socket is still connecting. */
  connect(addresses: readonly Address[], port: number): Socket;
}

/** The timeouts (milliseconds) and limits of a proxy. */
export interface ProxyLimits {
  /** For the head of a request, the TLS handshake of a client, and a name's resolution. */
  headTimeoutMs: number;
  /** For TCP and TLS to an upstream together. */
  connectTimeoutMs: number;
  /** A client connection between two requests. */
  idleTimeoutMs: number;
  /** A request, tunnel or WebSocket without traffic: models may think for minutes before they answer. */
  stallTimeoutMs: number;
  /** Client connections of one sandbox. */
  connectionsPerSandbox: number;
  /** Client connections that have not authenticated yet. */
  unauthenticatedConnections: number;
  /** Concurrent name lookups of one sandbox: the machine has few threads for them. */
  lookupsPerSandbox: number;
  /** Connections to one host and port, per sandbox. */
  connectionsPerUpstream: number;
  /** Hosts and ports with a pool, per sandbox; the least recently used one is evicted. */
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

/** What a proxy needs of the machine; tests pass their own. */
export interface ProxyPorts {
  resolver: Resolver;
  dialer: Dialer;
  /** The addresses of this machine's network interfaces. */
  ownAddresses(): readonly string[];
  /** Wall clock for the audit. */
  now(): Date;
  /** Milliseconds of a monotonic clock, for durations. */
  elapsed(): number;
}

/** How long each address of a host is tried before the next one: a slow network is not a broken one. */
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
          // Never resolved: `lookup` returns the checked addresses.
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

/** Lookups that may wait: as many as a sandbox may have connections. */
const MAX_WAITING = 512;

/**
 * A resolver with a limit of concurrent lookups; the others wait in turn. The machine has a few threads for the lookups
 * of all sandboxes: one that asks for names that never resolve must not occupy all. A lookup that has waited `withinMs`
 * fails without being tried.
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
        if (waiting.length >= MAX_WAITING) return giveUp();
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
