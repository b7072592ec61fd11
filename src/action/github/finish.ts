import type { BackoffOptions } from '../../clients/retry.ts';
import type { CommentContent } from '../report/comment.ts';
import { headlineOf } from '../report/headline.ts';
import type { MainState } from '../state.ts';
import { createCommentWriter } from '../publish/comment-writer.ts';
import { createAuthor, createGitHubComments } from './comments.ts';
import {
  createGitHubClient,
  GITHUB_LIMITS,
  type GitHubClient,
  type GitHubConnection,
  type GitHubLimits,
} from './client.ts';
import { deactivateEarlier, findDeployment, readState, writeStatus } from './deployments.ts';
import { readWorkflowRun, type WorkflowRun, runUrl } from '../report/links.ts';
import { deploymentStateOf } from './policy.ts';
import { agentsComment, statusDescription, unreportedSection } from '../publish/content.ts';

export interface UnfinishedReport {
  env: Readonly<Record<string, string | undefined>>;
  token: string;
  state: MainState;
  /** Sentence about work that continues after the run, such as a revision in progress. */
  message: string;
}

const FINAL: readonly (string | undefined)[] = ['success', 'failure', 'error', 'inactive'];

/**
 * Closes everything that the main phase left open on GitHub: the deployment unless it is already closed, and the
 * comment if it exists. Returns the problems, one line each, and never rejects.
 */
export async function finishOnGitHub(
  connection: GitHubConnection,
  unfinished: UnfinishedReport,
  limits: GitHubLimits = GITHUB_LIMITS,
): Promise<string[]> {
  const client = createGitHubClient(connection, AbortSignal.timeout(limits.finishTimeoutMs), limits);
  const place = readWorkflowRun(unfinished.env);
  const ends = await Promise.allSettled([
    finishDeployment(client, place, unfinished),
    finishComment(client, place, unfinished, limits.confirmBackoff),
  ]);
  return ends.flatMap((end) => (end.status === 'rejected' ? [client.failureOf(end.reason).message] : []));
}

async function finishDeployment(
  client: GitHubClient,
  place: WorkflowRun,
  { state }: UnfinishedReport,
): Promise<void> {
  const { deployment, end } = state.shown;
  if (deployment === undefined || deployment.closed) return;
  const found = await findDeployment(client, place, deployment);
  if (found === undefined || FINAL.includes(await readState(client, found.id))) return;
  // A cancelled or killed run has not failed, because the previous deployment is still active.
  const last = end === undefined ? 'inactive' : deploymentStateOf(end);
  await writeStatus(client, place, found.id, {
    state: last,
    description:
      end === undefined
        ? `${deployment.agent}: the run ended without a report`
        : statusDescription(deployment.agent, end),
    url: undefined,
  });
  if (last === 'success') await deactivateEarlier(client, place, deployment.agent, found.earlier);
}

async function finishComment(
  client: GitHubClient,
  place: WorkflowRun,
  unfinished: UnfinishedReport,
  backoff: BackoffOptions,
): Promise<void> {
  const { state, token, message } = unfinished;
  const { comment, end } = state.shown;
  if (comment === undefined || comment.closed) return;
  const link = runUrl(place);
  const name = state.deploymentName ?? comment.key;
  const content: CommentContent = {
    codeHost: place.codeHost,
    key: comment.key,
    name,
    headline:
      end === undefined
        ? { icon: '⚪', text: `${name}: the run ended without a report` }
        : headlineOf(end, { name, pullRequest: undefined, rollback: undefined, plan: undefined }),
    result: end && { kind: end.kind, code: end.reason, docs: place.docsUrl(end.reason) },
    message,
    emphasis: 'text',
    url: undefined,
    responds: undefined,
    serverUrl: place.serverUrl,
    commit: undefined,
    notes: [],
    ids: state.revisionId === undefined ? [] : [['revision', state.revisionId]],
    timeline: [],
    checks: undefined,
    seeded: undefined,
    previews: [],
    run: link === undefined ? undefined : { link, attempt: place.attempt, isOver: true },
    isPreview: false,
    log: undefined,
    gate: undefined,
  };
  const writer = createCommentWriter({
    comments: createGitHubComments(client, createAuthor(client, token), comment),
    expectsOthers: false,
    backoff,
  });
  await writer.write({
    when: 'replace',
    sections: (stored) => [
      unreportedSection(place, comment, { end, message: client.redact(message), stored }),
    ],
    render: (all) => agentsComment(place, comment, all, { content: () => content, redact: client.redact }),
    hurry: new AbortController().signal,
  });
}
