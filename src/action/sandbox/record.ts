import type { AuditEntry } from '../../credential-proxy/messages.ts';

/** Stage of a run, which determines what the post step must undo. */
type SandboxStage = 'reading' | 'creating' | 'created' | 'starting' | 'serving' | 'reported';

/** A sandbox that a sweep examined, and what the sweep did with the sandbox. */
export interface SweptSandbox {
  name: string;
  runId: string;
  ageMs: number;
  did: 'deleted' | 'would-delete' | 'already-gone' | 'failed' | 'left';
}

/**
 * Facts that a run collects, so that it can write the outputs in every outcome. The record of a sandbox run contains no
 * secret.
 */
export interface SandboxRecord {
  readonly startedAt: number;
  stage: SandboxStage;
  mode: string;
  /** The service's sandbox, or `undefined` in the mode `runner`. */
  sandbox:
    | { name: string; id: string | undefined; status: string | undefined; url: string | undefined }
    | undefined;
  apiUrl: string | undefined;
  swept: SweptSandbox[] | undefined;
  /** Proxy on this runner, and the files that later steps read. */
  proxy:
    | {
        address: string;
        caFile: string | undefined;
        bundleFile: string | undefined;
        envFile: string | undefined;
      }
    | undefined;
  /** Isolation that the sandbox achieved. */
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

/** Fields of an audit entry that determine how the request is counted. */
export type CountedFields = Pick<
  AuditEntry,
  'rule' | 'decision' | 'reason' | 'host' | 'injected' | 'placeholders' | 'usesLeft' | 'masked' | 'status'
>;

/** Requests with the same host, rule and decision, counted together. */
export interface UsageRow {
  rule: string | null;
  host: string | null;
  decision: AuditEntry['decision'];
  reason: string;
  requests: number;
  /** Names of the headers that the proxy added, and of the variables whose placeholders it replaced. */
  injected: string[];
  /** Number of uses of the rule that were left after these requests, or null if the rule has no limit. */
  usesLeft: number | null;
  /** Number of responses with a secret that the proxy masked. */
  masked: number;
  /** Number of responses with a status of 400 or more. */
  refusedByHost: number;
}

export interface Usage {
  requests: number;
  /** Rows sorted by their number of requests in descending order. */
  rows: UsageRow[];
  /** Number of requests that are in no row, because the maximum number of rows was reached. */
  others: number;
}

/** Maximum number of rows, because a program that requests thousands of hosts could fill the summary. */
const MAX_ROWS = 100;

/** Creates a counter that groups audit entries by host, rule and decision. */
export function createUsage(): { add(entry: CountedFields): void; usage(): Usage } {
  const rows = new Map<string, UsageRow>();
  let requests = 0;
  let others = 0;
  return {
    add({ rule, decision, reason, host, injected, placeholders, usesLeft, masked, status }) {
      requests += 1;
      const key = JSON.stringify([rule, host, decision, reason]);
      let row = rows.get(key);
      if (row === undefined) {
        if (rows.size >= MAX_ROWS) {
          others += 1;
          return;
        }
        row = {
          rule,
          host,
          decision,
          reason,
          requests: 0,
          injected: [],
          usesLeft: null,
          masked: 0,
          refusedByHost: 0,
        };
        rows.set(key, row);
      }
      row.requests += 1;
      row.masked += masked;
      if (status !== null && status >= 400) row.refusedByHost += 1;
      if (usesLeft !== null) row.usesLeft = Math.min(usesLeft, row.usesLeft ?? usesLeft);
      const names = decision === 'inject' ? [...injected, ...placeholders] : injected;
      for (const name of names) if (!row.injected.includes(name)) row.injected.push(name);
    },
    usage: () => ({
      requests,
      rows: [...rows.values()].toSorted((a, b) => b.requests - a.requests),
      others,
    }),
  };
}

/** Counts the valid entries in the audit file of a proxy that kept running. */
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
