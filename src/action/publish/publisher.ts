import type { GitHubLimits } from '../github/client.ts';
import { commentTargetOf, finalCommentAction, isLaterRun, SHARED_KEY } from '../github/policy.ts';
import { outcome, type Outcome } from '../outcome.ts';
import { deletedMessage } from '../report/idle-notice.ts';
import { redactReport } from '../report/report.ts';
import type { Sections } from '../report/sections.ts';
import type { RunRecord } from '../run-record.ts';
import type { CodeHost, ReportContext, ReportPartName } from './code-host.ts';
import { type CommentWriter, createCommentWriter } from './comment-writer.ts';
import {
  agentsComment,
  finishedComment,
  finishedSection,
  startedComment,
  startedSection,
} from './content.ts';
import type { PublishedComment, PublishedState } from './published-state.ts';

/** Reports one run on its code host, in a deployment and a comment, and never rejects. */
export interface Publisher {
  publishStart(): Promise<void>;
  publishEnd(outcome: Outcome): Promise<void>;
  /** Returns one warning for each part of the report (deployment, comment) that could not be updated. */
  warnings(): string[];
}

/** Dependencies and state of the publisher's comment part. */
interface PartContext {
  codeHost: CodeHost;
  shown: PublishedState;
  story: ReportContext;
  limits: GitHubLimits;
  /** Signal that is aborted when the run ends. */
  ending: AbortSignal;
}

/**
 * Creates the publisher, which updates the deployment and the comment in parallel. Requests for the deployment are
 * sequential, and so are requests for the comment. `ending` ends waits that belong to the start of the run.
 */
export function createPublisher(
  codeHost: CodeHost,
  story: ReportContext,
  ending: AbortSignal,
  limits: GitHubLimits,
): Publisher {
  const shown: PublishedState = (story.record.github.shown ??= {
    deployment: undefined,
    comment: undefined,
    end: undefined,
  });
  const context = { codeHost, shown, story, limits, ending };
  const deployment = codeHost.deploymentPart?.(shown);
  const comment = createCommentPart(context);
  const failures = new Map<ReportPartName, string>();
  const refused = new Set<ReportPartName>();

  /** Updates the deployment or the comment, and stores the warning about a failed update. */
  const attempt = async (part: ReportPartName, work: () => Promise<void>): Promise<void> => {
    if (refused.has(part)) return;
    try {
      await work();
      failures.delete(part);
    } catch (error) {
      const { warning, isRefused } = codeHost.describeFailure(part, error);
      failures.set(part, warning);
      if (!isRefused) return;
      refused.add(part);
      // The code host would also refuse the post step's request, so the post step skips this part of the report.
      if (part !== 'retire') shown[part] = undefined;
    }
  };

  return {
    async publishStart() {
      // If the first update fails at the start of the run, the update is repeated once, at the end of the run.
      const first = async (part: 'deployment' | 'comment', of: Pick<typeof comment, 'isTried' | 'open'>) => {
        if (!of.isTried()) await attempt(part, () => of.open());
      };
      await Promise.all([deployment && first('deployment', deployment), first('comment', comment)]);
    },
    async publishEnd(outcome) {
      shown.end = { kind: outcome.kind, reason: outcome.reason };
      await Promise.all([
        deployment &&
          attempt('deployment', () => deployment.close(outcome)).then(() =>
            attempt('retire', () => deployment.retire()),
          ),
        attempt('comment', async () => {
          await comment.close(outcome);
          await closeIdleComments(context);
        }),
      ]);
      await story.save();
    },
    warnings: () => [...failures.values()],
  };
}

