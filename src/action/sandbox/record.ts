import type { AuditEntry } from '../../credential-proxy/messages.ts';

/** A run's progress: decides what post has to undo. */
type SandboxStage = 'reading' | 'creating' | 'created' | 'starting' | 'serving' | 'reported';

/** One sandbox that a sweep inspected. */
export interface SweptSandbox {
  name: string;
  runId: string;
  ageMs: number;
  did: 'deleted' | 'would-delete' | 'already-gone' | 'failed' | 'left';
}

/**
 * What is known of a run so far; filled along the way, so that outputs are written in every outcome. Holds no secret.
 */
export interface SandboxRecord {
  readonly startedAt: number;
  stage: SandboxStage;
  mode: string;
  /** Of the service. */
  sandbox:
    | { name: string; id: string | undefined; status: string | undefined; url: string | undefined }
    | undefined;
  apiUrl: string | undefined;
  swept: SweptSandbox[] | undefined;
  /** On this runner; the files are for the following steps. */
  proxy:
    | {
        address: string;
        caFile: string | undefined;
        bundleFile: string | undefined;
        envFile: string | undefined;
      }
    | undefined;
  /** The isolation actually achieved. */
  isolation: { level: string; findings: readonly string[] } | undefined;
  command: { exitCode: number | undefined; ended: string } | undefined;
  warnings: string[];
  usage: Usage | undefined;
}

export function createSandboxRecord(startedAt: number): SandboxRecord {
  return {
    startedAt,
    stage: 'reading',
    mode: '',
    sandbox: undefined,
    apiUrl: undefined,
    swept: undefined,
    proxy: undefined,
    isolation: undefined,
    command: undefined,
    warnings: [],
    usage: undefined,
  };
}

/** The counted fields of an audit line. */
export type CountedFields = Pick<
  AuditEntry,
  'rule' | 'decision' | 'reason' | 'host' | 'injected' | 'masked' | 'status'
>;

/** Requests of one kind: their host, rule, and decision. */
export interface UsageRow {
  rule: string | null;
  host: string | null;
  decision: AuditEntry['decision'];
  reason: string;
  requests: number;
  /** Names of the injected headers. */
  injected: string[];
  /** Responses in which a secret was masked. */
  masked: number;
  /** Responses with a status of 400 or more. */
  refusedByHost: number;
}

export interface Usage {
  requests: number;
  /** Most used first. */
  rows: UsageRow[];
  /** Lines beyond the limit of rows. */
  others: number;
}

/** A program that requests a thousand hosts must not fill the memory or the summary. */
const MAX_ROWS = 100;

/** Counts audit lines by rule. */
export function createUsage(): { add(entry: CountedFields): void; usage(): Usage } {
  const rows = new Map<string, UsageRow>();
  let requests = 0;
  let others = 0;
  return {
    add({ rule, decision, reason, host, injected, masked, status }) {
      requests += 1;
      const key = JSON.stringify([rule, host, decision, reason]);
      let row = rows.get(key);
      if (row === undefined) {
        if (rows.size >= MAX_ROWS) {
          others += 1;
          return;
        }
        row = { rule, host, decision, reason, requests: 0, injected: [], masked: 0, refusedByHost: 0 };
        rows.set(key, row);
      }
      row.requests += 1;
      row.masked += masked;
      if (status !== null && status >= 400) row.refusedByHost += 1;
      for (const name of injected) if (!row.injected.includes(name)) row.injected.push(name);
    },
    usage: () => ({
      requests,
      rows: [...rows.values()].toSorted((a, b) => b.requests - a.requests),
      others,
    }),
  };
}

/** Counts the audit file of a proxy that kept running; unreadable lines are skipped. */
export async function countUsage(
  lines: AsyncIterable<string>,
  read: (line: string) => CountedFields | undefined,
): Promise<Usage> {
  const counting = createUsage();
  for await (const line of lines) {
    const entry = line.trim() === '' ? undefined : read(line);
    if (entry !== undefined) counting.add(entry);
  }
  return counting.usage();
}
