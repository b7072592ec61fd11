import type { Socket } from 'node:net';
import type { Authority } from '../canonical/authority.ts';
import type { AuditEntry } from '../messages.ts';
import { type RefusalReason, REFUSALS } from '../refusal.ts';
import type { Sandboxes, SandboxSnapshot } from '../snapshot.ts';
import type { ProxyLimits, ProxyPorts } from '../upstream/ports.ts';
import type { UpstreamsBySandbox } from '../upstream/upstreams.ts';

/** What the process gives its proxy besides clock, resolver and dialer. */
export interface ProxyHost {
  sandboxes: Sandboxes;
  /** One line per request, as it ends, refused ones included. */
  audit(entry: AuditEntry): void;
  /** Ports of this process that no sandbox may be led to, even where its operator allowed loopback. */
  ownPorts(): number[];
}

/** What all handlers of a proxy share. */
export interface ProxyContext {
  host: ProxyHost;
  ports: ProxyPorts;
  limits: ProxyLimits;
  activeConnections: ActiveConnections;
  connectionLimiter: ConnectionLimiter;
  upstreams: UpstreamsBySandbox;
  /** Reads HTTP requests from a client's connection, or from the inside of its tunnel. */
  serve: (socket: Socket) => void;
}

/** One line of the audit, filled in as the request is handled and written once. */
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

  /** Adds to the line, as long as it is not written. */
  set(part: Partial<AuditEntry>): this {
    if (!this.#isWritten) Object.assign(this.#entry, part);
    return this;
  }

  /** Writes the line, once. */
  write(part: Partial<AuditEntry> = {}): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    // The entry itself, not a copy: nothing changes it any more.
    const entry = Object.assign(this.#entry, part);
    entry.ms = Math.round((this.#context.ports.elapsed() - this.#start) * 100) / 100;
    this.#context.host.audit(entry);
  }

  /** Writes that it ended in a refusal; `reason` if the audit's is more specific than the response's. */
  refused(refusal: RefusalReason, reason: string = refusal): void {
    const [status] = REFUSALS[refusal];
    this.write({ decision: status === 403 ? 'deny' : 'refuse', reason, status });
  }
}

/** An internal error ends its connection, with a line in the audit, and not the process of all sandboxes. */
export function runGuarded(context: ProxyContext, socket: Socket, work: () => void): void {
  try {
    work();
  } catch {
    new AuditRecord(context, schemeOf(socket), null).refused('internal-error');
    socket.destroy();
  }
}

/** How a connection is identified: by a token in each request, or by the Unix socket of one sandbox. */
export type Ingress = { kind: 'token' } | { kind: 'sandbox'; sandboxId: string };

/** The state of a client's connection. */
export interface ClientConnection {
  readonly ingress: Ingress;
  /** Set on the inside of an intercepted tunnel, which decides the sandbox and authority of its requests. */
  tunnel: { sandboxId: string; authority: Authority } | null;
  /** The sandbox that the connection belongs to, once known; it never changes afterwards. */
  owner: string | null;
  /** Whether a request is being answered: one at a time, in the order of arrival. */
  busy: boolean;
  /** Requests that arrived before the current one was answered. */
  readonly queue: (() => void)[];
  /** Nothing more is read from it: one of its requests was refused, or did not parse. */
  closing: boolean;
  /** Requests without a valid token so far. */
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

/** The connection of a socket that the HTTP server was given. Throws for a socket that was never registered. */
export function connectionOf(socket: Socket): ClientConnection {
  const connection = connections.get(socket);
  if (connection === undefined) throw new Error('the HTTP server was given an unregistered socket');
  return connection;
}

/** The scheme of a request on this socket: inside a tunnel https, outside of it http. */
export function schemeOf(socket: Socket): 'http' | 'https' {
  return (connections.get(socket)?.tunnel ?? null) === null ? 'http' : 'https';
}

/** Requests that may be pipelined behind the current one. */
const MAX_QUEUED = 32;

/** Handles a request once those before it are answered; false when too many are queued already. */
export function enqueue(connection: ClientConnection, work: () => void): boolean {
  if (!connection.busy) work();
  else if (connection.queue.push(work) > MAX_QUEUED) return false;
  return true;
}

/** The current request is answered: handles the next one, if any. */
export function runNext(connection: ClientConnection): void {
  connection.busy = false;
  while (!connection.busy) {
    const work = connection.queue.shift();
    if (work === undefined) return;
    work();
  }
}

/** A sandbox's open connection: a blind tunnel, an intercepted one, a WebSocket, or a request in flight. */
export interface ActiveConnection {
  readonly sandboxId: string;
  readonly kind: 'tunnel' | 'intercepted' | 'websocket' | 'request';
  /** Whether it may continue under this snapshot. */
  stillAllowed(snapshot: SandboxSnapshot): boolean;
  abort(): void;
}

/**
 * The open connections of one sandbox, in no order; each entry knows its index, so that it is removed without a search.
 */
type Entries = { active: ActiveConnection; index: number }[];

/**
 * All open connections, by sandbox, so that a change of configuration reaches them: an old tunnel keeps no old policy.
 */
export class ActiveConnections {
  // Arrays, not sets: a set with an addition and a deletion per request rebuilds its table again and again, and the old
  // tables keep everything that was in them from being collected with the young garbage.
  readonly #bySandbox = new Map<string, Entries>();
  #whenEmpty: (() => void)[] = [];

  /** Adds it and returns how to remove it, which may be called more than once. */
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
      // The last entry moves to the freed index, unless it is the one that is removed.
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

  /** Aborts what the new snapshot no longer allows; null = the sandbox is gone, and everything of it is aborted. */
  reevaluate(sandboxId: string, snapshot: SandboxSnapshot | null): void {
    for (const { active } of Array.from(this.#bySandbox.get(sandboxId) ?? [])) {
      if (snapshot === null || !active.stillAllowed(snapshot)) active.abort();
    }
  }

  /** Aborts everything; resolves when all of it has ended. */
  async abortAll(): Promise<void> {
    if (this.#bySandbox.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    for (const entries of Array.from(this.#bySandbox.values()))
      for (const { active } of Array.from(entries)) active.abort();
    await promise;
  }
}

/** Limits the open connections: those of each sandbox, and those of clients that have not authenticated yet. */
export class ConnectionLimiter {
  readonly #limits: { connectionsPerSandbox: number; unauthenticatedConnections: number };
  readonly #bySandbox = new Map<string, number>();
  #unauthenticated = 0;

  constructor(limits: { connectionsPerSandbox: number; unauthenticatedConnections: number }) {
    this.#limits = limits;
  }

  /** Counts a connection that was accepted; false when it is one too many. */
  admit(connection: ClientConnection): boolean {
    if (connection.ingress.kind === 'sandbox') return this.assign(connection, connection.ingress.sandboxId);
    this.#unauthenticated += 1;
    return this.#unauthenticated <= this.#limits.unauthenticatedConnections;
  }

  /** Assigns a connection to a sandbox; false when that one has too many, or the connection is another sandbox's. */
  assign(connection: ClientConnection, sandboxId: string): boolean {
    if (connection.owner !== null) return connection.owner === sandboxId;
    const count = this.#bySandbox.get(sandboxId) ?? 0;
    if (count >= this.#limits.connectionsPerSandbox) return false;
    if (connection.ingress.kind === 'token') this.#unauthenticated -= 1;
    connection.owner = sandboxId;
    this.#bySandbox.set(sandboxId, count + 1);
    return true;
  }

  /** The connection is closed. */
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
