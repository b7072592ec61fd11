import type { Socket } from 'node:net';
import type { Pool } from 'undici';
// Imports an inner module, because the package's main module would also load fetch, WebSocket and caches, which cost
// memory in every proxy process.
import PoolClass from 'undici/lib/dispatcher/pool.js';
import { type Authority, formatAuthority } from '../canonical/authority.ts';
import type { Access } from '../policy/access.ts';
import { filterAddresses } from '../policy/addresses.ts';
import { formatNetwork, type Network } from '../policy/network.ts';
import { RefusalError } from '../refusal.ts';
import type { SandboxSnapshot } from '../snapshot.ts';
import {
  connectTls,
  dialHost,
  dialProxy,
  dialThrough,
  type MayConnect,
  parseUpstreamProxy,
  type UpstreamProxy,
  upstreamTlsContext,
} from './dial.ts';
import { limitLookups, type ProxyLimits, type ProxyPorts } from './ports.ts';

/** Upstream connections of all sandboxes. Each revision of a sandbox has separate connections. */
export class UpstreamsBySandbox {
  readonly #current = new Map<string, { snapshot: SandboxSnapshot; upstreams: Upstreams }>();
  /** Connections of earlier revisions that are still open. */
  readonly #retired = new Set<Upstreams>();
  readonly #ports: ProxyPorts;
  readonly #limits: ProxyLimits;
  readonly #ownPorts: () => number[];

  /** `ownPorts` returns the ports of this process, which no sandbox may reach. */
  constructor(ports: ProxyPorts, limits: ProxyLimits, ownPorts: () => number[]) {
    this.#ports = ports;
    this.#limits = limits;
    this.#ownPorts = ownPorts;
  }

