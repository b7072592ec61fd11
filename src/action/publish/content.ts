import { type CommentSection, type GateFacts, SECTION_LIMITS } from '../../contract/comment-section.ts';
import type { ComparisonSection } from '../gate/report/comment.ts';
import type { Outcome } from '../outcome.ts';
import { commentBody, type CommentContent } from '../report/comment.ts';
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
import { formatAge, timeText } from '../report/log-lines.ts';
import { shorten } from '../report/markdown.ts';
import { redactVisible, type Sections } from '../report/sections.ts';
import { hiddenLine, sharedCommentBody } from '../report/shared-comment.ts';
import { type RunRecord, subjectOf } from '../run-record.ts';
import { describeCounts } from '../seed/seed.ts';
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

/** Returns the expected duration of the rollout, such as `usually ready in 30 s`. */
function expected({ prediction }: RunRecord): string[] {
  return prediction === undefined ? [] : [`usually ready in ${spellDuration(prediction.usualMs)}`];
}

/**
 * Returns the content of the comment with a run's result. `logs` adds the last log lines of the failed stage to the
 * comment.
 */
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
    // The headline and the name of the deployment already state that a preview was deleted.
    emphasis: isAlarming(kind) ? 'alert' : isSuccess(outcome) || reason === 'deleted' ? 'details' : 'text',
    responds: respondsAfter(outcome, record),
    notes: gone || kind === 'unchanged' ? [] : [took(outcome, record, context.now)],
    seeded: gone ? undefined : seededText(record),
    previews: gone
      ? []
      : record.commitPreviews.map(({ commit, url, createdAt }) => ({
          commit: { sha: commit, link: commitUrl(workflowRun, commit) },
          url,
          age: ageText(createdAt, context.now),
        })),
    run: about.run && { ...about.run, isOver: true },
    timeline: record.timeline,
    checks: record.verification && countPassed(record.verification),
    log: context.logs ? record.logTail : undefined,
    gate: context.gate && { ...context.gate, isLeading: isAboutGate(outcome) },
  };
}

/** Returns the numbers of the entries in the data of a preview, such as `12 store items, 3 assistants`. */
const seededText = ({ seed }: RunRecord): string | undefined => seed && describeCounts(seed);

/**
 * Returns the age of a preview at the end of the run with the time of its creation, because the comment does not change
 * until the next run.
 */
function ageText(createdAt: number | undefined, now: number): string {
  if (createdAt === undefined) return 'unknown';
  const age = now - createdAt < 3_600_000 ? 'under 1h' : formatAge(now - createdAt);
  return `${age} (since ${timeText(createdAt)})`;
}

/** Returns the duration of the rollout, or of the run until it failed, such as `ready in 31 s`. */
function took({ kind }: Outcome, { timeline, startedAt }: RunRecord, now: number): string {
  const ready = timeline.find(({ status }) => statusKind(status) === 'deployed')?.startMs;
  if (ready !== undefined) return `ready in ${spellDuration(ready)}`;
  const whole = spellDuration(now - startedAt);
  if (kind !== 'failed') return kind === 'deployed' ? `ready in ${whole}` : `took ${whole}`;
  const phase = timeline.findLast(({ status }) => statusKind(status) === 'progress')?.status;
  const isKnown = phase === 'BUILDING' || phase === 'DEPLOYING';
  return isKnown ? `failed while ${phase.toLowerCase()}, after ${whole}` : `failed after ${whole}`;
}

/** Maximum length of the hidden section in the comment of one agent, in characters. */
const HIDDEN_MAX = 6_000;

/**
 * Returns the comment as Markdown: for one agent, the content of its run and its hidden section, or for several agents,
 * a table.
 */
export function agentsComment(
  workflowRun: WorkflowRun,
  { key }: Pick<PublishedComment, 'key'>,
  sections: Sections,
  { content, redact }: { content: () => CommentContent; redact: (text: string) => string },
): string {
  const [only, ...others] = sections.known;
  if (only === undefined || others.length > 0 || sections.unknown.length > 0) {
    return redactVisible(sharedCommentBody(key, sections, workflowRun), redact);
  }
  const hidden = hiddenLine(only, HIDDEN_MAX);
  return redactVisible(`${commentBody(content(), hidden.length + 2)}\n\n${hidden}`, redact);
}

/** Step of a run that the run's section describes: the start, the end, or a missing end that the post step reports. */
type SectionStep = 'started' | 'unreported' | 'finished';
const STEPS: readonly SectionStep[] = ['started', 'unreported', 'finished'];

/** Returns the version of the section that a run writes at this step. */
function sectionVersion(
  { runId, attempt }: WorkflowRun,
  startedAt: number,
  step: SectionStep,
): CommentSection['version'] {
  const count = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
  return {
    startedAt: Math.max(0, Math.floor(startedAt)),
    run: count(runId),
    attempt: count(attempt),
    step: STEPS.indexOf(step),
  };
}

/** Returns the section of an agent for a run in progress, with redacted texts. */
export function startedSection(
  workflowRun: WorkflowRun,
  { agent }: PublishedComment,
  record: RunRecord,
  head: string | undefined,
): CommentSection {
  const { commit, url } = common(workflowRun, { agent, key: agent }, record, head);
  return {
    agent: shorten(agent, SECTION_LIMITS.name),
    version: sectionVersion(workflowRun, record.startedAt, 'started'),
    kind: 'started',
    reason: '',
    isPreview: record.pullRequest !== undefined,
    url: fittingUrl(url),
    responds: record.previousRevisionId === undefined ? undefined : 'previous',
    head: shaOf(head ?? commit?.sha),
    commit: shaOf(commit?.sha),
    ids: [],
  };
}

