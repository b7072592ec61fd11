import type { LeafCounters } from '../certificates/leaf-cache.ts';
import type { AuditEntry } from '../messages.ts';
import type { ProxyGauges } from '../proxy/proxy.ts';

/** Counters of one sandbox, or of requests without a known sandbox (null). */
interface SandboxCounts {
  requests: Map<string, number>;
  refusals: Map<string, number>;
  masked: Map<string, number>;
  unsearched: Map<string, number>;
  bytesUp: number;
  bytesDown: number;
}

export interface RequestCounters {
  count(entry: AuditEntry): void;
  /** Discards the counters of a sandbox. */
  forget(sandboxId: string): void;
  read(state: ProcessState): Metric[];
}

/**
 * Maximum number of reasons per sandbox. Reasons should be constants, but if a bug creates more reasons, the reasons
 * must not fill the memory.
 */
const KEYS_PER_SANDBOX = 100;

/** Creates counters for audit entries. Labels contain sandboxes, rules and reasons, but no hosts, paths or values. */
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

/** State of a sandbox, except its request counters. */
interface SandboxState {
  sandboxId: string;
  revision: number;
  pushAgeMs: number;
  leaves: Readonly<LeafCounters>;
  /** Rules with a limited number of uses. */
  usesLeft: readonly { rule: string; left: number }[];
}

/** State of the proxy's process. */
interface ProcessState {
  sandboxes: readonly SandboxState[];
  gauges: ProxyGauges;
  residentBytes: number;
  pushes: { acked: number; refused: number };
  auditLost: { file: number; owner: number };
}

const PREFIX = 'credential_proxy_';

function collectMetrics(counts: ReadonlyMap<string | null, SandboxCounts>, state: ProcessState): Metric[] {
  return [...ofRequests(counts), ...ofSandboxes(state.sandboxes), ...ofProcess(state)];
}

function ofRequests(counts: ReadonlyMap<string | null, SandboxCounts>): Metric[] {
  const all = [...counts].map(([sandbox, of]) => ({ sandbox: sandbox ?? '', of }));
  const by = (label: string, pick: (of: SandboxCounts) => Map<string, number>): Metric['samples'] =>
    all.flatMap(({ sandbox, of }) =>
      [...pick(of)].map(([key, value]) => ({ labels: { sandbox, [label]: key }, value })),
    );
  const bytes = all.flatMap(({ sandbox, of }) => [
    { labels: { sandbox, direction: 'up' }, value: of.bytesUp },
    { labels: { sandbox, direction: 'down' }, value: of.bytesDown },
  ]);
  return [
    counter(
      'requests_total',
      'Requests and tunnels by decision.',
      by('decision', (of) => of.requests),
    ),
    counter(
      'refusals_total',
      'Requests denied, refused or failed, by reason.',
      by('reason', (of) => of.refusals),
    ),
    counter(
      'masked_total',
      'Values masked in responses. A non-zero value means that a host echoes credentials.',
      by('rule', (of) => of.masked),
    ),
    counter(
      'unsearched_total',
      'Responses to requests with a secret whose compressed or binary bodies could not be searched for it.',
      by('rule', (of) => of.unsearched),
    ),
    counter('bytes_total', 'Bytes of bodies and tunnels, by direction.', bytes),
  ];
}

function ofSandboxes(sandboxes: readonly SandboxState[]): Metric[] {
  const by = (pick: (state: SandboxState) => number): Metric['samples'] =>
    sandboxes.map((state) => ({ labels: { sandbox: state.sandboxId }, value: pick(state) }));
  return [
    gauge(
      'revision',
      'Revision of the current configuration.',
      by(({ revision }) => revision),
    ),
    gauge(
      'push_age_seconds',
      'Seconds since the configuration was pushed.',
      by(({ pushAgeMs }) => pushAgeMs / 1000),
    ),
    gauge(
      'uses_left',
      'Uses that are left of rules with a limited number of uses.',
      sandboxes.flatMap(({ sandboxId, usesLeft }) =>
        usesLeft.map(({ rule, left }) => ({ labels: { sandbox: sandboxId, rule }, value: left })),
      ),
    ),
    counter(
      'certificates_minted_total',
      'Certificates signed.',
      by(({ leaves }) => leaves.minted),
    ),
    counter(
      'certificates_found_total',
      'Certificates reused from the cache.',
      by(({ leaves }) => leaves.found),
    ),
    counter(
      'certificates_refused_total',
      'Certificates not given.',
      by(({ leaves }) => leaves.refused),
    ),
  ];
}

function ofProcess({ sandboxes, gauges, residentBytes, pushes, auditLost }: ProcessState): Metric[] {
  return [
    gauge('sandboxes', 'Sandboxes that the proxy serves.', [one(sandboxes.length)]),
    gauge('connections', 'Open connections of sandboxes.', [one(gauges.connections)]),
    gauge('active_tunnels', 'Open tunnels.', [one(gauges.tunnels)]),
    gauge('upstream_connections', 'Open connections to upstream servers.', [one(gauges.upstreamConnections)]),
    gauge('resident_bytes', 'Memory of the process.', [one(residentBytes)]),
    counter('pushes_total', 'Configurations pushed, by result.', [
      one(pushes.acked, { answer: 'acked' }),
      one(pushes.refused, { answer: 'refused' }),
    ]),
    counter('audit_lost_total', 'Audit entries that could not be written or sent.', [
      one(auditLost.file, { target: 'file' }),
      one(auditLost.owner, { target: 'owner' }),
    ]),
  ];
}

function one(value: number, labels: Labels = {}): Metric['samples'][number] {
  return { labels, value };
}

function counter(name: string, help: string, samples: Metric['samples']): Metric {
  return { name: PREFIX + name, help, type: 'counter', samples };
}

function gauge(name: string, help: string, samples: Metric['samples']): Metric {
  return { name: PREFIX + name, help, type: 'gauge', samples };
}

/** Labels of one sample, in the order of output. */
type Labels = Readonly<Record<string, string>>;

interface Sample {
  labels: Labels;
  value: number;
}

/** One metric with all its samples, for the Prometheus text format 0.0.4. */
interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  samples: Sample[];
}

/** Formats the metrics as Prometheus text. Metrics without samples are omitted. */
export function renderExposition(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replace(/[\\\n]/g, ' ')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('');
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
