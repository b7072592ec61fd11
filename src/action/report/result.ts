import type { Outcome, OutcomeKind } from '../outcome/outcome.ts';
import type { Plan } from '../plan/types.ts';
import { makesRevision } from '../plan/types.ts';
import type { RunRecord } from '../run-record.ts';

/** The output `result`, for programs. Fields are only ever added; anything else gets a new `schema_version`. */
export interface ResultJson {
  schema_version: 1;
  outcome: OutcomeKind;
  reason_code: string;
  message: string;
  deployment: { id: string; name: string; url: string | null } | null;
  revision: { id: string; status: string; commit_sha: string | null } | null;
  previous_revision_id: string | null;
  wanted_commit_sha: string | null;
  created: boolean;
  changed: boolean;
  duration_seconds: number;
  plan: {
    kind: Plan['kind'];
    makes_revision: boolean;
    changes: { field: string; from: string | null; to: string | null; makes_revision: boolean }[];
  } | null;
  timeline: { status: string; start_seconds: number; seconds: number | null }[];
}

/** What is known at the end of a run. Pure. */
export function resultJson(outcome: Outcome, record: RunRecord, now: number): ResultJson {
  const { deployment, revision, plan } = record;
  return {
    schema_version: 1,
    outcome: outcome.kind,
    reason_code: outcome.reason,
    message: outcome.message,
    deployment: deployment ? { id: deployment.id, name: deployment.name, url: deployment.url ?? null } : null,
    revision: revision
      ? { id: revision.id, status: revision.status, commit_sha: revision.commit ?? null }
      : null,
    previous_revision_id: record.previousRevisionId ?? null,
    wanted_commit_sha: record.commit ?? null,
    created: record.created,
    changed: record.changed,
    duration_seconds: seconds(Math.max(0, now - record.startedAt)),
    plan: plan
      ? {
          kind: plan.kind,
          makes_revision: makesRevision(plan),
          changes: plan.changes.map(({ field, from, to, revision: makes }) => ({
            field,
            from,
            to,
            makes_revision: makes,
          })),
        }
      : null,
    timeline: record.timeline.map(({ status, startMs, endMs }) => ({
      status,
      start_seconds: seconds(startMs),
      seconds: endMs === undefined ? null : seconds(endMs - startMs),
    })),
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
