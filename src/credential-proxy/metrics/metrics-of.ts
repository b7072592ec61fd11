import type { LeafCounters } from '../certificates/leaves.ts';
import type { ProxyGauges } from '../relay-port.ts';
import type { Labels, Metric } from './exposition.ts';
import type { SandboxCounts } from './meters.ts';

/** What the process knows of a sandbox besides its requests. */
export interface SandboxState {
  sandboxId: string;
  revision: number;
  pushAgeMs: number;
  leaves: Readonly<LeafCounters>;
}

/** What the process knows of itself. */
export interface ProcessState {
  sandboxes: readonly SandboxState[];
  gauges: ProxyGauges;
  residentBytes: number;
  pushes: { acked: number; refused: number };
  auditLost: { file: number; owner: number };
}

const PREFIX = 'credential_proxy_';

/** Everything that is told about the process, by metric. */
export function collectMetrics(
  counts: ReadonlyMap<string | null, SandboxCounts>,
  state: ProcessState,
): Metric[] {
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
      'Requests and tunnels by what was done with them.',
      by('decision', (of) => of.requests),
    ),
    counter(
      'refusals_total',
      'Requests denied, refused or failed, by reason.',
      by('reason', (of) => of.refusals),
    ),
    counter(
      'masked_total',
      'Values masked in responses: a host echoes credentials.',
      by('rule', (of) => of.masked),
    ),
    counter(
      'unsearched_total',
      'Answers to requests with a secret whose bodies could not be searched for it: compressed, or no text.',
      by('rule', (of) => of.unsearched),
    ),
    counter('bytes_total', 'Bytes of bodies and tunnels, to the outside and back.', bytes),
  ];
}

function ofSandboxes(sandboxes: readonly SandboxState[]): Metric[] {
  const by = (pick: (state: SandboxState) => number): Metric['samples'] =>
    sandboxes.map((state) => ({ labels: { sandbox: state.sandboxId }, value: pick(state) }));
  return [
    gauge(
      'revision',
      'Revision of the configuration at work.',
      by(({ revision }) => revision),
    ),
    gauge(
      'push_age_seconds',
      'Seconds since it was pushed.',
      by(({ pushAgeMs }) => pushAgeMs / 1000),
    ),
    counter(
      'certificates_minted_total',
      'Certificates signed.',
      by(({ leaves }) => leaves.minted),
    ),
    counter(
      'certificates_found_total',
      'Certificates that were there already.',
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
    gauge('sandboxes', 'Sandboxes that are served.', [one(sandboxes.length)]),
    gauge('connections', 'Open connections of sandboxes.', [one(gauges.connections)]),
    gauge('active_tunnels', 'Open tunnels.', [one(gauges.tunnels)]),
    gauge('upstream_connections', 'Open connections to the outside.', [one(gauges.upstreamConnections)]),
    gauge('resident_bytes', 'Memory of the process.', [one(residentBytes)]),
    counter('pushes_total', 'Configurations pushed, by answer.', [
      one(pushes.acked, { answer: 'acked' }),
      one(pushes.refused, { answer: 'refused' }),
    ]),
    counter('audit_lost_total', 'Audit lines that could not be written or handed on.', [
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
