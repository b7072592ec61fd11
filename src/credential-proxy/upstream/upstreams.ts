import type { Socket } from 'node:net';
import type { Pool } from 'undici';
// The package root loads fetch, WebSocket and caches: memory that every proxy process would pay for.
import PoolClass from 'undici/lib/dispatcher/pool.js';
import { type Authority, showAuthority } from '../canonical/authority.ts';
import { RelayRefusal } from '../ingress/refusal.ts';
import { type CorporateProxy, dialThrough, readCorporateProxy } from './corporate.ts';
import type { RelayLimits, RelayPorts } from './ports.ts';
import { upstreamContext } from './roots.ts';
import { dialHost, type MayDial } from './tcp.ts';
import { secured } from './tls.ts';

/** How one revision of a sandbox reaches the outside. */
export interface Ways {
  mayDial: MayDial;
  extraRoots: readonly string[];
  upstreamProxy: string | null;
}

/**
 * The connections of one revision of one sandbox to the outside: a pool per scheme, host and port, shared with nobody,
 * so that an upstream that answers out of step stays inside one sandbox (facts D.1).
 */
export class Upstreams {
  /** In the order of their last use. */
  readonly #pools = new Map<string, Pool>();
  readonly #ways: Ways;
  readonly #ports: RelayPorts;
  readonly #limits: RelayLimits;
  readonly #corporate: CorporateProxy | null;
  #open = 0;
  #isResetting = false;

  constructor(ways: Ways, ports: RelayPorts, limits: RelayLimits) {
    this.#ways = ways;
    this.#ports = ports;
    this.#limits = limits;
    this.#corporate = ways.upstreamProxy === null ? null : readCorporateProxy(ways.upstreamProxy);
  }

  /** Connections that are open now, tunnels included. */
  get connections(): number {
    return this.#open;
  }

  /** Whether a connection is breaking off this very moment: what ends with it is not whole. */
  get isResetting(): boolean {
    return this.#isResetting;
  }

  /** The pool for requests to an authority; its connections are made when they are needed. */
  pool(scheme: 'http' | 'https', authority: Authority): Pool {
    const key = `${scheme}://${showAuthority(authority)}`;
    const known = this.#pools.get(key);
    if (known !== undefined) {
      this.#pools.delete(key);
      this.#pools.set(key, known);
      return known;
    }
    this.#makeRoom();
    const pool = this.#newPool(scheme, authority);
    this.#pools.set(key, pool);
    return pool;
  }

  /** A TCP connection of its own, for a tunnel. Throws `RelayRefusal`. */
  async dial(authority: Authority): Promise<Socket> {
    const { upstreamProxy, extraRoots, mayDial } = this.#ways;
    const { host, port } = authority;
    if (this.#corporate === null) {
      // A proxy that cannot be read is not left out: that would be another way than the operator's.
      if (upstreamProxy !== null) throw new RelayRefusal('upstream-proxy');
      return this.#counted(await dialHost(authority, mayDial, this.#ports, this.#limits));
    }
    if (host.kind !== 'name' && !mayDial(host.text, port)) throw new RelayRefusal('address-refused');
    return this.#counted(
      await dialThrough(this.#corporate, authority, extraRoots, this.#ports, this.#limits),
    );
  }

  /** Takes no more requests; those at work end by themselves. */
  retire(): void {
    for (const pool of this.#pools.values()) pool.close().catch(() => undefined);
    this.#pools.clear();
  }

  /** Ends all requests at work. */
  async cut(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy().catch(() => undefined)));
  }

  #newPool(scheme: 'http' | 'https', authority: Authority): Pool {
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
        void this.#connect(scheme, authority, callback);
      },
    });
  }

  /** Never rejects: the pool is told instead, and the requests that waited for the connection fail. */
  async #connect(
    scheme: 'http' | 'https',
    authority: Authority,
    done: (...outcome: [null, Socket] | [Error, null]) => void,
  ): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.dial(authority);
      if (scheme === 'https') {
        const context = upstreamContext(this.#ways.extraRoots);
        socket = await secured(socket, authority.host, context, this.#limits.connectMs);
      }
    } catch (error) {
      done(error instanceof Error ? error : new RelayRefusal('internal-error'), null);
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
    const [oldest] = this.#pools;
    if (oldest === undefined || this.#pools.size < this.#limits.upstreamsPerSandbox) return;
    this.#pools.delete(oldest[0]);
    oldest[1].close().catch(() => undefined);
  }
}
