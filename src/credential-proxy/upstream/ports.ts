import type { Socket } from 'node:net';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Finds the addresses of a canonical name. Rejects when there are none. */
export interface Resolver {
  resolve(name: string): Promise<Address[]>;
}

/** Opens connections to addresses that were checked; it never resolves a name. */
export interface Dialler {
  /** Tries the addresses in their order, and has the first that answers. The socket is connecting when it is returned. */
  connect(addresses: readonly Address[], port: number): Socket;
}

/** Times (milliseconds) and bounds of a relay. */
export interface ProxyLimits {
  /** For the head of a request, the TLS handshake of a client, and a name's resolution. */
  headMs: number;
  /** For TCP and TLS to an upstream together. */
  connectMs: number;
  /** A client connection between two requests. */
  idleMs: number;
  /** An exchange, a tunnel or a WebSocket in which nothing moves: models may think for minutes before they answer. */
  stalledMs: number;
  /** Client connections of one sandbox. */
  connectionsPerSandbox: number;
  /** Client connections that have not said yet whose they are. */
  strangers: number;
  /** Names of one sandbox that are looked up at a time: the machine has few threads for them. */
  lookupsPerSandbox: number;
  /** Connections to one host and port, per sandbox. */
  connectionsPerUpstream: number;
  /** Hosts and ports with a pool, per sandbox; the one that was used longest ago goes. */
  upstreamsPerSandbox: number;
}

export const DEFAULT_LIMITS: ProxyLimits = {
  headMs: 10_000,
  connectMs: 10_000,
  idleMs: 120_000,
  stalledMs: 900_000,
  connectionsPerSandbox: 512,
  strangers: 1024,
  lookupsPerSandbox: 4,
  connectionsPerUpstream: 128,
  upstreamsPerSandbox: 128,
};

/** What a relay needs of the machine; tests hand in their own. */
export interface ProxyPorts {
  resolver: Resolver;
  dialler: Dialler;
  /** The addresses of this machine's network interfaces. */
  ownAddresses(): readonly string[];
  /** Wall clock for the audit. */
  now(): Date;
  /** Milliseconds that only grow, for durations. */
  elapsed(): number;
}