/** Returns the section of an agent with a run's result and with redacted texts. */
export function finishedSection(
  workflowRun: WorkflowRun,
  comment: PublishedComment,
  { outcome, record }: { outcome: Outcome; record: RunRecord },
  context: { commit: string | undefined; logs: boolean; gate: GateFacts | undefined },
): CommentSection {
  const gone = outcome.kind === 'torn-down';
  const ready = record.timeline.find(({ status }) => statusKind(status) === 'deployed')?.startMs;
  const section = startedSection(workflowRun, comment, record, context.commit);
  const { logTail } = record;
  return {
    ...section,
    version: sectionVersion(workflowRun, record.startedAt, 'finished'),
    kind: outcome.kind,
    reason: outcome.reason,
    url: gone ? undefined : section.url,
    responds: respondsAfter(outcome, record),
    commit: gone ? undefined : section.commit,
    readyMs: ready === undefined ? undefined : Math.round(ready),
    checks: record.verification && countPassed(record.verification),
    seeded: gone ? undefined : seededText(record),
    previews:
      gone || record.commitPreviews.length < 2
        ? undefined
        : record.commitPreviews.slice(0, SECTION_LIMITS.previews).map(({ commit, url, createdAt }) => ({
            commit,
            url: fittingUrl(url),
            createdAt,
          })),
    message: isSuccess(outcome)
      ? undefined
      : shorten(withoutIds(outcome.message, record), SECTION_LIMITS.message),
    log: context.logs && logTail ? { kind: logTail.kind, lines: lastLines(logTail.lines) } : undefined,
    gate: context.gate,
    ids: idsOf(record).map(([label, id]) => [label, shorten(id, SECTION_LIMITS.text)]),
  };
}

/** Returns the section that the post step writes after a run that did not report its end. */
export function unreportedSection(
  workflowRun: WorkflowRun,
  { agent, startedAt }: PublishedComment,
  {
    end,
    message,
    stored,
  }: {
    end: { kind: string; reason: string } | undefined;
    message: string;
    stored: Sections;
  },
): CommentSection {
  const version = sectionVersion(workflowRun, startedAt, 'unreported');
  const earlier = stored.known.find((section) => section.agent === agent);
  return {
    agent: shorten(agent, SECTION_LIMITS.name),
    version,
    kind: end?.kind ?? UNREPORTED,
    reason: end?.reason ?? '',
    isPreview: earlier?.isPreview ?? false,
    head: earlier?.version.run === version.run ? earlier.head : undefined,
    message: shorten(message, SECTION_LIMITS.message),
    ids: [],
  };
}

/** Kind of a section whose run ended without a report. */
const UNREPORTED = 'unreported';
/** Maximum number of characters of all stored log lines together. */
const LOG_MAX = 3_000;

function lastLines(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines.slice(-SECTION_LIMITS.logLines).toReversed()) {
    const text = shorten(line, SECTION_LIMITS.logLine);
    length += text.length;
    if (length > LOG_MAX) break;
    kept.unshift(text);
  }
  return kept;
}

const fittingUrl = (url: string | null | undefined): string | undefined =>
  url && url.length <= SECTION_LIMITS.url ? url : undefined;

function shaOf(commit: string | undefined): string | undefined {
  const sha = commit?.toLowerCase();
  return sha !== undefined && /^[0-9a-f]{7,64}$/.test(sha) ? sha : undefined;
}

/** Returns the description of a deployment status in one line: the agent, the result, and the reason. */
export function statusDescription(agent: string, { kind, reason }: { kind: string; reason: string }): string {
  return `${agent}: ${kind} (${reason})`;
}

function common(
  workflowRun: WorkflowRun,
  { key, agent }: Pick<PublishedComment, 'key' | 'agent'>,
  record: RunRecord,
  ref: string | undefined,
): CommentContent {
  const sha = record.revision?.commit ?? record.commit ?? ref;
  const link = runUrl(workflowRun);
  return {
    codeHost: workflowRun.codeHost,
    key,
    name: record.deployment?.name ?? agent,
    headline: { icon: '', text: '' },
    result: undefined,
    message: undefined,
    emphasis: 'text',
    url: record.deployment?.url,
    responds: undefined,
    serverUrl: workflowRun.serverUrl,
    commit:
      sha === undefined
        ? undefined
        : { sha, link: commitUrl(workflowRun, sha), subject: subjectOf(record, sha) },
    notes: [],
    ids: idsOf(record),
    timeline: [],
    checks: undefined,
    seeded: undefined,
    previews: [],
    run: link === undefined ? undefined : { link, attempt: workflowRun.attempt, isOver: false },
    isPreview: record.pullRequest !== undefined,
    log: undefined,
    gate: undefined,
  };
}

function idsOf({ deployment, revision, previousRevisionId, rollback }: RunRecord): [string, string][] {
  const ids: [string, string | undefined][] = [
    ['deployment', deployment?.id],
    ['revision', revision && `${revision.id}: ${revision.status}`],
    ['revision before', previousRevisionId === revision?.id ? undefined : previousRevisionId],
    ['revision of the rollback', rollback?.revisionId === revision?.id ? undefined : rollback?.revisionId],
  ];
  return ids.flatMap(([label, id]) => (id === undefined ? [] : [[label, id]]));
}
