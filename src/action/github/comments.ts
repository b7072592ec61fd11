import { commentMark } from '../report/comment.ts';
import { assertSame, assertUrlEndsWith, type GitHubClient } from './client.ts';
import type { PublishedComment } from './published-state.ts';

const PAGE = 100;
const PAGES = 30;
/** How far back to look for a comment that another run made at the same time. */
const RACE_MS = 10 * 60_000;
const JOB_BOT = 'github-actions[bot]';

/** Who writes with a token; a token of an app is told by its form. Asked for once, and only when it is doubtful. */
export interface Author {
  isMe(user: { login: string; type: string }): Promise<boolean>;
}

export function createAuthor(hub: GitHubClient, token: string): Author {
  const ofApp = token.startsWith('ghs_');
  let login: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    try {
      if (!ofApp)
        return (await hub.call((at) => hub.octokit.rest.users.getAuthenticated({ request: at.request }))).data
          .login;
      const { viewer } = await hub.call((at) =>
        hub.octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }', { request: at.request }),
      );
      return viewer.login;
    } catch {
      return undefined;
    }
  };
  return {
    async isMe(user) {
      // The token of a job needs no question, and most are.
      if (ofApp && user.login === JOB_BOT) return true;
      const me = await (login ??= ask());
      // Only an app that was let into the repository can be a bot.
      return me === undefined ? user.type === 'Bot' : me === user.login;
    },
  };
}

/** Our comment, looked for over all pages by its mark and its author; the oldest one when there are several. */
export async function findComment(
  hub: GitHubClient,
  author: Author,
  shown: PublishedComment,
  since?: string,
): Promise<number | undefined> {
  const mark = commentMark(shown.key);
  for (let page = 1; page <= PAGES; page += 1) {
    const { data } = await hub.call((at) =>
      hub.octokit.rest.issues.listComments({
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
      // A comment that quotes ours has it further down.
      if (body?.startsWith(mark) !== true || !user) continue;
      if (await author.isMe(user)) return id;
    }
    if (data.length < PAGE) return undefined;
  }
  return undefined;
}

/** Writes the comment in place; gives its ID, or undefined when it is gone. */
export async function updateComment(
  hub: GitHubClient,
  id: number,
  body: string,
): Promise<number | undefined> {
  try {
    const { data } = await hub.call((at) =>
      hub.octokit.rest.issues.updateComment({ ...at, comment_id: id, body }),
    );
    assertSame('comment', id, data.id);
    return id;
  } catch (error) {
    if (hub.failureOf(error).status === 404) return undefined;
    throw error;
  }
}

/**
 * Makes the comment and looks whether another run of ours did so at the same time: then the older one stays, and is
 * the comment of both. `ours: false`: it is there, but may hold other words.
 */
export async function createComment(
  hub: GitHubClient,
  author: Author,
  shown: PublishedComment,
  body: string,
): Promise<{ id: number; ours: boolean }> {
  const end = `/issues/${shown.pullRequest}` as const;
  let made: { id: number; created_at: string };
  try {
    const { data } = await hub.call(
      (at) => hub.octokit.rest.issues.createComment({ ...at, issue_number: shown.pullRequest, body }),
      { repeatable: false },
    );
    // It is deleted again by its ID, when another run was faster.
    assertUrlEndsWith(`pull request #${shown.pullRequest}`, data.issue_url, end);
    made = data;
  } catch (error) {
    // The answer may have been lost, not the comment.
    const found =
      (hub.failureOf(error).status ?? 500) >= 500 ? await findComment(hub, author, shown) : undefined;
    if (found === undefined) throw error;
    return { id: found, ours: false };
  }
  const since = new Date(Date.parse(made.created_at) - RACE_MS).toISOString();
  const first = await findComment(hub, author, shown, since);
  if (first === undefined || first >= made.id) return { id: made.id, ours: true };
  await hub.call((at) => hub.octokit.rest.issues.deleteComment({ ...at, comment_id: made.id }));
  return { id: first, ours: false };
}
