import { commentMark } from '../report/comment.ts';
import { assertSame, assertUrlEndsWith, type GitHubClient } from './client.ts';
import type { Comments, OurComment } from '../publish/comments.ts';
import type { PublishedComment } from '../publish/published-state.ts';

const PAGE = 100;
const PAGES = 30;
const JOB_BOT = 'github-actions[bot]';

/**
 * Identifies comments by the token's user. Requests the user at most once, and only if the form of the token does not
 * identify the user.
 */
export interface Author {
  /**
   * Returns whether the token belongs to this user.
   * @throws the error of the request if GitHub does not report the token's user, so another user's comment is never
   * overwritten.
   */
  isMe(user: { login: string; type: string }): Promise<boolean>;
}

export function createAuthor(client: GitHubClient, token: string): Author {
  const ofApp = token.startsWith('ghs_');
  let login: Promise<string> | undefined;
  const readLogin = async (): Promise<string> => {
    if (!ofApp) {
      const { data } = await client.call((at) =>
        client.octokit.rest.users.getAuthenticated({ request: at.request }),
      );
      return data.login;
    }
    const { viewer } = await client.call((at) =>
      client.octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }', { request: at.request }),
    );
    return viewer.login;
  };
  return {
    async isMe(user) {
      // The default token of a job belongs to a known bot, so no request is needed.
      if (ofApp && user.login === JOB_BOT) return true;
      // The author of an app's comment is always a bot.
      if (ofApp && user.type !== 'Bot') return false;
      return user.login === (await (login ??= readLogin()));
    },
  };
}

/**
 * Finds our comments by their mark and their author, oldest first. With `since`, reads all pages of the comments that
 * were updated since this time. Without `since`, reads pages of comments until the first match.
 */
export async function findComments(
  client: GitHubClient,
  author: Author,
  shown: Pick<PublishedComment, 'pullRequest' | 'key'>,
  since?: string,
): Promise<OurComment[]> {
  const mark = commentMark(shown.key);
  const found: OurComment[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const { data } = await client.call((at) =>
      client.octokit.rest.issues.listComments({
        ...at,
        issue_number: shown.pullRequest,
        per_page: PAGE,
        page,
        ...(since === undefined ? {} : { since }),
      }),
    );
    const end = `/issues/${shown.pullRequest}` as const;
    for (const { id, body, user, issue_url: url, created_at: createdAt, updated_at: updatedAt } of data) {
      assertUrlEndsWith(`comments of pull request #${shown.pullRequest}`, url, end);
      // Compares only the beginning of the comment, because a comment that quotes our comment contains the mark further
      // down.
      if (body?.startsWith(mark) !== true || !user) continue;
      if (await author.isMe(user)) found.push({ id, body, createdAt, updatedAt });
    }
    if (data.length < PAGE || (since === undefined && found.length > 0)) break;
  }
  return found.toSorted((a, b) => a.id - b.id);
}

/** Updates the comment, and returns the comment's ID, or `undefined` if the comment was deleted. */
export async function updateComment(
  client: GitHubClient,
  id: number,
  body: string,
): Promise<number | undefined> {
  try {
    const { data } = await client.call((at) =>
      client.octokit.rest.issues.updateComment({ ...at, comment_id: id, body }),
    );
    assertSame('comment', id, data.id);
    return id;
  } catch (error) {
    if (client.failureOf(error).status === 404) return undefined;
    throw error;
  }
}

/** Creates the comment. Does not repeat the request after a lost response, because a second comment could appear. */
export async function createComment(
  client: GitHubClient,
  { pullRequest }: Pick<PublishedComment, 'pullRequest'>,
  body: string,
): Promise<{ id: number; createdAt: string }> {
  const { data } = await client.call(
    (at) => client.octokit.rest.issues.createComment({ ...at, issue_number: pullRequest, body }),
    { repeatable: false },
  );
  // Checks that the response belongs to the pull request, because the comment with the returned ID is deleted if
  // another run was faster.
  assertUrlEndsWith(`pull request #${pullRequest}`, data.issue_url, `/issues/${pullRequest}`);
  if (!Number.isSafeInteger(data.id)) throw new Error('GitHub did not create a comment.');
  return { id: data.id, createdAt: data.created_at };
}

/** Deletes a duplicate comment of this run, if the comment still exists. */
export async function deleteComment(client: GitHubClient, id: number): Promise<void> {
  try {
    await client.call((at) => client.octokit.rest.issues.deleteComment({ ...at, comment_id: id }));
  } catch (error) {
    if (client.failureOf(error).status !== 404) throw error;
  }
}

/** Returns the comments of a pull request on GitHub that share one mark. */
export function createGitHubComments(
  client: GitHubClient,
  author: Author,
  comment: Pick<PublishedComment, 'pullRequest' | 'key'>,
): Comments {
  return {
    find: (since) => findComments(client, author, comment, since),
    create: (body) => createComment(client, comment, body),
    update: (id, body) => updateComment(client, id, body),
    remove: (id) => deleteComment(client, id),
    mayHaveCreated: (error) => (client.failureOf(error).status ?? 500) >= 500,
    sleep: (ms, also) => client.sleep(ms, also),
  };
}
