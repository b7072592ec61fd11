import type { Outcome, OutcomeKind } from '../outcome.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import type { RunRecord, SweptPreview } from '../run-record.ts';
import { allPassed, type CheckResult, type VerificationResult } from '../verify/result.ts';

/** A plan for programs: the output `plan`, and a part of `result`. */
export interface PlanJson {
  kind: Plan['kind'];
  makes_revision: boolean;
  changes: { field: string; from: string | null; to: string | null; makes_revision: boolean }[];
}

export function planJson(plan: Plan): PlanJson {
  return {
    kind: plan.kind,
    makes_revision: makesRevision(plan),
    changes: plan.changes.map(({ field, from, to, revision }) => ({
      field,
      from,
      to,
      makes_revision: revision,
    })),
  };
}

/** What was packed; `object_path` once it is uploaded. */
export interface SourceJson {
  files: number;
  bytes: number;
  sha256: string;
  commit_sha: string | null;
  object_path: string | null;
}

function sourceJson({ files, bytes, sha256, commit, path }: NonNullable<RunRecord['source']>): SourceJson {
  return { files, bytes, sha256, commit_sha: commit ?? null, object_path: path ?? null };
}

/** What checks of the live agent found. */
export interface VerificationJson {
  verified: boolean;
  revision_id: string | null;
  cases: {
    name: string;
    result: CheckResult['result'];
    why: readonly string[];
    seconds: number;
    thread_id: string | null;
    run_id: string | null;
  }[];
}

function verificationJson(verified: VerificationResult): VerificationJson {
  return {
    verified: allPassed(verified),
    revision_id: verified.revisionId ?? null,
    cases: verified.results.map(({ name, result, why, tookMs, threadId, runId }) => ({
      name,
      result,
      why,
      seconds: seconds(tookMs),
      thread_id: threadId ?? null,
      run_id: runId ?? null,
    })),
  };
}

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
  source: SourceJson | null;
  created: boolean;
  changed: boolean;
  duration_seconds: number;
  rollback: { revision_id: string | null; target_revision_id: string; after: string | null } | null;
  pull_request: number | null;
  plan_id: string | null;
  plan: PlanJson | null;
  swept: readonly SweptPreview[] | null;
  verification: VerificationJson | null;
  github: { deployment_id: number | null; comment_id: number | null };
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
    source: record.source ? sourceJson(record.source) : null,
    created: record.created,
    changed: record.changed,
    duration_seconds: seconds(Math.max(0, now - record.startedAt)),
    rollback: record.rollback
      ? {
          revision_id: record.rollback.revisionId ?? null,
          target_revision_id: record.rollback.targetId,
          after: record.rollback.after ?? null,
        }
      : null,
    pull_request: record.pullRequest ?? null,
    plan_id: record.planId ?? null,
    plan: plan ? planJson(plan) : null,
    swept: record.swept ?? null,
    verification: record.verification ? verificationJson(record.verification) : null,
    github: {
      deployment_id: record.github.deploymentId ?? null,
      comment_id: record.github.commentId ?? null,
    },
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
