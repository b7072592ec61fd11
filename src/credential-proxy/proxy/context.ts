import type { Socket } from 'node:net';
import type { Authority } from '../canonical/authority.ts';
import type { AuditEntry } from '../messages.ts';
import { type RefusalReason, REFUSALS } from '../refusal.ts';
import type { Sandboxes, SandboxSnapshot } from '../snapshot.ts';
import type { ProxyLimits, ProxyPorts } from '../upstream/ports.ts';
import type { BodyMemory } from './body-memory.ts';
import type { Budgets } from './budgets.ts';
import type { UpstreamsBySandbox } from '../upstream/upstreams.ts';

/** Services that a proxy needs from its process. The clock, the resolver and the dialer are passed separately. */
export interface ProxyHost {
  sandboxes: Sandboxes;
  /** Records one audit entry per request when the request ends, including refused requests. */
  audit(entry: AuditEntry): void;
  /** Returns the ports of this process, which no sandbox can reach even if the operator permits loopback. */
  ownPorts(): number[];
}

/** Dependencies and state that all handlers of a proxy share. */
export interface ProxyContext {
  host: ProxyHost;
  ports: ProxyPorts;
  limits: ProxyLimits;
  activeConnections: ActiveConnections;
  connectionLimiter: ConnectionLimiter;
  upstreams: UpstreamsBySandbox;
  budgets: Budgets;
  bodyMemory: BodyMemory;
  /** Makes the HTTP server read requests from a client's connection, or from inside the connection's tunnel. */
  serve: (socket: Socket) => void;
}

/** An audit entry that is filled in while the request is handled, and written once. */
export class AuditRecord {
  readonly #context: ProxyContext;
  readonly #start: number;
  readonly #entry: AuditEntry;
  #isWritten = false;

