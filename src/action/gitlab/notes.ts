import { ApiError, isApiError } from '../../clients/errors.ts';
import type { GitLabNotes } from '../../clients/gitlab.ts';
import { memoizeAsync } from '../../clients/memoize.ts';
import { commentMark } from '../report/comment.ts';
import type { Comments, OurComment } from '../publish/comments.ts';
import type { PublishedComment } from '../publish/published-state.ts';

const PAGES = 30;

/** Returns a function that returns whether the token belongs to a user. Requests the token's user at most once. */
export function createNoteAuthor(
  gitLab: Pick<GitLabNotes, 'currentUser'>,
): (userId: number) => Promise<boolean> {
  const user = memoizeAsync(() => gitLab.currentUser());
  // Compares the ID, because a user can choose the former name of another user.
  return async (userId) => (await user()).id === userId;
}

/** Returns the notes of a merge request on GitLab that share one mark. `sleep` rejects when no time is left. */
export function createNotes(
  gitLab: GitLabNotes,
  isMe: (userId: number) => Promise<boolean>,
  { pullRequest: mergeRequest, key }: Pick<PublishedComment, 'pullRequest' | 'key'>,
  sleep: Comments['sleep'],
): Comments {
  const mark = commentMark(key);

  async function find(since?: string): Promise<OurComment[]> {
    const start = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
    // Keyed by ID, because a note that is updated between two requests can be in both pages.
    const found = new Map<number, OurComment>();
    for (let page = 1; page <= PAGES; page += 1) {
      const order = since === undefined ? 'created' : 'updated';
      const { notes, isLast } = await gitLab.list(mergeRequest, order, page);
      const recent = notes.filter(({ updated_at: updatedAt }) => Date.parse(updatedAt) >= start);
      for (const { id, body, system, author, created_at: createdAt, updated_at: updatedAt } of recent) {
        // Compares only the beginning of the note, because a note that quotes our note contains the mark further down.
        if (system || !body.startsWith(mark) || !(await isMe(author.id))) continue;
        found.set(id, { id, body, createdAt, updatedAt });
      }
      const isOver = since === undefined ? found.size > 0 : recent.length < notes.length;
      if (isLast || isOver) break;
    }
    return [...found.values()].toSorted((a, b) => a.id - b.id);
  }

  return {
    find,
    async create(body) {
      const { id, created_at: createdAt } = await gitLab.create(mergeRequest, withoutQuickActions(body));
      return { id, createdAt };
    },
    async update(id, body) {
      try {
        await gitLab.update(mergeRequest, id, withoutQuickActions(body));
        return id;
      } catch (error) {
        if (isApiError(error, 404)) return undefined;
        throw error;
      }
    },
    async remove(id) {
      try {
        await gitLab.delete(mergeRequest, id);
      } catch (error) {
        if (!isApiError(error, 404)) throw error;
      }
    },
    mayHaveCreated: (error) => error instanceof ApiError && error.kind === 'ambiguous',
    sleep,
  };
}

/**
 * Returns the text of a note with a space before each line that begins with a slash. GitLab executes such lines as
 * quick actions, for example `/merge`, with the permissions of the token. Older versions execute them even in some code
 * blocks. `^` also matches after a carriage return, because GitLab removes carriage returns before it searches the lines.
 */
export function withoutQuickActions(body: string): string {
  return body.replaceAll(/^\//gm, ' /');
}
