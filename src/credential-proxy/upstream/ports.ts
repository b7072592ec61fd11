import { lookup } from 'node:dns/promises';
import { connect, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { performance } from 'node:perf_hooks';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Resolves a canonical name to its addresses. Rejects if the name has no addresses. */
interface Resolver {
  resolve(name: string): Promise<Address[]>;
}

/** Connects to addresses that have been checked, without resolving names. */
interface Dialer {
  /** Tries the addresses in order until a server accepts the connection. The returned socket is still connecting. */
  connect(addresses: readonly Address[], port: number): Socket;
}

/** Timeouts (in milliseconds) and limits of a proxy. */
export interface ProxyLimits {
  /** Timeout for a request head, for a client's TLS handshake, and for a name lookup. */
  headTimeoutMs: number;
  /** Timeout for a connection to an upstream, including TCP and TLS. */
  connectTimeoutMs: number;
  /** Timeout of a client connection between two requests. */
  idleTimeoutMs: number;
  /** Timeout of a request, tunnel or WebSocket without traffic. A model might need minutes before it responds. */
  stallTimeoutMs: number;
  /** Maximum number of client connections per sandbox. */
  connectionsPerSandbox: number;
  /** Maximum number of client connections that have not authenticated. */
  unauthenticatedConnections: number;
  /**
   * Maximum number of concurrent name lookups per sandbox, which is small because the machine has few threads for
   * lookups.
   */
  lookupsPerSandbox: number;
  /** Maximum number of connections to one host and port, per sandbox. */
  connectionsPerUpstream: number;
  /**
   * Maximum number of pools (hosts and ports) per sandbox. Above the maximum, the least recently used pool is evicted.
   */
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

/** Services of the machine that a proxy needs, and that tests replace. */
export interface ProxyPorts {
  resolver: Resolver;
  dialer: Dialer;
  /** Returns the addresses of this machine's network interfaces. */
  ownAddresses(): readonly string[];
  /** Returns the wall clock's time, for the audit log. */
  now(): Date;
  /** Returns the time of a monotonic clock in milliseconds, for measuring durations. */
  elapsed(): number;
}

/** Milliseconds to wait for each address of a host before the next address is tried, long enough for slow networks. */
const ATTEMPT_MS = 1000;

/** Returns the machine's own resolver, network and clock. */
export function machinePorts(): ProxyPorts {
  return {
    resolver: {
      resolve: async (name) =>
        (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => toAddress(address)),
    },
    dialer: {
      connect: (addresses, port) =>
        connect({
          // The name `checked.invalid` is never resolved, because `lookup` returns the checked addresses.
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

/** Maximum number of waiting lookups, equal to the maximum number of connections per sandbox. */
const MAX_WAITING = 512;

/**
 * Returns a resolver that limits the number of concurrent lookups. Lookups above the limit wait, and fail without an
 * attempt after `withinMs` milliseconds. The machine has few threads for the lookups of all sandboxes, and a sandbox
 * that looks up unresolvable names must not occupy all of them.
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
