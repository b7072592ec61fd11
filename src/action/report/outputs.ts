import type { GateVerdict } from '../../judgement/judge.ts';
import type { CaseVerdict } from '../../judgement/judge-cases.ts';
import type { GateResult } from '../gate/result.ts';
import { shorten } from './markdown.ts';
import type { Outcome, OutcomeKind } from '../outcome.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import type { RunRecord, SharedPreviewRecord, SharedPull, SweptPreview } from '../run-record.ts';
import { allPassed, type CheckResult, decisiveCheck, type VerificationResult } from '../verify/result.ts';

/**
 * Names of the main action's outputs, in the order of the documentation. A test compares this list of outputs with
 * `action.yml`.
 */
export const OUTPUTS = [
  'outcome',
  'reason-code',
  'deployment-id',
  'deployment-name',
  'deployment-url',
  'revision-id',
  'previous-revision-id',
  'revision-status',
  'commit-sha',
  'created',
  'changed',
  'rollback-revision-id',
  'verified',
  'gate-verdict',
  'gate-counts',
  'gate-scores',
  'gate-report',
  'plan-id',
  'plan',
  'pull-request',
  'swept',
  'shared-preview',
  'github-deployment-id',
  'comment-id',
  'duration-seconds',
  'result',
] as const;

type OutputName = (typeof OUTPUTS)[number];

/** Returns the values of all outputs, for every outcome, with an empty string for each unknown value. */
export function outputsOf(outcome: Outcome, record: RunRecord, now: number): Record<OutputName, string> {
  return {
    outcome: outcome.kind,
    'reason-code': outcome.reason,
    'deployment-id': record.deployment?.id ?? '',
    'deployment-name': record.deployment?.name ?? '',
    'deployment-url': record.deployment?.url ?? '',
    'revision-id': record.revision?.id ?? '',
    'previous-revision-id': record.previousRevisionId ?? '',
    'revision-status': record.revision?.status ?? '',
    'commit-sha': record.revision?.commit ?? record.commit ?? '',
    created: String(record.created),
    changed: String(record.changed),
    'rollback-revision-id': record.rollback?.revisionId ?? '',
    verified: verifiedOf(outcome, record)?.toString() ?? '',
    ...gateOutputs(record.gate),
    'plan-id': record.planId ?? '',
    plan: record.plan === undefined ? '' : JSON.stringify(planJson(record.plan)),
    'pull-request': record.pullRequest === undefined ? '' : String(record.pullRequest),
    swept: record.swept === undefined ? '' : JSON.stringify({ previews: record.swept }),
    'shared-preview': record.shared === undefined ? '' : JSON.stringify(sharedJson(record.shared)),
    'github-deployment-id':
      record.github.deploymentId === undefined ? '' : String(record.github.deploymentId),
    'comment-id': record.github.commentId === undefined ? '' : String(record.github.commentId),
    'duration-seconds': secondsOf(record, now),
    result: JSON.stringify(resultJson(outcome, record, now)),
  };
}

/** Returns whether all checks or the gate passed, or `undefined` if no agent was verified. */
function verifiedOf(
  { kind, reason }: Outcome,
  { verification, gate }: Pick<RunRecord, 'verification' | 'gate'>,
): boolean | undefined {
  // The gate can fail before it has a result, for example if a deployment cannot be reached.
  if (gate !== undefined || reason.startsWith('gate-')) {
    return kind === 'deployed' || kind === 'unchanged' || kind === 'verified';
  }
  return verification && allPassed(verification);
}

interface CheckCounts {
  cases: number;
  passed: number;
}

function countChecks(verification: VerificationResult | undefined): CheckCounts {
  const results = verification?.results ?? [];
  return { cases: results.length, passed: results.filter(({ result }) => result === 'passed').length };
}

/** Counts the cases of the gate, and the cases that the judged deployment passed every time. */
function countGateCases({ judgement: { cases } }: GateResult): CheckCounts {
  const passed = cases.filter(({ tallies }) => tallies?.candidate.passed === tallies?.candidate.total);
  return { cases: cases.length, passed: passed.filter(({ tallies }) => tallies !== undefined).length };
}

/** Names of the outputs of `verify/action.yml`, in the order of the documentation. */
export const VERIFY_OUTPUTS = [
  'verified',
  'outcome',
  'reason-code',
  'cases',
  'passed',
  'gate-verdict',
  'gate-counts',
  'gate-scores',
  'gate-report',
  'thread-id',
  'run-id',
  'deployment-id',
  'deployment-url',
  'revision-id',
  'duration-seconds',
  'result',
] as const;

/** Returns the values of all outputs, for every outcome, with an empty string for each unknown value. */
export function verifyOutputsOf(
  outcome: Outcome,
  record: RunRecord,
  now: number,
): Record<(typeof VERIFY_OUTPUTS)[number], string> {
  const { verification, deployment, gate } = record;
  const counts = gate === undefined ? countChecks(verification) : countGateCases(gate);
  const shown = verification && decisiveCheck(verification);
  return {
    verified: String(verifiedOf(outcome, record) ?? false),
    outcome: outcome.kind,
    'reason-code': outcome.reason,
    cases: String(counts.cases),
    passed: String(counts.passed),
    ...gateOutputs(record.gate),
    'thread-id': shown?.threadId ?? '',
    'run-id': shown?.runId ?? '',
    'deployment-id': deployment?.id ?? '',
    'deployment-url': record.agentUrl ?? deployment?.url ?? '',
    'revision-id': verification?.revisionId ?? '',
    'duration-seconds': secondsOf(record, now),
    result: JSON.stringify(resultJson(outcome, record, now)),
  };
}