  constructor(context: ProxyContext, scheme: AuditEntry['scheme'], method: string | null) {
    this.#context = context;
    this.#start = context.ports.elapsed();
    this.#entry = {
      at: context.ports.now().toISOString(),
      sandbox: null,
      revision: null,
      rule: null,
      decision: 'refuse',
      reason: 'internal-error',
      scheme,
      host: null,
      port: null,
      method,
      path: null,
      status: null,
      bytesUp: 0,
      bytesDown: 0,
      ms: 0,
      injected: [],
      placeholders: [],
      usesLeft: null,
      masked: 0,
      unsearched: false,
    };
  }

  forSandbox(snapshot: SandboxSnapshot): this {
    if (this.#isWritten) return this;
    this.#entry.sandbox = snapshot.sandboxId;
    this.#entry.revision = snapshot.revision;
    return this;
  }

  forAuthority({ host, port }: Authority): this {
    if (this.#isWritten) return this;
    this.#entry.host = host.text;
    this.#entry.port = port;
    return this;
  }

  /** Sets fields of the audit entry. Calls of `set` after the entry was written have no effect. */
  set(part: Partial<AuditEntry>): this {
    if (!this.#isWritten) Object.assign(this.#entry, part);
    return this;
  }

  /** Writes the audit entry. Calls of `write` after the first call have no effect. */
  write(part: Partial<AuditEntry> = {}): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    // The entry needs no copy, because it no longer changes.
    const entry = Object.assign(this.#entry, part);
    entry.ms = Math.round((this.#context.ports.elapsed() - this.#start) * 100) / 100;
    this.#context.host.audit(entry);
  }

  /** Writes the entry of a refused request. `reason` can be more specific than the reason in the response. */
  refused(refusal: RefusalReason, reason: string = refusal): void {
    const [status] = REFUSALS[refusal];
    this.write({ decision: status === 403 ? 'deny' : 'refuse', reason, status });
  }
}

/**
 * Runs `work`, and handles its internal errors. After an internal error, writes an audit entry and closes only this
 * connection. The process continues, because it serves all sandboxes.
 */
export function runGuarded(context: ProxyContext, socket: Socket, work: () => void): void {
  try {
    work();
  } catch {
    new AuditRecord(context, schemeOf(socket), null).refused('internal-error');
    socket.destroy();
  }
}

/** How the sandbox of a connection is identified: by a token in each request, or by the sandbox's Unix socket. */
export type Ingress = { kind: 'token' } | { kind: 'sandbox'; sandboxId: string };

/** State of a client's connection. */
export interface ClientConnection {
  readonly ingress: Ingress;
  /** Sandbox and authority of all requests in an intercepted tunnel, or null outside a tunnel. */
  tunnel: { sandboxId: string; authority: Authority } | null;
  /** ID of the connection's sandbox, or null until the sandbox is known. Once set, the ID never changes. */
  owner: string | null;
  /**
   * True while a request is being handled. The requests of a connection are handled one at a time, in order of arrival.
   */
  busy: boolean;
  /** Handlers of requests that arrived while another request was being handled. */
  readonly queue: (() => void)[];
  /** True if no more data is read from the connection, because a request was refused or could not be parsed. */
  closing: boolean;
  /** Number of requests on the connection without a valid token. */
  failedLogins: number;
}

const connections = new WeakMap<Socket, ClientConnection>();

export function registerConnection(socket: Socket, ingress: Ingress): ClientConnection {
  const connection: ClientConnection = {
    ingress,
    tunnel: null,
    owner: null,
    busy: false,
    queue: [],
    closing: false,
    failedLogins: 0,
  };
  connections.set(socket, connection);
  return connection;
}

/** Returns the connection for a socket of the HTTP server. Throws if the socket was never registered. */
export function connectionOf(socket: Socket): ClientConnection {
  const connection = connections.get(socket);
  if (connection === undefined) throw new Error('the HTTP server received an unregistered socket');
  return connection;
}

/** Returns the scheme of requests on this socket: https within a tunnel, or else http. */
export function schemeOf(socket: Socket): 'http' | 'https' {
  return (connections.get(socket)?.tunnel ?? null) === null ? 'http' : 'https';
}

/** Maximum number of pipelined requests that wait for the current request. */
const MAX_QUEUED = 32;

/** Handles a request after the previous requests of its connection. Returns false if the connection's queue is full. */
export function enqueue(connection: ClientConnection, work: () => void): boolean {
  if (!connection.busy) work();
  else if (connection.queue.push(work) > MAX_QUEUED) return false;
  return true;
}

/** Marks the current request as handled and starts the next request, if any. */
export function runNext(connection: ClientConnection): void {
  connection.busy = false;
  while (!connection.busy) {
    const work = connection.queue.shift();
    if (work === undefined) return;
    work();
  }
}

/** An open connection of a sandbox: a blind or intercepted tunnel, a WebSocket, or an active request. */
export interface ActiveConnection {
  readonly sandboxId: string;
  readonly kind: 'tunnel' | 'intercepted' | 'websocket' | 'request';
  /** Returns true if the connection may continue under this snapshot. */
  stillAllowed(snapshot: SandboxSnapshot): boolean;
  abort(): void;
}

/** Open connections of one sandbox. Each entry stores its index, so it can be removed without a search. */
type Entries = { active: ActiveConnection; index: number }[];

/** All open connections by sandbox, so that a configuration change can be applied to open tunnels. */
export class ActiveConnections {
  // An array with indexes is used instead of a set. In a set, an insertion and a deletion per request would rebuild the
  // table repeatedly, and the old tables would delay garbage collection of former entries.
  readonly #bySandbox = new Map<string, Entries>();
  #whenEmpty: (() => void)[] = [];

  /**
   * Adds a connection, and returns a function that removes the connection. Calls of the returned function after the
   * first call have no effect.
   */
  add(active: ActiveConnection): () => void {
    const { sandboxId } = active;
    let entries = this.#bySandbox.get(sandboxId);
    if (entries === undefined) {
      entries = [];
      this.#bySandbox.set(sandboxId, entries);
    }
    const all = entries;
    const entry = { active, index: all.length };
    all.push(entry);
    return () => {
      if (entry.index === -1) return;
      const last = all.pop();
      // Moves the last entry to the free index, unless the last entry is the removed entry.
      if (last !== undefined && last !== entry) {
        all[entry.index] = last;
        last.index = entry.index;
      }
      entry.index = -1;
      if (all.length > 0) return;
      this.#bySandbox.delete(sandboxId);
      if (this.#bySandbox.size > 0) return;
      for (const resolve of this.#whenEmpty.splice(0)) resolve();
    };
  }

  count(...kinds: ActiveConnection['kind'][]): number {
    let count = 0;
    for (const entries of this.#bySandbox.values()) {
      for (const { active } of entries) if (kinds.includes(active.kind)) count += 1;
    }
    return count;
  }

  /**
   * Aborts the connections that the new snapshot does not allow, or all connections if the snapshot is null (the
   * sandbox was removed).
   */
  reevaluate(sandboxId: string, snapshot: SandboxSnapshot | null): void {
    for (const { active } of Array.from(this.#bySandbox.get(sandboxId) ?? [])) {
      if (snapshot === null || !active.stillAllowed(snapshot)) active.abort();
    }
  }

  /** Aborts all connections. Resolves when all connections have ended. */
  async abortAll(): Promise<void> {
    if (this.#bySandbox.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    for (const entries of Array.from(this.#bySandbox.values()))
      for (const { active } of Array.from(entries)) active.abort();
    await promise;
  }
}

/** Limits the number of open connections: per sandbox, and in total for clients that have not authenticated. */
export class ConnectionLimiter {
  readonly #limits: { connectionsPerSandbox: number; unauthenticatedConnections: number };
  readonly #bySandbox = new Map<string, number>();
  #unauthenticated = 0;

  constructor(limits: { connectionsPerSandbox: number; unauthenticatedConnections: number }) {
    this.#limits = limits;
  }

  /** Counts an accepted connection. Returns false if the connection exceeds the limit. */
  admit(connection: ClientConnection): boolean {
    if (connection.ingress.kind === 'sandbox') return this.assign(connection, connection.ingress.sandboxId);
    this.#unauthenticated += 1;
    return this.#unauthenticated <= this.#limits.unauthenticatedConnections;
  }

  /**
   * Assigns a connection to a sandbox. Returns false if the sandbox has too many connections, or the connection
   * belongs to another sandbox.
   */
  assign(connection: ClientConnection, sandboxId: string): boolean {
    if (connection.owner !== null) return connection.owner === sandboxId;
    const count = this.#bySandbox.get(sandboxId) ?? 0;
    if (count >= this.#limits.connectionsPerSandbox) return false;
    if (connection.ingress.kind === 'token') this.#unauthenticated -= 1;
    connection.owner = sandboxId;
    this.#bySandbox.set(sandboxId, count + 1);
    return true;
  }

  /** Stops counting a closed connection. */
  release({ ingress, owner }: ClientConnection): void {
    if (owner === null) {
      if (ingress.kind === 'token') this.#unauthenticated -= 1;
      return;
    }
    const count = this.#bySandbox.get(owner) ?? 0;
    if (count > 1) this.#bySandbox.set(owner, count - 1);
    else this.#bySandbox.delete(owner);
  }
}
