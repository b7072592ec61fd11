import { commentMark } from '../report/comment.ts';
import { assertSame, assertUrlEndsWith, type GitHubClient } from './client.ts';
import type { PublishedComment } from './published-state.ts';

const PAGE = 100;
const PAGES = 30;
/** Maximum age in milliseconds of a comment that a concurrent run may have created. */
const RACE_MS = 10 * 60_000;
const JOB_BOT = 'github-actions[bot]';

/** Identifies comments of the token's user. Requests the user once, if the token's form does not identify it. */
export interface Author {
  /**
   * Returns whether the token belongs to this user.
   * @throws the error of the request if GitHub does not report the token's user; no comment is overwritten then
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
      // The default token of a job identifies its bot without a request.
      if (ofApp && user.login === JOB_BOT) return true;
      // The author of an app's comment is always a bot.
      if (ofApp && user.type !== 'Bot') return false;
      return user.login === (await (login ??= readLogin()));
    },
  };
}

/** Finds our comment on all pages by its mark and its author. Returns the oldest comment if several match. */
export async function findComment(
  client: GitHubClient,
  author: Author,
  shown: PublishedComment,
  since?: string,
): Promise<number | undefined> {
  const mark = commentMark(shown.key);
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
    for (const { id, body, user, issue_url: url } of data) {
      assertUrlEndsWith(`comments of pull request #${shown.pullRequest}`, url, end);
      // A comment that quotes our comment contains the mark further down, so only the beginning is compared.
      if (body?.startsWith(mark) !== true || !user) continue;
      if (await author.isMe(user)) return id;
    }
    if (data.length < PAGE) return undefined;
  }
  return undefined;
}

/** Updates the comment. Returns its ID, or `undefined` if it was deleted. */
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

/**
 * Creates the comment and searches for a comment that a concurrent run of ours created. The older comment is kept.
 * `ours: false` means that the kept comment may have another text.
 */
export async function createComment(
  client: GitHubClient,
  author: Author,
  shown: PublishedComment,
  body: string,
): Promise<{ id: number; ours: boolean }> {
  const end = `/issues/${shown.pullRequest}` as const;
  let made: { id: number; created_at: string };
  try {
    const { data } = await client.call(
      (at) => client.octokit.rest.issues.createComment({ ...at, issue_number: shown.pullRequest, body }),
      { repeatable: false },
    );
    // The response is verified, because the comment with the returned ID is deleted if another run was faster.
    assertUrlEndsWith(`pull request #${shown.pullRequest}`, data.issue_url, end);
    made = data;
  } catch (error) {
    // After a lost response, the comment may exist.
    const found =
      (client.failureOf(error).status ?? 500) >= 500 ? await findComment(client, author, shown) : undefined;
    if (found === undefined) throw error;
    return { id: found, ours: false };
  }
  const since = new Date(Date.parse(made.created_at) - RACE_MS).toISOString();
  const first = await findComment(client, author, shown, since);
  if (first === undefined || first >= made.id) return { id: made.id, ours: true };
  await client.call((at) => client.octokit.rest.issues.deleteComment({ ...at, comment_id: made.id }));
  return { id: first, ours: false };
}
