import type { RunEvent } from '../event.ts';
import type { Settings } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import { deletedMessage } from '../report/idle-notice.ts';
import { safeUrl } from '../report/markdown.ts';
import { redactReport } from '../report/report.ts';
import type { RunRecord } from '../run-record.ts';
import type { Sections } from '../report/sections.ts';
import { type CommentWriter, createCommentWriter } from './comment-writer.ts';
import { createAuthor } from '../github/comments.ts';
import { createGitHubClient, type GitHubClient, type GitHubConnection, type GitHubLimits } from '../github/client.ts';
import { deactivateEarlier, openDeployment, removePreviewEnvironment, writeStatus } from '../github/deployments.ts';
import { readWorkflowRun, type WorkflowRun } from '../report/links.ts';
import {
  candidateRefs,
  commentTargetOf,
  deploymentStateOf,
  describeReportFailure,
  environmentOf,
  expectsOtherAgents,
  finalCommentAction,
  isLaterRun,
  isMissingPermission,
  SHARED_KEY,
  type ReportPartName,
} from '../github/policy.ts';
import type { PublishedState, PublishedComment } from './published-state.ts';
import {
  agentsComment,
  finishedComment,
  finishedSection,
  startedComment,
  startedSection,
  statusDescription,
} from './content.ts';

export interface ReportContext {
  env: Readonly<Record<string, string | undefined>>;
  settings: Settings;
  event: RunEvent;
  record: RunRecord;
  now: () => number;
  log: (line: string) => void;
  /** Redacts all secrets that are known at the time of the call. */
  redact: (text: string) => string;
  save: () => Promise<void>;
}

/** Reports one run in its GitHub deployment and its pull request comment, and never rejects. */
export interface GitHubPublisher {
  publishStart(): Promise<void>;
  publishEnd(outcome: Outcome): Promise<void>;
  /** Returns one warning for each part of the report (deployment, comment) that could not be updated. */
  warnings(): string[];
}

/** Dependencies and state that the publisher's deployment part and comment part share. */
interface PartContext {
  client: GitHubClient;
  workflowRun: WorkflowRun;
  shown: PublishedState;
  story: ReportContext;
  limits: GitHubLimits;
  /** Signal that is aborted when the run ends. */
  ending: AbortSignal;
}

/**
 * Creates the publisher, which updates the deployment and the comment in parallel. Requests for the deployment are
 * sequential, and so are requests for the comment. `stop` ends all requests, and `ending` ends waits that belong to the
 * start of the run.
 */
