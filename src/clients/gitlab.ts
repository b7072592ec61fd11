import * as z from 'zod';
import { GitLabNote, GitLabNoteBody, GitLabUser } from '../contract/gitlab.ts';
import { assertSame, parseAnswer } from './answers.ts';
import { USER_AGENT } from './headers.ts';
import type { Answer, Call, Transport } from './transport.ts';

export interface GitLabOptions {
  transport: Pick<Transport, 'call'>;
  /** URL of the REST API without a trailing slash, such as `https://gitlab.com/api/v4`. */
  apiUrl: string;
  /** ID of the project that contains the merge requests. */
  projectId: string;
  token: string;
  /** Signal that ends all requests. */
  signal: AbortSignal;
}

/** Order of a list of notes: the oldest notes first, or the notes that were updated last first. */
type NoteOrder = 'created' | 'updated';

/** Client of the notes of merge requests in one project. All methods throw ApiError, or the reason of the signal. */
export interface GitLabNotes {
  /** Returns the user to whom the token belongs. */
  currentUser(): Promise<GitLabUser>;
  /** Returns one page of the notes of a merge request without system notes, and whether it is the last page. */
  list(
    mergeRequest: number,
    order: NoteOrder,
    page: number,
  ): Promise<{ notes: readonly GitLabNote[]; isLast: boolean }>;
  /** Creates a note. The request is not repeated after a lost response. */
  create(mergeRequest: number, body: string): Promise<GitLabNote>;
  update(mergeRequest: number, id: number, body: string): Promise<GitLabNote>;
  delete(mergeRequest: number, id: number): Promise<void>;
}

const PAGE = 100;
const ORDERS = {
  created: { order_by: 'created_at', sort: 'asc' },
  updated: { order_by: 'updated_at', sort: 'desc' },
} as const satisfies Record<NoteOrder, object>;

/** Creates a client of GitLab's notes. The token is sent only to the origin of `apiUrl`. */
export function createGitLabNotes({
  transport,
  apiUrl,
  projectId,
  token,
  signal,
}: GitLabOptions): GitLabNotes {
  const send = (path: string, call: Omit<Call, 'url'>): Promise<Answer> =>
    transport.call({
      ...call,
      url: new URL(`${apiUrl}${path}`),
      headers: { 'private-token': token, 'user-agent': USER_AGENT },
      signal,
    });
  const pathOf = (mergeRequest: number) =>
    `/projects/${encodeURIComponent(projectId)}/merge_requests/${mergeRequest}/notes`;

  /** Parses a note, and checks that it belongs to the requested merge request. */
  const noteOf = (answer: Answer, mergeRequest: number, id?: number): GitLabNote => {
    const note = parseAnswer(GitLabNote, answer);
    assertSame(
      answer,
      { what: 'merge request', requested: String(mergeRequest), answered: note.noteable_iid?.toString() },
      { what: 'note', requested: id?.toString(), answered: String(note.id) },
    );
    return note;
  };

  return {
    currentUser: async () => parseAnswer(GitLabUser, await send('/user', { method: 'GET' })),
    async list(mergeRequest, order, page) {
      const query = new URLSearchParams({
        ...ORDERS[order],
        activity_filter: 'only_comments',
        per_page: String(PAGE),
        page: String(page),
      });
      const answer = await send(`${pathOf(mergeRequest)}?${query.toString()}`, { method: 'GET' });
      const notes = parseAnswer(z.array(GitLabNote), answer);
      for (const { noteable_iid: iid } of notes) {
        const answered = iid?.toString();
        assertSame(answer, { what: 'merge request', requested: String(mergeRequest), answered });
      }
      // A page can have fewer notes than requested, because GitLab removes notes that the user may not read.
      const next = answer.header('x-next-page');
      return { notes, isLast: next === undefined ? notes.length < PAGE : next === '' };
    },
    async create(mergeRequest, body) {
      const json = GitLabNoteBody.parse({ body });
      const answer = await send(pathOf(mergeRequest), { method: 'POST', json, expect: [201] });
      return noteOf(answer, mergeRequest);
    },
    async update(mergeRequest, id, body) {
      const json = GitLabNoteBody.parse({ body });
      // The request can be repeated, because the second request writes the same text.
      const answer = await send(`${pathOf(mergeRequest)}/${id}`, { method: 'PUT', json, repeatable: true });
      return noteOf(answer, mergeRequest, id);
    },
    async delete(mergeRequest, id) {
      await send(`${pathOf(mergeRequest)}/${id}`, { method: 'DELETE', ignoreBody: true });
    },
  };
}
