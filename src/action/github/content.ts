import type { ComparisonSection } from '../gate/report/comment.ts';
import type { Outcome } from '../outcome.ts';
import type { CommentContent } from '../report/comment.ts';
import type { RunRecord } from '../run-record.ts';
import { countPassed } from '../verify/result.ts';
import type { PublishedComment } from './published-state.ts';
import { commitUrl, runUrl, type WorkflowRun } from '../report/links.ts';

const ICONS: Readonly<Record<Outcome['kind'], string>> = {
  deployed: '✅',
  verified: '✅',
  provided: '✅',
  unchanged: '✅',
  observed: '✅',
  submitted: '🚀',
  planned: '📋',
  'torn-down': '🗑️',
  skipped: '⏭️',
  superseded: '⏭️',
  'timed-out': '⌛',
  'rolled-back': '↩️',
  cancelled: '⚠️',
  failed: '❌',
};

/** Returns the Markdown of the comment for a run in progress. */
export function startedComment(
  workflowRun: WorkflowRun,
  shown: PublishedComment,
  record: RunRecord,
  commit: string | undefined,
): CommentContent {
  return { ...common(workflowRun, shown, record, commit), icon: '⏳', status: 'deploying' };
}

/** Returns the Markdown of the comment with a run's result. `logs` adds the last log lines of the failed stage. */
export function finishedComment(
  workflowRun: WorkflowRun,
  shown: PublishedComment,
  { outcome, record }: { outcome: Outcome; record: RunRecord },
  context: {
    commit: string | undefined;
    now: number;
    logs: boolean;
    gate?: ComparisonSection | undefined;
  },
): CommentContent {
  const gone = outcome.kind === 'torn-down';
  return {
    ...common(workflowRun, shown, record, context.commit),
    ...(gone ? { url: undefined, commit: undefined, revision: undefined } : {}),
    icon: ICONS[outcome.kind],
    status: gone ? 'preview deleted' : outcome.kind,
    reason: { code: outcome.reason, docs: workflowRun.docsUrl(outcome.reason) },
    message: outcome.message,
    tookMs: context.now - record.startedAt,
    timeline: record.timeline,
    checks: record.verification && countPassed(record.verification),
    log: context.logs ? record.logTail : undefined,
    gate: context.gate && { ...context.gate, isLeading: isAboutGate(outcome) },
  };
}

/** Returns the description of a deployment status in one line: the agent, the result, and the reason. */
export function statusDescription(agent: string, { kind, reason }: { kind: string; reason: string }): string {
  return `${agent}: ${kind} (${reason})`;
}

function common(
  workflowRun: WorkflowRun,
  { key }: PublishedComment,
  record: RunRecord,
  ref: string | undefined,
): CommentContent {
  const sha = record.revision?.commit ?? record.commit ?? ref;
  const link = runUrl(workflowRun);
  return {
    key,
    name: record.deployment?.name ?? key,
    icon: '',
    status: '',
    reason: undefined,
    message: undefined,
    url: record.deployment?.url,
    serverUrl: workflowRun.serverUrl,
    commit: sha === undefined ? undefined : { sha, link: commitUrl(workflowRun, sha) },
    revision: record.revision && `${record.revision.id}: ${record.revision.status}`,
    tookMs: undefined,
    timeline: [],
    checks: undefined,
    run: link === undefined ? undefined : { link, attempt: workflowRun.attempt },
    log: undefined,
    gate: undefined,
  };
}

/** Returns whether the result of the gate is the most important result of the run. */
function isAboutGate({ kind, reason }: Outcome): boolean {
  return ['deployed', 'verified', 'unchanged'].includes(kind) || reason.startsWith('gate-');
}
