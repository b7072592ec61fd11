import type { ComparisonSection } from '../gate/report/comment.ts';
import type { Outcome } from '../outcome.ts';
import type { CommentContent } from '../report/comment.ts';
import {
  headlineOf,
  headlineOfStart,
  isAboutGate,
  isAlarming,
  isSuccess,
  respondsAfter,
  spellDuration,
  withoutIds,
} from '../report/headline.ts';
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
    notes: [`started at ${new Date(record.startedAt).toISOString().slice(11, 16)} UTC`, ...expected(record)],
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
    notes: gone || kind === 'unchanged' ? [] : [took(outcome, record, context.now)],
    run: about.run && { ...about.run, isOver: true },
    timeline: record.timeline,
    checks: record.verification && countPassed(record.verification),
    log: context.logs ? record.logTail : undefined,
    gate: context.gate && { ...context.gate, isLeading: isAboutGate(outcome) },
  };
}

/** Returns how long the rollout took, or how long the run took until it failed, such as `ready in 31 s`. */
function took({ kind }: Outcome, { timeline, startedAt }: RunRecord, now: number): string {
  const ready = timeline.find(({ status }) => statusKind(status) === 'deployed')?.startMs;
  if (ready !== undefined) return `ready in ${spellDuration(ready)}`;
  const whole = spellDuration(now - startedAt);
  if (kind !== 'failed') return kind === 'deployed' ? `ready in ${whole}` : `took ${whole}`;
  const phase = timeline.findLast(({ status }) => statusKind(status) === 'progress')?.status;
  const isKnown = phase === 'BUILDING' || phase === 'DEPLOYING';
  return isKnown ? `failed while ${phase.toLowerCase()}, after ${whole}` : `failed after ${whole}`;
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
    notes: [],
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