function createCommentPart({ codeHost, shown, story, limits, ending }: PartContext) {
  const { settings, event, record, redact } = story;
  const { workflowRun, expectsOthers } = codeHost;
  let isTried = false;
  let writer: CommentWriter | undefined;

  /** Returns the comment to update. Redacts the names in the comment's target, because a name can contain a secret. */
  const commentTarget = (): PublishedComment | undefined => {
    const target = commentTargetOf(settings, event, record);
    if (target === undefined) return undefined;
    const { pullRequest, key, agent } = target;
    return {
      pullRequest,
      // The default key is not redacted, because jobs with other secrets than this job must find the comment too.
      key: settings.github.commentKey === undefined ? key : story.redact(key),
      agent: story.redact(agent),
      startedAt: record.startedAt,
      id: undefined,
      closed: false,
    };
  };
  const writerOf = (comment: PublishedComment): CommentWriter =>
    (writer ??= createCommentWriter({
      comments: codeHost.comments(comment),
      expectsOthers,
      backoff: limits.confirmBackoff,
    }));

  async function open(): Promise<void> {
    const target = commentTarget();
    if (target === undefined) return;
    isTried = true;
    const comment = (shown.comment ??= target);
    if (comment.id !== undefined) return;
    await story.save();
    if (isLaterRun(event, workflowRun.attempt)) return;
    const safe = redactReport(NOTHING, record, story.redact);
    const section = startedSection(workflowRun, comment, safe.record, event.commit);
    const { id } = await writerOf(comment).write({
      when: 'begin',
      sections: () => [section],
      render: (all) =>
        agentsComment(workflowRun, comment, all, {
          content: () => startedComment(workflowRun, comment, safe.record, event.commit),
          redact,
        }),
      // The wait for the confirmation stops when the run ends, because the comment is then written and confirmed again.
      hurry: ending,
    });
    comment.id = id;
    record.github.commentId = id;
    await story.save();
  }

  async function close(outcome: Outcome): Promise<void> {
    const target = shown.comment ?? commentTarget();
    const what = finalCommentAction(settings.verb, outcome, shown.comment !== undefined);
    if (target === undefined || (what === 'leave' && shown.comment === undefined)) return;
    const comment = (shown.comment ??= target);
    const safe = redactReport(outcome, record, story.redact);
    const [gate, facts] = await renderGate(record.gate, story.redact);
    const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs, gate };
    const { id, isConfirmed } = await writerOf(comment).write({
      when: what === 'write' ? 'create' : 'update',
      sections: (stored) =>
        agentsToClose(comment, stored).map((agent) =>
          finishedSection(workflowRun, { ...comment, agent }, safe, { ...context, gate: facts }),
        ),
      render: (all) =>
        agentsComment(workflowRun, comment, all, {
          content: () => finishedComment(workflowRun, comment, safe, context),
          redact,
        }),
      // The runner soon kills a canceled run, so the post step confirms the section instead.
      hurry: outcome.kind === 'cancelled' ? AbortSignal.abort() : new AbortController().signal,
    });
    comment.id = id;
    record.github.commentId = id;
    comment.closed = isConfirmed;
  }

  /**
   * Returns the names of the sections to close: the name of the agent, and every earlier name of the deleted preview.
   */
  function agentsToClose({ agent }: PublishedComment, stored: Sections): readonly string[] {
    const names = [...new Set([agent, ...[...record.previewNames, ...record.retired].map(story.redact)])];
    const present = names.filter((name) => stored.known.some((section) => section.agent === name));
    return present.length === 0 ? [agent] : present;
  }

  return { isTried: () => isTried, open, close };
}

/** Shows in the comments of agents that the run deleted their previews because of inactivity. */
async function closeIdleComments({ codeHost, story, limits }: PartContext): Promise<void> {
  const { settings, record, redact } = story;
  const { workflowRun } = codeHost;
  const { comment, commentKey } = settings.github;
  if (!comment) return;
  const key = commentKey === undefined ? SHARED_KEY : redact(commentKey);
  const end = outcome('torn-down', 'deleted', deletedMessage());
  const context = { commit: undefined, now: story.now(), logs: false, gate: undefined };
  for (const { pullRequest, name } of record.idle) {
    const agent = redact(name);
    const target = { pullRequest, key, agent, startedAt: record.startedAt, id: undefined, closed: false };
    const safe = redactReport(end, { ...record, pullRequest }, redact);
    const backoff = limits.confirmBackoff;
    const comments = codeHost.comments(target);
    await createCommentWriter({ comments, expectsOthers: false, backoff }).write({
      when: 'update',
      sections: () => [finishedSection(workflowRun, target, safe, context)],
      render: (all) =>
        agentsComment(workflowRun, target, all, {
          content: () => finishedComment(workflowRun, target, safe, context),
          redact,
        }),
      hurry: new AbortController().signal,
    });
  }
}

/**
 * Renders a gate for the comment of one agent and for the comment of several agents. Loads the gate's code only for
 * runs with a gate.
 */
async function renderGate(gate: RunRecord['gate'], redact: (text: string) => string) {
  if (gate === undefined) return [undefined, undefined] as const;
  const { renderFacts, renderSection } = await import('../gate/report/render.ts');
  return [renderSection(gate, redact), renderFacts(gate, redact)] as const;
}

const NOTHING: Outcome = { kind: 'submitted', reason: 'not-waited', message: '' };
