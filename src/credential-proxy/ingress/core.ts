import type { Socket } from 'node:net';
import type { AuditEntry } from '../audit-entry.ts';
import type { Authority } from '../canonical/authority.ts';
import type { ProxyHost, SandboxSnapshot } from '../relay-port.ts';
import type { ProxyLimits, ProxyPorts } from '../upstream/ports.ts';
import type { UpstreamsBySandbox } from '../upstream/by-sandbox.ts';
import type { ActiveConnections } from './lives.ts';
import type { ConnectionLimiter } from './population.ts';
import { REFUSALS, type RefusalReason } from './refusal.ts';

export type Snapshot = SandboxSnapshot;

/** What all parts of a relay share. */
export interface ProxyContext {
  host: ProxyHost;
  ports: ProxyPorts;
  limits: ProxyLimits;
  activeConnections: ActiveConnections;
  connectionLimiter: ConnectionLimiter;
  upstreams: UpstreamsBySandbox;
}

/** One line of the audit in the making. */
export class AuditRecord {
  readonly #core: ProxyContext;
  readonly #start: number;
  readonly #entry: AuditEntry;
  #isWritten = false;

  constructor(core: ProxyContext, scheme: AuditEntry['scheme'], method: string | null) {
    this.#core = core;
    this.#start = core.ports.elapsed();
    this.#entry = {
      at: core.ports.now().toISOString(),
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

  /** Whose request it is. */
  forSandbox(snapshot: Snapshot): this {
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
    entry.ms = Math.round((this.#core.ports.elapsed() - this.#start) * 100) / 100;
    this.#core.host.audit(entry);
  }

  /** Writes that it ended in a refusal; `reason` where the audit knows it more closely than the answer. */
  refused(refusal: RefusalReason, reason: string = refusal): void {
    const [status] = REFUSALS[refusal];
    this.write({ decision: status === 403 ? 'deny' : 'refuse', reason, status });
  }
}

/** A fault of ours ends the connection that met it, with a line in the audit, and not the process of all sandboxes. */
export function runGuarded(
  core: ProxyContext,
  socket: Socket,
  scheme: 'http' | 'https',
  work: () => void,
): void {
  try {
    work();
  } catch {
    new AuditRecord(core, scheme, null).refused('internal-error');
    socket.destroy();
  }
}
