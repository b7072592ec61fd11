import type { AuditEntry } from '../audit-entry.ts';
import type { Metric } from './exposition.ts';
import { collectMetrics, type ProcessState } from './metrics-of.ts';

/** What is counted of the requests of one sandbox, or of those whose sandbox is not known (null). */
export interface SandboxCounts {
  requests: Map<string, number>;
  refusals: Map<string, number>;
  masked: Map<string, number>;
  unsearched: Map<string, number>;
  bytesUp: number;
  bytesDown: number;
}

export interface RequestCounters {
  count(entry: AuditEntry): void;
  /** Drops what was counted for it. */
  forget(sandboxId: string): void;
  read(state: ProcessState): Metric[];
}

/** Reasons are constants of ours; should that ever fail, a flood of them must not fill the memory. */
const KEYS_PER_SANDBOX = 100;

/** Counts audit entries; what it says names sandboxes, rules and reasons, and no host, path or value (facts D.8). */
export function createRequestCounters(): RequestCounters {
  const counts = new Map<string | null, SandboxCounts>();

  const countsOf = (sandbox: string | null): SandboxCounts => {
    const of = counts.get(sandbox) ?? {
      requests: new Map(),
      refusals: new Map(),
      masked: new Map(),
      unsearched: new Map(),
      bytesUp: 0,
      bytesDown: 0,
    };
    counts.set(sandbox, of);
    return of;
  };

  return {
    count(entry) {
      const of = countsOf(entry.sandbox);
      raise(of.requests, entry.decision, 1);
      const refused = entry.decision === 'deny' || entry.decision === 'refuse';
      if (refused || entry.reason.startsWith('upstream-')) raise(of.refusals, entry.reason, 1);
      if (entry.masked > 0) raise(of.masked, entry.rule ?? '', entry.masked);
      if (entry.unsearched) raise(of.unsearched, entry.rule ?? '', 1);
      of.bytesUp += entry.bytesUp;
      of.bytesDown += entry.bytesDown;
    },
    forget: (sandboxId) => void counts.delete(sandboxId),
    read: (state) => collectMetrics(counts, state),
  };
}

function raise(map: Map<string, number>, key: string, by: number): void {
  const known = map.has(key) || map.size < KEYS_PER_SANDBOX ? key : 'other';
  map.set(known, (map.get(known) ?? 0) + by);
}