export function createGitHubPublisher(
  connection: GitHubConnection,
  story: ReportContext,
  { stop, ending }: { stop: AbortSignal; ending: AbortSignal },
  limits: GitHubLimits,
): GitHubPublisher {
  const client = createGitHubClient({ ...connection, redact: story.redact }, stop, limits, limits.sleep);
  const shown: PublishedState = (story.record.github.shown ??= {
    deployment: undefined,
    comment: undefined,
    end: undefined,
  });
  const context = { client, workflowRun: readWorkflowRun(story.env), shown, story, limits, ending };
  const deployment = createDeploymentPart(context);
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
      const failure = client.failureOf(error);
      failures.set(part, describeReportFailure(part, failure));
      if (!isMissingPermission(failure)) return;
      refused.add(part);
      // GitHub would also refuse the post step's request, so the post step skips this part of the report.
      if (part !== 'retire') shown[part] = undefined;
    }
  };

  return {
    async publishStart() {
      // If the first update fails at the start of the run, the update is repeated once, at the end of the run.
      const first = (part: ReportPartName, { isTried, open }: Pick<typeof comment, 'isTried' | 'open'>) =>
        !isTried() && attempt(part, open);
      await Promise.all([first('deployment', deployment), first('comment', comment)]);
    },
    async publishEnd(outcome) {
      shown.end = { kind: outcome.kind, reason: outcome.reason };
      await Promise.all([
        attempt('deployment', () => deployment.close(outcome)).then(() =>
          attempt('retire', deployment.retire),
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

function createDeploymentPart({ client, workflowRun, shown, story }: PartContext) {
  const { settings, event, record, log } = story;
  let earlier: readonly number[] = [];
  let ofJob = false;
  let isTried = false;

  async function open(): Promise<void> {
    const target = environmentOf(settings, record);
    if (target === undefined || ofJob) return;
    isTried = true;
    const deployment = (shown.deployment ??= { ...target, refs: [], id: undefined, closed: false });
    if (deployment.id !== undefined) return;
    deployment.refs = candidateRefs(settings, event, record, workflowRun.sha);
    await story.save();
    const opened = await openDeployment(client, workflowRun, deployment, deployment.refs);
    if (opened.kind === 'of-job') {
      ofJob = true;
      shown.deployment = undefined;
      log(
        `The job already uses the environment ${deployment.environment}, so GitHub shows this run there and the action does not create a second deployment.`,
      );
      return;
    }
    earlier = opened.earlier;
    deployment.id = opened.id;
    record.github.deploymentId = opened.id;
    await story.save();
    await writeStatus(client, workflowRun, opened.id, {
      state: 'in_progress',
      description: `${deployment.agent}: deploying`,
      url: undefined,
    });
  }

  async function close(outcome: Outcome): Promise<void> {
    const { deployment } = shown;
    if (deployment === undefined) return;
    if (deployment.id === undefined) await open();
    if (deployment.id === undefined) return;
    const state = deploymentStateOf(outcome);
    const url = record.deployment?.url;
    await writeStatus(client, workflowRun, deployment.id, {
      state,
      description: statusDescription(deployment.agent, outcome),
      // GitHub refuses a status with a URL whose scheme is neither http nor https.
      url: state === 'success' && safeUrl(url) !== undefined ? url : undefined,
    });
    deployment.closed = true;
    if (state === 'success') await deactivateEarlier(client, workflowRun, deployment.agent, earlier);
  }

  async function retire(): Promise<void> {
    if (!settings.github.deployment) return;
    const remaining: string[] = [];
    for (const environment of new Set(record.retired)) {
      const mayDelete = remaining.length === 0;
      const isDone = await removePreviewEnvironment(client, workflowRun, environment, mayDelete);
      if (!isDone) remaining.push(environment);
      if (shown.deployment?.environment === environment) shown.deployment = undefined;
    }
    if (remaining.length > 0) {
      log(
        `GitHub still lists the environment ${remaining.join(', ')} without a deployment, because the token may not delete environments. Pass the token of a GitHub app with \`administration: write\` as github-token, or delete the environment in the settings of the repository.`,
      );
    }
  }

  return { isTried: () => isTried, open, close, retire };
}

function createCommentPart({ client, workflowRun, shown, story, limits, ending }: PartContext) {
  const { settings, event, record } = story;
  const author = createAuthor(client, settings.github.token ?? '');
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
      client,
      author,
      comment,
      expectsOthers: expectsOtherAgents(settings),
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
          redact: client.redact,
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
          redact: client.redact,
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
    const names = [...new Set([agent, ...record.retired.map(story.redact)])];
    const present = names.filter((name) => stored.known.some((section) => section.agent === name));
    return present.length === 0 ? [agent] : present;
  }

  return { isTried: () => isTried, open, close };
}

/** Shows in the comments of agents that the run deleted their previews because of inactivity. */
async function closeIdleComments({ client, workflowRun, story, limits }: PartContext): Promise<void> {
  const { settings, record, redact } = story;
  const { comment, commentKey, token } = settings.github;
  if (!comment) return;
  const author = createAuthor(client, token ?? '');
  const key = commentKey === undefined ? SHARED_KEY : redact(commentKey);
  const end = outcome('torn-down', 'deleted', deletedMessage());
  const context = { commit: undefined, now: story.now(), logs: false, gate: undefined };
  for (const { pullRequest, name } of record.idle) {
    const agent = redact(name);
    const target = { pullRequest, key, agent, startedAt: record.startedAt, id: undefined, closed: false };
    const safe = redactReport(end, { ...record, pullRequest }, redact);
    const backoff = limits.confirmBackoff;
    await createCommentWriter({ client, author, comment: target, expectsOthers: false, backoff }).write({
      when: 'update',
      sections: () => [finishedSection(workflowRun, target, safe, context)],
      render: (all) =>
        agentsComment(workflowRun, target, all, {
          content: () => finishedComment(workflowRun, target, safe, context),
          redact: client.redact,
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
