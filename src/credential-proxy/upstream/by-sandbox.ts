import { limitLookups } from './lookups.ts';
import type { ProxyLimits, ProxyPorts } from './ports.ts';
import { Upstreams, type EgressPolicy } from './upstreams.ts';

interface Entry {
  snapshot: object;
  upstreams: Upstreams;
}

/** The connections of all sandboxes to the outside: each revision of a sandbox has its own. */
export class UpstreamsBySandbox {
  readonly #entries = new Map<string, Entry>();
  /** Of earlier revisions, until what they carry has ended. */
  readonly #retired = new Set<Upstreams>();
  readonly #ports: ProxyPorts;
  readonly #limits: ProxyLimits;

  constructor(ports: ProxyPorts, limits: ProxyLimits) {
    this.#ports = ports;
    this.#limits = limits;
  }

  /** Those of a snapshot; another one of the same sandbox retires the earlier. */
  of(sandboxId: string, snapshot: object, ways: () => EgressPolicy): Upstreams {
    const known = this.#entries.get(sandboxId);
    if (known?.snapshot === snapshot) return known.upstreams;
    this.retire(sandboxId);
    const { lookupsPerSandbox, headMs } = this.#limits;
    const resolver = limitLookups(this.#ports, lookupsPerSandbox, headMs);
    const upstreams = new Upstreams(ways(), { ...this.#ports, resolver }, this.#limits);
    this.#entries.set(sandboxId, { snapshot, upstreams });
    return upstreams;
  }

  /** Lets what is at work end, and takes nothing new. */
  retire(sandboxId: string): void {
    const known = this.#entries.get(sandboxId);
    if (known === undefined) return;
    this.#entries.delete(sandboxId);
    for (const earlier of this.#retired) if (earlier.connections === 0) this.#retired.delete(earlier);
    this.#retired.add(known.upstreams);
    known.upstreams.retire();
  }

  get connections(): number {
    let count = 0;
    for (const { upstreams } of this.#entries.values()) count += upstreams.connections;
    for (const upstreams of this.#retired) count += upstreams.connections;
    return count;
  }

  async abortAll(): Promise<void> {
    const all = [...this.#retired, ...Array.from(this.#entries.values(), ({ upstreams }) => upstreams)];
    this.#entries.clear();
    this.#retired.clear();
    await Promise.all(all.map((upstreams) => upstreams.abortAll()));
  }
}
