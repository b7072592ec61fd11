import type { Socket } from 'node:net';
import type { Authority } from '../canonical/authority.ts';
import { type ActiveConnections, type ConnectionLimiter, schemeOf } from './connections.ts';
import type { AuditEntry } from '../messages.ts';
import { type RefusalReason, REFUSALS } from '../refusal.ts';
import type { Sandboxes, SandboxSnapshot } from '../snapshot.ts';
import type { UpstreamsBySandbox } from '../upstream/upstreams.ts';
import type { ProxyLimits, ProxyPorts } from '../upstream/ports.ts';

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

  /** Writes that it ended in a refusal; `reason` where the audit knows it more closely than the answer. */
  refused(refusal: RefusalReason, reason: string = refusal): void {
    const [status] = REFUSALS[refusal];
    this.write({ decision: status === 403 ? 'deny' : 'refuse', reason, status });
  }
}

/** A fault of ours ends the connection that met it, with a line in the audit, and not the process of all sandboxes. */
export function runGuarded(context: ProxyContext, socket: Socket, work: () => void): void {
  try {
    work();
  } catch {
    new AuditRecord(context, schemeOf(socket), null).refused('internal-error');
    socket.destroy();
  }
}
