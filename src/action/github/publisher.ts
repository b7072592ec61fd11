import type { RunEvent } from '../event.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Outcome } from '../outcome.ts';
import { commentBody } from '../report/comment.ts';
import { safeUrl } from '../report/markdown.ts';
import { redactReport } from '../report/report.ts';
import type { RunRecord } from '../run-record.ts';
import { createAuthor, createComment, findComment, updateComment } from './comments.ts';
import { createGitHubClient, type GitHubClient, type GitHubConnection, type GitHubLimits } from './client.ts';
import { deactivateEarlier, openDeployment, removePreviewEnvironment, writeStatus } from './deployments.ts';
import { readWorkflowRun, type WorkflowRun } from '../report/links.ts';
import {
  candidateRefs,
  commentTargetOf,
  deploymentStateOf,
  describeReportFailure,
  environmentOf,
  finalCommentAction,
  isMissingPermission,
  type ReportPartName,
} from './policy.ts';
import type { PublishedState, PublishedComment } from './published-state.ts';
import { startedComment, finishedComment, statusDescription } from './content.ts';

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

/** Reports one run in its GitHub deployment and its pull request comment. Never rejects. */
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
}

/**
 * Creates the publisher. It updates the deployment and the comment in parallel. The requests for each of the two are
 * sequential.
 */
export function createGitHubPublisher(
  connection: GitHubConnection,
  story: ReportContext,
  stop: AbortSignal,
  limits: GitHubLimits,
): GitHubPublisher {
  const client = createGitHubClient({ ...connection, redact: story.redact }, stop, limits);
  const shown: PublishedState = (story.record.github.shown ??= {
    deployment: undefined,
    comment: undefined,
    end: undefined,
  });
  const context = { client, workflowRun: readWorkflowRun(story.env), shown, story };
  const deployment = createDeploymentPart(context);
  const comment = createCommentPart(context);
  const failures = new Map<ReportPartName, string>();
  const refused = new Set<ReportPartName>();

  /**
   * Updates the deployment or the comment. A failed update is retried at the end of the run, when its cause may be
   * resolved.
   */
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
      // GitHub would refuse the same request of the post step too, so the post step skips the part.
      if (part !== 'retire') shown[part] = undefined;
    }
  };

  return {
    async publishStart() {
      // If the first update fails at the start of the run, it is retried once at the end of the run, not earlier.
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
        attempt('comment', () => comment.close(outcome)),
      ]);
      await story.save();
    },
    warnings: () => [...failures.values()],
  };
}

/** Creates the part that reports the run as a GitHub deployment. */
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
      // GitHub refuses the whole status if its URL has a scheme other than http or https.
      url: state === 'success' && safeUrl(url) !== undefined ? url : undefined,
    });
    deployment.closed = true;
    if (state === 'success') await deactivateEarlier(client, workflowRun, deployment.agent, earlier);
  }

  async function retire(): Promise<void> {
    if (!settings.github.deployment) return;
    const administers = !(settings.github.token ?? '').startsWith('ghs_');
    for (const environment of new Set(record.retired)) {
      await removePreviewEnvironment(client, workflowRun, environment, administers);
      if (shown.deployment?.environment === environment) shown.deployment = undefined;
    }
  }

  return { isTried: () => isTried, open, close, retire };
}

/** Creates the part that reports the run in a comment on the pull request. */
function createCommentPart({ client, workflowRun, shown, story }: PartContext) {
  const { settings, event, record } = story;
  const author = createAuthor(client, settings.github.token ?? '');
  let isTried = false;
  /** Returns the comment to update. Its key is redacted like the published mark, as a name may contain a secret. */
  const commentTarget = () => {
    const target = commentTargetOf(settings, event, record);
    return target && { ...target, key: story.redact(target.key) };
  };

  async function open(): Promise<void> {
    const target = commentTarget();
    if (target === undefined) return;
    isTried = true;
    const comment = (shown.comment ??= { ...target, id: undefined, closed: false });
    if (comment.id !== undefined) return;
    await story.save();
    const body = () => {
      const safe = redactReport(NOTHING, record, story.redact);
      return client.redact(commentBody(startedComment(workflowRun, comment, safe.record, event.commit)));
    };
    const known = await findComment(client, author, comment);
    comment.id = known ?? (await createComment(client, author, comment, body())).id;
    record.github.commentId = comment.id;
    await story.save();
  }

  async function close(outcome: Outcome): Promise<void> {
    const target = shown.comment ?? commentTarget();
    const what = finalCommentAction(settings.verb, outcome, shown.comment !== undefined);
    if (target === undefined || (what === 'leave' && shown.comment === undefined)) return;
    const comment = (shown.comment ??= { ...target, id: undefined, closed: false });
    const safe = redactReport(outcome, record, story.redact);
    const gate =
      record.gate && (await import('../gate/report/render.ts')).renderSection(record.gate, story.redact);
    const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs, gate };
    const body = client.redact(commentBody(finishedComment(workflowRun, comment, safe, context)));
    const known = comment.id ?? (await findAny(comment));
    let id = known === undefined ? undefined : await updateComment(client, known, body);
    if (id === undefined && what === 'write') {
      const created = await createComment(client, author, comment, body);
      id = created.ours ? created.id : await updateComment(client, created.id, body);
    }
    comment.id = id;
    record.github.commentId = id;
    comment.closed = true;
  }

  /** Finds a comment under any name that the deleted preview may have had. */
  async function findAny(comment: PublishedComment): Promise<number | undefined> {
    const others = settings.github.commentKey === undefined ? record.retired : [];
    for (const key of new Set([comment.key, ...others.map(story.redact)])) {
      const id = await findComment(client, author, { ...comment, key });
      if (id !== undefined) return id;
    }
    return undefined;
  }

  return { isTried: () => isTried, open, close };
}

const NOTHING: Outcome = { kind: 'submitted', reason: 'not-waited', message: '' };