function secondsOf(record: RunRecord, now: number): string {
  return String(Math.round(Math.max(0, now - record.startedAt) / 100) / 10);
}

/**
 * The JSON in the output `result`, which is made for programs. New fields can be added to `result`, but any other
 * change requires a new `schema_version`.
 */
interface ResultJson {
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
  shared_preview: SharedPreviewJson | null;
  seed: { store_items: number; assistants: number; threads: number; crons: number } | null;
  verification: VerificationJson | null;
  gate: GateJson | null;
  github: { deployment_id: number | null; comment_id: number | null };
  timeline: { status: string; start_seconds: number; seconds: number | null }[];
}

function resultJson(outcome: Outcome, record: RunRecord, now: number): ResultJson {
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
    shared_preview: record.shared ? sharedJson(record.shared) : null,
    seed: record.seed ? seedJson(record.seed) : null,
    verification: record.verification ? verificationJson(record.verification) : null,
    gate: record.gate ? gateJson(record.gate) : null,
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

/** The plan in the outputs `plan` and `result`, for programs. */
interface PlanJson {
  kind: Plan['kind'];
  makes_revision: boolean;
  changes: { field: string; from: string | null; to: string | null; makes_revision: boolean }[];
}

function planJson(plan: Plan): PlanJson {
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

/** Facts about the packed source, where `object_path` is set after the upload. */
interface SourceJson {
  files: number;
  bytes: number;
  sha256: string;
  commit_sha: string | null;
  object_path: string | null;
}

function sourceJson({ files, bytes, sha256, commit, path }: NonNullable<RunRecord['source']>): SourceJson {
  return { files, bytes, sha256, commit_sha: commit ?? null, object_path: path ?? null };
}

/** Content of a shared preview for programs. */
interface SharedPreviewJson {
  label: string;
  base: { branch: string; commit_sha: string } | null;
  tree_sha: string | null;
  pull_requests: {
    number: number;
    commit_sha: string;
    result: SharedPull['result'];
    files: readonly string[];
    more_files: number;
  }[];
}

function sharedJson({ label, base, tree, pulls }: SharedPreviewRecord): SharedPreviewJson {
  return {
    label,
    base: base ? { branch: base.branch, commit_sha: base.commit } : null,
    tree_sha: tree ?? null,
    pull_requests: pulls.map(({ number, commit, result, files, more }) => ({
      number,
      commit_sha: commit,
      result,
      files,
      more_files: more,
    })),
  };
}

const seedJson = ({ items, assistants, threads, crons }: NonNullable<RunRecord['seed']>) => ({
  store_items: items,
  assistants,
  threads,
  crons,
});

interface VerificationJson {
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

/** Returns the outputs of the gate, which are empty strings if the gate did not run. */
function gateOutputs(
  gate: GateResult | undefined,
): Record<'gate-verdict' | 'gate-counts' | 'gate-scores' | 'gate-report', string> {
  if (gate === undefined) {
    return { 'gate-verdict': '', 'gate-counts': '', 'gate-scores': '', 'gate-report': '' };
  }
  const { verdict, counts, scores, report } = gateJson(gate);
  return {
    'gate-verdict': verdict,
    'gate-counts': JSON.stringify(counts),
    'gate-scores': JSON.stringify(Object.fromEntries(scores.map(({ key, ...score }) => [key, score]))),
    'gate-report': report ?? '',
  };
}

interface GateJson {
  verdict: GateVerdict;
  red: boolean;
  compared: boolean;
  sentence: string;
  ended_early: string | null;
  counts: Readonly<Record<CaseVerdict, number>>;
  scores: {
    key: string;
    verdict: 'worse' | 'better' | 'same' | 'unclear' | null;
    gates: boolean;
    baseline: number | null;
    candidate: number | null;
    difference: number | null;
    floor: 'met' | 'missed' | 'unscored' | null;
  }[];
  answers: number;
  tokens: number | null;
  report: string | null;
  compare_url: string | null;
}

const MAX_SCORES = 100;
const KEY_MAX = 200;

function gateJson({ judgement, endedEarly, folder, report }: GateResult): GateJson {
  const { verdict, isRed, isCompared, sentence, counts, scores, totals } = judgement;
  return {
    verdict,
    red: isRed,
    compared: isCompared,
    sentence: shorten(sentence, SENTENCE_MAX),
    ended_early: endedEarly === undefined ? null : shorten(endedEarly, SENTENCE_MAX),
    counts,
    scores: scores.slice(0, MAX_SCORES).map((score) => ({
      key: shorten(score.key, KEY_MAX),
      verdict: score.verdict?.kind ?? null,
      gates: score.gates,
      baseline: score.means?.baseline ?? null,
      candidate: score.means?.candidate ?? score.candidate?.mean.value ?? null,
      difference: score.means?.difference.value ?? null,
      floor: score.floor?.kind ?? null,
    })),
    answers: totals.answers,
    tokens: totals.tokens ?? null,
    report: folder ?? null,
    compare_url: report.compareUrl ?? null,
  };
}

const SENTENCE_MAX = 2_000;

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