  /** Returns the upstreams of a snapshot, and retires the upstreams of an earlier snapshot of the same sandbox. */
  of(snapshot: SandboxSnapshot): Upstreams {
    const { sandboxId } = snapshot;
    const known = this.#current.get(sandboxId);
    if (known?.snapshot === snapshot) return known.upstreams;
    this.retire(sandboxId);
    const { lookupsPerSandbox, headTimeoutMs } = this.#limits;
    const resolver = limitLookups(this.#ports, lookupsPerSandbox, headTimeoutMs);
    const egress = egressPolicyOf(snapshot, this.#ownPorts, () => this.#ports.ownAddresses());
    const upstreams = new Upstreams(egress, { ...this.#ports, resolver }, this.#limits);
    this.#current.set(sandboxId, { snapshot, upstreams });
    return upstreams;
  }

  /** Completes the sandbox's current requests and accepts no further requests. */
  retire(sandboxId: string): void {
    const known = this.#current.get(sandboxId);
    if (known === undefined) return;
    this.#current.delete(sandboxId);
    for (const earlier of this.#retired) if (earlier.connections === 0) this.#retired.delete(earlier);
    this.#retired.add(known.upstreams);
    known.upstreams.retire();
  }

  get connections(): number {
    let count = 0;
    for (const { upstreams } of this.#current.values()) count += upstreams.connections;
    for (const upstreams of this.#retired) count += upstreams.connections;
    return count;
  }

  async abortAll(): Promise<void> {
    const all = [...this.#retired, ...Array.from(this.#current.values(), ({ upstreams }) => upstreams)];
    this.#current.clear();
    this.#retired.clear();
    await Promise.all(all.map((upstreams) => upstreams.abortAll()));
  }
}

/**
 * Upstream connections of one revision of a sandbox, with one pool per scheme, host and port. Sandboxes share no pools,
 * so an unexpected response of an upstream cannot reach another sandbox.
 */
export class Upstreams {
  readonly #pools = new Map<string, { pool: Pool; usedAt: number }>();
  /** Counts the uses of all pools. The count at a pool's last use shows which pool was used least recently. */
  #uses = 0;
  readonly #egress: EgressPolicy;
  readonly #ports: ProxyPorts;
  readonly #limits: ProxyLimits;
  readonly #proxy: UpstreamProxy | null;
  #open = 0;
  #isResetting = false;

  constructor(egress: EgressPolicy, ports: ProxyPorts, limits: ProxyLimits) {
    this.#egress = egress;
    this.#ports = ports;
    this.#limits = limits;
    this.#proxy = egress.upstreamProxy === null ? null : parseUpstreamProxy(egress.upstreamProxy);
  }

  /** Number of open connections to upstreams, including tunnels. */
  get connections(): number {
    return this.#open;
  }

  /** True while a connection is being reset. A response that ends during the reset is incomplete. */
  get isResetting(): boolean {
    return this.#isResetting;
  }

  /**
   * Returns the data for sending a plain request through the operator's proxy, or null if the request is sent in
   * another way. A CONNECT tunnel is not used for plain requests, because most proxies refuse CONNECT to port 80.
   */
  viaUpstreamProxy(scheme: 'http' | 'https', authority: Authority): Via | null {
    if (this.#proxy === null || scheme === 'https') return null;
    const { authorization } = this.#proxy;
    return {
      prefix: `http://${formatAuthority(authority, 80)}`,
      headers: authorization === null ? [] : ['Proxy-Authorization', authorization],
    };
  }

  /**
   * Returns the pool for requests to an authority. The pool opens connections on demand. With `forUpgrade`, requests
   * over http also use a tunnel through the operator's proxy.
   */
  pool(scheme: 'http' | 'https', authority: Authority, forUpgrade = false): Pool {
    const isByProxy = !forUpgrade && this.viaUpstreamProxy(scheme, authority) !== null;
    const key = `${isByProxy ? 'proxied' : scheme}://${formatAuthority(authority)}`;
    this.#uses += 1;
    const known = this.#pools.get(key);
    if (known !== undefined) {
      // The entry stores the number of its last use, because deleting and inserting the entry at each request would
      // make the map rebuild its table often.
      known.usedAt = this.#uses;
      return known.pool;
    }
    this.#makeRoom();
    const pool = this.#newPool(scheme, authority, isByProxy);
    this.#pools.set(key, { pool, usedAt: this.#uses });
    return pool;
  }

  /** Opens a separate TCP connection for a tunnel. Throws `RefusalError` if the connection cannot be opened. */
  async dial(authority: Authority): Promise<Socket> {
    const { upstreamProxy, extraRoots, mayDial } = this.#egress;
    if (this.#proxy === null) {
      // If the URL of the operator's proxy is invalid, a direct connection would bypass that proxy.
      if (upstreamProxy !== null) throw new RefusalError('upstream-proxy');
      return this.#counted(await dialHost(authority, mayDial, this.#ports, this.#limits));
    }
    this.#checkLiteral(authority);
    return this.#counted(await dialThrough(this.#proxy, authority, extraRoots, this.#ports, this.#limits));
  }

  /** Opens a connection to the operator's proxy for requests with an absolute URL. */
  async #dialUpstreamProxy(authority: Authority): Promise<Socket> {
    if (this.#proxy === null) throw new RefusalError('upstream-proxy');
    this.#checkLiteral(authority);
    const { extraRoots } = this.#egress;
    return this.#counted(await dialProxy(this.#proxy, extraRoots, this.#ports, this.#limits));
  }

  /** Checks a literal address. Names are not checked here, because the operator's proxy resolves them. */
  #checkLiteral({ host, port }: Authority): void {
    if (host.kind !== 'name' && !this.#egress.mayDial(host.text, port)) {
      throw new RefusalError('address-refused');
    }
  }

  /** Completes current requests and accepts no further requests. */
  retire(): void {
    for (const { pool } of this.#pools.values()) pool.close().catch(() => undefined);
    this.#pools.clear();
  }

  /** Aborts all current requests. */
  async abortAll(): Promise<void> {
    const pools = Array.from(this.#pools.values(), ({ pool }) => pool);
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy().catch(() => undefined)));
  }

  #newPool(scheme: 'http' | 'https', authority: Authority, isByProxy: boolean): Pool {
    const { connectionsPerUpstream, stallTimeoutMs } = this.#limits;
    // The URL is a placeholder: `connect` determines the destination, and each request has its own Host header.
    return new PoolClass('http://upstream.invalid', {
      connections: connectionsPerUpstream,
      // A connection carries one request at a time, so responses cannot be confused.
      pipelining: 1,
      allowH2: false,
      headersTimeout: stallTimeoutMs,
      bodyTimeout: stallTimeoutMs,
      maxHeaderSize: 65_536,
      connect: (_options, callback) => {
        void this.#connect(scheme, authority, isByProxy, callback);
      },
    });
  }

  /** Never rejects: the pool receives the error and fails the requests that waited for the connection. */
  async #connect(
    scheme: 'http' | 'https',
    authority: Authority,
    isByProxy: boolean,
    done: (...outcome: [null, Socket] | [Error, null]) => void,
  ): Promise<void> {
    let socket: Socket;
    try {
      socket = await (isByProxy ? this.#dialUpstreamProxy(authority) : this.dial(authority));
      if (scheme === 'https') {
        const context = upstreamTlsContext(this.#egress.extraRoots);
        socket = await connectTls(socket, authority.host, context, this.#limits.connectTimeoutMs);
      }
    } catch (error) {
      done(error instanceof Error ? error : new RefusalError('internal-error'), null);
      return;
    }
    // The listener runs before the pool's own listener, which mistakes a reset for the end of a response without a
    // length.
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

/** Data for sending a plain request through the operator's proxy. */
interface Via {
  /** Prefix of the request target: `http://host[:port]`. */
  prefix: string;
  headers: string[];
}

/** Rules for the upstream connections of one revision of a sandbox. */
interface EgressPolicy {
  mayDial: MayConnect;
  extraRoots: readonly string[];
  upstreamProxy: string | null;
}

function egressPolicyOf(
  { push, policy }: SandboxSnapshot,
  ownPorts: () => number[],
  ownAddresses: () => readonly string[],
): EgressPolicy {
  const { extraRoots, upstreamProxy } = push;
  const { privateNetworks, access } = policy;
  return {
    extraRoots,
    upstreamProxy,
    mayDial: (address, port) => {
      const rules = { privateNetworks, access, ownPorts: ownPorts(), ownAddresses: ownAddresses() };
      return filterAddresses([address], port, rules).allowed.length > 0;
    },
  };
}

/**
 * Returns true if the next revision permits all addresses that the current revision permits. Open connections can
 * continue only if `allowsSameEgress` returns true, because their names are not resolved again.
 */
export function allowsSameEgress(next: SandboxSnapshot, then: SandboxSnapshot): boolean {
  const hasAll = (texts: readonly string[], expected: readonly string[]): boolean =>
    expected.every((text) => texts.includes(text));
  return (
    hasAll(formatAll(next.policy.privateNetworks), formatAll(then.policy.privateNetworks)) &&
    hasAll(deniedBy(then.policy.access), deniedBy(next.policy.access)) &&
    hasAll(next.push.extraRoots, then.push.extraRoots) &&
    next.push.upstreamProxy === then.push.upstreamProxy
  );
}

function formatAll(networks: readonly Network[]): string[] {
  return networks.map(formatNetwork);
}

function deniedBy(access: Access): string[] {
  if (access.kind !== 'deny') return [];
  return access.entries.flatMap((entry) =>
    entry.kind === 'network' ? [`${formatNetwork(entry.network)} ${entry.port ?? '*'}`] : [],
  );
}
