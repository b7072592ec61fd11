import type { Socket } from 'node:net';
import type { Pool } from 'undici';
// The package root loads fetch, WebSocket and caches: memory that every proxy process would pay for.
import PoolClass from 'undici/lib/dispatcher/pool.js';
import { type Authority, formatAuthority } from '../canonical/authority.ts';
import { RefusalError } from '../ingress/refusal.ts';
import { type UpstreamProxy, dialProxy, dialThrough, parseUpstreamProxy } from './corporate.ts';
import type { ProxyLimits, ProxyPorts } from './ports.ts';
import { upstreamTlsContext } from './roots.ts';
import { dialHost, type MayDial } from './tcp.ts';
import { connectTls } from './tls.ts';

/** How one revision of a sandbox reaches the outside. */
export interface EgressPolicy {
  mayDial: MayDial;
  extraRoots: readonly string[];
  upstreamProxy: string | null;
}

/** What a plain request needs beside its own path and headers, to go out by the operator's proxy. */
export interface Via {
  /** Stands before the path: `http://host[:port]`. */
  prefix: string;
  headers: string[];
}

/**
 * The connections of one revision of one sandbox to the outside: a pool per scheme, host and port, shared with nobody,
 * so that an upstream that answers out of step stays inside one sandbox (facts D.1).
 */
export class Upstreams {
  readonly #pools = new Map<string, { pool: Pool; usedAt: number }>();
  /** Counts uses. */
  #uses = 0;
  readonly #ways: EgressPolicy;
  readonly #ports: ProxyPorts;
  readonly #limits: ProxyLimits;
  readonly #corporate: UpstreamProxy | null;
  #open = 0;
  #isResetting = false;

  constructor(ways: EgressPolicy, ports: ProxyPorts, limits: ProxyLimits) {
    this.#ways = ways;
    this.#ports = ports;
    this.#limits = limits;
    this.#corporate = ways.upstreamProxy === null ? null : parseUpstreamProxy(ways.upstreamProxy);
  }

  /** Connections that are open now, tunnels included. */
  get connections(): number {
    return this.#open;
  }

  /** Whether a connection is breaking off this very moment: what ends with it is not whole. */
  get isResetting(): boolean {
    return this.#isResetting;
  }

  /** How a plain request is asked of the operator's proxy; null = there is none. Most allow no CONNECT to port 80. */
  via(scheme: 'http' | 'https', authority: Authority): Via | null {
    if (this.#corporate === null || scheme === 'https') return null;
    const { authorization } = this.#corporate;
    return {
      prefix: `http://${formatAuthority(authority, 80)}`,
      headers: authorization === null ? [] : ['Proxy-Authorization', authorization],
    };
  }

  /**
   * The pool for requests to an authority; its connections are made when they are needed. `isJoined`: for what is more
   * than requests, through a tunnel of the operator's proxy.
   */
  pool(scheme: 'http' | 'https', authority: Authority, isJoined = false): Pool {
    const isAsked = !isJoined && this.via(scheme, authority) !== null;
    const key = `${isAsked ? 'asked' : scheme}://${formatAuthority(authority)}`;
    this.#uses += 1;
    const known = this.#pools.get(key);
    if (known !== undefined) {
      // Not by the order of the map: one that is deleted from for each request is made anew all the time.
      known.usedAt = this.#uses;
      return known.pool;
    }
    this.#makeRoom();
    const pool = this.#newPool(scheme, authority, isAsked);
    this.#pools.set(key, { pool, usedAt: this.#uses });
    return pool;
  }

  /** A TCP connection of its own, for a tunnel. Throws `RelayRefusal`. */
  async dial(authority: Authority): Promise<Socket> {
    const { upstreamProxy, extraRoots, mayDial } = this.#ways;
    if (this.#corporate === null) {
      // A proxy that cannot be read is not left out: that would be another way than the operator's.
      if (upstreamProxy !== null) throw new RefusalError('upstream-proxy');
      return this.#counted(await dialHost(authority, mayDial, this.#ports, this.#limits));
    }
    this.#checkLiteral(authority);
    return this.#counted(
      await dialThrough(this.#corporate, authority, extraRoots, this.#ports, this.#limits),
    );
  }

  /** A connection to the operator's proxy, which is told the place in each request. */
  async #dialAsked(authority: Authority): Promise<Socket> {
    if (this.#corporate === null) throw new RefusalError('upstream-proxy');
    this.#checkLiteral(authority);
    const { extraRoots } = this.#ways;
    return this.#counted(await dialProxy(this.#corporate, extraRoots, this.#ports, this.#limits));
  }

  /** The operator's proxy resolves names; an address that stands in the request is judged here. */
  #checkLiteral({ host, port }: Authority): void {
    if (host.kind !== 'name' && !this.#ways.mayDial(host.text, port)) {
      throw new RefusalError('address-refused');
    }
  }

  /** Takes no more requests; those at work end by themselves. */
  retire(): void {
    for (const { pool } of this.#pools.values()) pool.close().catch(() => undefined);
    this.#pools.clear();
  }

  /** Ends all requests at work. */
  async abortAll(): Promise<void> {
    const pools = Array.from(this.#pools.values(), ({ pool }) => pool);
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy().catch(() => undefined)));
  }

  #newPool(scheme: 'http' | 'https', authority: Authority, isAsked: boolean): Pool {
    const { connectionsPerUpstream, stalledMs } = this.#limits;
    // The name stands for nothing: where it goes is said by `connect`, and the Host by each request.
    return new PoolClass('http://upstream.invalid', {
      connections: connectionsPerUpstream,
      // One request at a time on a connection: no answer can be taken for another's.
      pipelining: 1,
      allowH2: false,
      headersTimeout: stalledMs,
      bodyTimeout: stalledMs,
      maxHeaderSize: 65_536,
      connect: (_options, callback) => {
        void this.#connect(scheme, authority, isAsked, callback);
      },
    });
  }

  /** Never rejects: the pool is told instead, and the requests that waited for the connection fail. */
  async #connect(
    scheme: 'http' | 'https',
    authority: Authority,
    isAsked: boolean,
    done: (...outcome: [null, Socket] | [Error, null]) => void,
  ): Promise<void> {
    let socket: Socket;
    try {
      socket = await (isAsked ? this.#dialAsked(authority) : this.dial(authority));
      if (scheme === 'https') {
        const context = upstreamTlsContext(this.#ways.extraRoots);
        socket = await connectTls(socket, authority.host, context, this.#limits.connectMs);
      }
    } catch (error) {
      done(error instanceof Error ? error : new RefusalError('internal-error'), null);
      return;
    }
    // Before the pool's own listener, which takes a reset for the end of an answer that has no length.
    socket.on('error', () => {
      this.#isResetting = true;
      queueMicrotask(() => {
        this.#isResetting = false;
      });
    });
    done(null, socket);
  }

  #counted(socket: Socket): Socket {
    this.#open += 1;
    socket.once('close', () => {
      this.#open -= 1;
    });
    return socket;
  }

  #makeRoom(): void {
    if (this.#pools.size < this.#limits.upstreamsPerSandbox) return;
    let oldest: [string, { pool: Pool; usedAt: number }] | undefined;
    for (const entry of this.#pools) {
      if (oldest === undefined || entry[1].usedAt < oldest[1].usedAt) oldest = entry;
    }
    if (oldest === undefined) return;
    this.#pools.delete(oldest[0]);
    oldest[1].pool.close().catch(() => undefined);
  }
}
