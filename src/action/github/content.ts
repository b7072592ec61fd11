import type { ComparisonSection } from '../gate/report/comment.ts';
import type { Outcome } from '../outcome.ts';
import type { CommentContent } from '../report/comment.ts';
import { headlineOf, headlineOfStart, isAlarming, spellDuration, withoutIds } from '../report/headline.ts';
import { commitUrl, runUrl, type WorkflowRun } from '../report/links.ts';
import type { RunRecord } from '../run-record.ts';
import { statusKind } from '../../contract/statuses.ts';
import { countPassed } from '../verify/result.ts';
import type { PublishedComment } from './published-state.ts';

/** Returns the content of the comment for a run in progress. */
export function startedComment(
  workflowRun: WorkflowRun,
  shown: PublishedComment,
  record: RunRecord,
  commit: string | undefined,
): CommentContent {
  const about = common(workflowRun, shown, record, commit);
  return {
    ...about,
    headline: headlineOfStart({ ...record, name: about.name }),
    responds: record.previousRevisionId === undefined ? undefined : 'previous',
    facts: [`started at ${new Date(record.startedAt).toISOString().slice(11, 16)} UTC`, ...expected(record)],
  };
}

/** Returns how long the run will probably take, such as `usually ready in 30 s`. */
function expected({ prediction }: RunRecord): string[] {
  return prediction === undefined ? [] : [`usually ready in ${spellDuration(prediction.usualMs)}`];
}

/** Returns the content of the comment with a run's result. `logs` adds the last log lines of the failed stage. */
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
  const about = common(workflowRun, shown, record, context.commit);
  const { kind, reason, message } = outcome;
  return {
    ...about,
    ...(gone ? { url: undefined, commit: undefined, isPreview: false } : {}),
    headline: headlineOf(outcome, { ...record, name: about.name }),
    result: { kind, code: reason, docs: workflowRun.docsUrl(reason) },
    message: withoutIds(message, record),
    emphasis: isAlarming(kind) ? 'alert' : isSuccess(outcome) ? 'details' : 'text',
    responds: respondsAfter(outcome, record),
    facts:
      gone || kind === 'unchanged'
        ? []
        : [`${took(outcome, record)} ${spellDuration(context.now - record.startedAt)}`],
    run: about.run && { ...about.run, isOver: true },
    timeline: record.timeline,
    checks: record.verification && countPassed(record.verification),
    log: context.logs ? record.logTail : undefined,
    gate: context.gate && { ...context.gate, isLeading: isAboutGate(outcome) },
  };
}

/** Returns whether the headline states everything that the message does. */
function isSuccess({ kind, reason }: Outcome): boolean {
  return (kind === 'deployed' && reason === 'rolled-out') || reason === 'gate-passed';
}

/** Returns the words before the duration of a run, such as `failed while building, after`. */
function took({ kind }: Outcome, { timeline, verification, gate }: RunRecord): string {
  if (kind === 'deployed') return 'ready in';
  if (kind !== 'failed') return 'took';
  const phase = timeline.findLast(({ status }) => statusKind(status) === 'progress')?.status;
  const isChecked = verification !== undefined || gate !== undefined;
  if (isChecked || phase === undefined) return 'failed after';
  return `failed while ${phase.toLowerCase().replaceAll('_', ' ')}, after`;
}

/** Returns who responds at the deployment's URL after a run. */
function respondsAfter({ kind, reason }: Outcome, record: RunRecord): CommentContent['responds'] {
  switch (kind) {
    case 'deployed':
    case 'unchanged':
    case 'verified':
    case 'observed':
      return 'agent';
    case 'torn-down':
      return undefined;
    default:
      // The revision of this run serves although a check or the gate failed.
      if (reason.startsWith('gate-') || reason.startsWith('verification-')) return 'agent';
      return record.previousRevisionId === undefined ? undefined : 'previous';
  }
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
    headline: { icon: '', text: '' },
    result: undefined,
    message: undefined,
    emphasis: 'text',
    url: record.deployment?.url,
    responds: undefined,
    serverUrl: workflowRun.serverUrl,
    commit: sha === undefined ? undefined : { sha, link: commitUrl(workflowRun, sha) },
    facts: [],
    ids: idsOf(record),
    timeline: [],
    checks: undefined,
    run: link === undefined ? undefined : { link, attempt: workflowRun.attempt, isOver: false },
    isPreview: record.pullRequest !== undefined,
    log: undefined,
    gate: undefined,
  };
}

function idsOf({ deployment, revision, previousRevisionId }: RunRecord): [string, string][] {
  const ids: [string, string | undefined][] = [
    ['deployment', deployment?.id],
    ['revision', revision && `${revision.id}: ${revision.status}`],
    ['revision before', previousRevisionId === revision?.id ? undefined : previousRevisionId],
  ];
  return ids.flatMap(([label, id]) => (id === undefined ? [] : [[label, id]]));
}

/** Returns whether the result of the gate is the most important result of the run. */
function isAboutGate({ kind, reason }: Outcome): boolean {
  return ['deployed', 'verified', 'unchanged'].includes(kind) || reason.startsWith('gate-');
}
