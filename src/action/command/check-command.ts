import type { VerbContext } from '../verb-context.ts';
import {
  assertUrlEndsWith,
  createPatientClient,
  type GitHubClient,
  type GitHubConnection,
} from '../github/client.ts';
import { hasWritePermission } from '../github/permission.ts';
import { describeUnreadable, readPullRequest } from '../github/pull-requests.ts';
import type { CommonSettings, Settings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import type { CommentCommand } from './parse-command.ts';

type CommandContext = Pick<VerbContext<CommonSettings>, 'github' | 'clock' | 'signal' | 'log' | 'record'>;

/** Commands that deploy the head of the pull request. */
const OF_HEAD: readonly string[] = ['deploy', 'preview', 'plan'];

interface Head {
  branch: string;
  commit: string;
}

/** Result of the checks: the settings with which to run the command, or the outcome of a run that does nothing. */
export type CheckedCommand =
  | { ok: true; settings: Settings; beforeChange: (() => Promise<void>) | undefined }
  | { ok: false; outcome: Outcome };

/**
 * Checks on GitHub that the command may run: the comment is unchanged, its author may push, and the pull request is
 * open and not from a fork. A command that deploys gets the head commit that GitHub recorded before the comment, so a
 * later push is not deployed. Throws ActionError if a request to GitHub fails.
 */
export async function checkCommand(
  context: CommandContext,
  settings: Settings,
  command: CommentCommand,
): Promise<CheckedCommand> {
  const connection = await context.github();
  if (connection === undefined) {
    throw unverified(
      'The run has no `github-token`',
      'Remove an empty `github-token`: the default is the token of the job.',
    );
  }
  const { comment } = command;
  const client = createPatientClient(connection, context);
  const refused =
    (await read(context, client, () => checkComment(client, command))) ??
    (await read(context, client, () => checkPermission(client, command)));
  if (refused !== undefined) return refuse(refused);
  const pull = await readPull(context, connection, comment.pullRequest);
  if (pull.closed) return refuse('The pull request is closed');
  if (pull.fork) {
    return refuse(
      'The pull request comes from a fork, and commands never deploy or change anything for a fork',
    );
  }
  context.record.pullRequest = comment.pullRequest;
  if (!OF_HEAD.includes(command.verb)) return { ok: true, settings, beforeChange: undefined };
  if (!('desired' in settings) || settings.desired.source !== 'git_host') {
    return refuse(
      'A command deploys only a repository (`source: git_host`), because the run has no checkout of the pull request',
    );
  }
  const head = { branch: pull.branch, commit: pull.commit };
  const moved = await read(context, client, () => checkPushedBefore(client, head, comment.createdAt));
  if (moved !== undefined) return refuse(moved);
  context.log.line(
    `The command deploys ${head.commit}, the head of ${head.branch} when the comment was written.`,
  );
  return {
    ok: true,
    settings: withHead(settings, head),
    async beforeChange() {
      const now = await readPull(context, connection, comment.pullRequest);
      if (!now.closed && !now.fork && now.commit === head.commit && now.branch === head.branch) return;
      throw new ActionError(
        'head-moved',
        `Pull request #${comment.pullRequest} was changed after the comment, so nothing was sent. Review the new head, and comment again.`,
      );
    },
  };
}

function withHead(settings: Settings, { branch, commit }: Head): Settings {
  if (!('desired' in settings)) return settings;
  const pinned = { ...settings, desired: { ...settings.desired, ref: branch, commit }, resolveCommit: false };
  return pinned.verb === 'preview' ? { ...pinned, specified: { ref: true, commit: true } } : pinned;
}

const refuse = (why: string): CheckedCommand => ({
  ok: false,
  outcome: outcome('skipped', 'command-refused', `${why}, so the command was not run.`),
});

const unverified = (why: string, hint: string): ActionError =>
  new ActionError(
    'command-unverified',
    `The command could not be verified, so it was not run. ${why}. ${hint}`,
  );

/** Runs a request to GitHub, or throws ActionError if it fails. */
async function read<T>({ signal }: CommandContext, client: GitHubClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const { description, permissions } = client.failureOf(error);
    const hint =
      permissions.length === 0
        ? 'Comment again.'
        : `Add \`${permissions.join('` and `')}\` under \`permissions:\` of the job, and comment again.`;
    throw unverified(description, hint);
  }
}

/** Returns why the comment must not run a command, or `undefined` if it is the same as in the event. */
async function checkComment(client: GitHubClient, { comment }: CommentCommand): Promise<string | undefined> {
  try {
    const { data } = await client.call((at) =>
      client.octokit.rest.issues.getComment({ ...at, comment_id: comment.id }),
    );
    assertUrlEndsWith('the comment', data.issue_url, `/issues/${comment.pullRequest}`);
    const isSame =
      data.id === comment.id &&
      data.body === comment.body &&
      data.created_at === comment.createdAt &&
      data.updated_at === comment.createdAt &&
      data.user?.type === 'User' &&
      data.user.id === comment.authorId &&
      data.user.login === comment.author;
    return isSame ? undefined : 'The comment was edited after it was written';
  } catch (error) {
    if (client.failureOf(error).status === 404) return 'The comment was deleted';
    throw error;
  }
}

/** Returns why the author may not run commands, or `undefined` if the author may push to the repository. */
async function checkPermission(
  client: GitHubClient,
  { comment }: CommentCommand,
): Promise<string | undefined> {
  const { author: login, authorId: id } = comment;
  if (await hasWritePermission(client, { login, id })) return undefined;
  return `The author ${login} may not push to this repository`;
}

/**
 * Returns why the head must not be deployed, or `undefined` if GitHub's record of pushes shows that the head was the
 * branch's newest push before the comment. The dates in a commit are not used, because the author of a commit chooses
 * them.
 */
async function checkPushedBefore(
  client: GitHubClient,
  { branch, commit }: Head,
  commentedAt: string,
): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  const { data } = await client.call((at) =>
    client.octokit.rest.repos.listActivities({ ...at, ref, direction: 'desc', per_page: 1 }),
  );
  const [last] = data;
  const isHead = last?.ref === ref && last.after.toLowerCase() === commit;
  if (isHead && Date.parse(last.timestamp) < Date.parse(commentedAt)) return undefined;
  return 'GitHub does not show that the head of the pull request was pushed before the comment';
}

async function readPull({ clock, signal }: CommandContext, connection: GitHubConnection, number: number) {
  const reading = await readPullRequest(connection, number, { clock, signal });
  if (reading.kind === 'read') return reading.pull;
  signal.throwIfAborted();
  throw unverified(describeUnreadable(number, reading.failure).replace(/\.$/, ''), 'Comment again.');
}
