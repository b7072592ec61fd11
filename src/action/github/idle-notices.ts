import { IDLE_NOTICE_VERSION, IdleNotice } from '../../contract/idle-notice.ts';
import { parseJson } from '../../contract/json-safety.ts';
import type { PublishedNotice } from '../preview/idle.ts';
import type { OurComment } from '../publish/comments.ts';
import { commentMark } from '../report/comment.ts';
import { deletedBody, noticeBody, type NoticeText } from '../report/idle-notice.ts';
import { hiddenLine } from '../report/sections.ts';
import type { GitHubClient } from './client.ts';
import { type Author, createComment, deleteComment, findComments, updateComment } from './comments.ts';

/** Key of the comments with notices. A notice is a separate comment, because GitHub notifies nobody about an edit. */
const KEY = 'idle-notice';
const LINE = /^<!-- agent-deploy idle-notice v(\d{1,6}) (\{.{1,2000}\}) -->$/;
/** Time earlier than every comment, so a search from this time reads all comments. */
const ALWAYS = '1970-01-01T00:00:00Z';

/** The notices in the comments of pull requests. All methods throw the errors of GitHub's requests. */
export interface IdleNotices {
  /** Returns the notices of a pull request. Reads the comments of each pull request once. */
  read(pullRequest: number): Promise<readonly PublishedNotice[]>;
  /** Writes a notice. If another sweep has written a notice at the same time, only the older notice remains. */
  announce(pullRequest: number, notice: IdleNotice, text: NoticeText): Promise<void>;
  /** Replaces a notice with a text about the deletion. */
  replace(notice: PublishedNotice, text: NoticeText): Promise<void>;
  /** Deletes a notice, because it is no longer valid. */
  cancel(notice: PublishedNotice): Promise<void>;
}

export function createIdleNotices(client: GitHubClient, author: Author): IdleNotices {
  const known = new Map<number, readonly PublishedNotice[]>();
  const mark = commentMark(KEY);
  const fetch = async (pullRequest: number): Promise<readonly PublishedNotice[]> => {
    const found = await findComments(client, author, { pullRequest, key: KEY }, ALWAYS);
    return found.flatMap(parseNotice);
  };
  return {
    async read(pullRequest) {
      const notices = known.get(pullRequest) ?? (await fetch(pullRequest));
      known.set(pullRequest, notices);
      return notices;
    },
    async announce(pullRequest, notice, text) {
      const body = `${mark}\n${client.redact(noticeBody(text))}\n\n${hiddenLine(`${KEY} v${IDLE_NOTICE_VERSION}`, notice)}`;
      const { id } = await createComment(client, { pullRequest }, body);
      const [first] = (await fetch(pullRequest)).filter(
        ({ preview, isEdited, at }) => preview === notice.preview && !isEdited && at >= text.activeAt,
      );
      if (first !== undefined && first.commentId !== id) await deleteComment(client, id);
    },
    async replace({ commentId }, text) {
      await updateComment(client, commentId, `${mark}\n${client.redact(deletedBody(text))}`);
    },
    cancel: ({ commentId }) => deleteComment(client, commentId),
  };
}

/** Returns the notice in the last line of a comment, or an empty list if the comment contains no valid notice. */
function parseNotice({ id, body, createdAt, updatedAt }: OurComment): PublishedNotice[] {
  const [, version, json = ''] = LINE.exec(body.trimEnd().split(/\r?\n/).at(-1) ?? '') ?? [];
  const at = Date.parse(createdAt ?? '');
  if (Number(version) !== IDLE_NOTICE_VERSION || Number.isNaN(at)) return [];
  const parsed = IdleNotice.safeParse(parseJson(json));
  return parsed.success ? [{ ...parsed.data, commentId: id, at, isEdited: createdAt !== updatedAt }] : [];
}
