import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FakeGitLab, type MergeRequest, startGitLab } from '../../../harness/gitlab/fake.ts';
import { createNoteAuthor, createNotes, withoutQuickActions } from '../../../src/action/gitlab/notes.ts';
import type { Comments } from '../../../src/action/publish/comments.ts';
import { ApiError } from '../../../src/clients/errors.ts';
import { createGitLabNotes } from '../../../src/clients/gitlab.ts';
import type { Transport } from '../../../src/clients/transport.ts';
import { createTransport } from '../../../src/clients/transport.ts';
import { fakeClock } from '../../clients/support.ts';

const BOT = 'project_4711_bot';
const MARK = '<!-- agent-deploy:agents -->';
const never = new AbortController().signal;

let gitLab: FakeGitLab;
let transport: Transport;
beforeAll(async () => {
  gitLab = await startGitLab();
  transport = createTransport({
    env: {},
    redact: (text) => text,
    clock: fakeClock(),
    totalTimeoutMs: 20_000,
  });
});
afterAll(async () => {
  await transport.close();
  await gitLab.close();
});

let number = 0;
let mergeRequest: MergeRequest;
let token = '';
beforeEach(() => {
  number += 1;
  mergeRequest = gitLab.addMergeRequest(number);
  token = gitLab.addToken({ username: BOT, scope: 'api' });
});
afterEach(() => {
  gitLab.faults.clear();
  gitLab.pageSize = 100;
});

function notes(sent: Pick<Transport, 'call'> = transport): Comments {
  const { apiUrl, projectId } = gitLab;
  const api = createGitLabNotes({ transport: sent, apiUrl, projectId, token, signal: never });
  return createNotes(api, createNoteAuthor(api), { pullRequest: number, key: 'agents' }, async () => {});
}
const paths = (from: number) => gitLab.journal.slice(from).map(({ method, path }) => `${method} ${path}`);

describe('the notes of a merge request', () => {
  // docs/security/pull-requests.md#gitlab-note-author
  test('are ours only if they begin with our mark and belong to the user of the token', async () => {
    mergeRequest.addNote(`${MARK}\ncopied`);
    mergeRequest.addNote(`${MARK}\nof the system`, { author: BOT, system: true });
    mergeRequest.addNote(`> ${MARK}\nquoted`, { author: BOT });
    mergeRequest.addNote('<!-- agent-deploy:agents-2 -->', { author: BOT });
    expect(await notes().find()).toEqual([]);
    const own = mergeRequest.addNote(`${MARK}\nours`, { author: BOT });
    expect(await notes().find()).toMatchObject([{ id: own.id, body: `${MARK}\nours` }]);
  });

  test('are read page by page until the first match, even if a page is short', async () => {
    gitLab.pageSize = 2;
    for (const text of ['a', 'b', 'c', 'd']) mergeRequest.addNote(text);
    mergeRequest.addNote(`${MARK}\nours`, { author: BOT });
    mergeRequest.addNote('later');
    mergeRequest.addNote('last');
    const mark = gitLab.journal.length;
    expect(await notes().find()).toHaveLength(1);
    expect(paths(mark).filter((path) => path.includes('/notes'))).toHaveLength(3);
  });

  test('are read in at most 30 pages', async () => {
    gitLab.pageSize = 1;
    for (let count = 0; count < 40; count += 1) mergeRequest.addNote(`${count}`);
    const mark = gitLab.journal.length;
    expect(await notes().find()).toEqual([]);
    expect(paths(mark)).toHaveLength(30);
  });

  test('that were updated since a time are all found, newest first in the requests and oldest first in the result', async () => {
    gitLab.pageSize = 2;
    const old = mergeRequest.addNote(`${MARK}\nold`, { author: BOT });
    const [one, , two] = ['one', 'other', 'two'].map((text) =>
      mergeRequest.addNote(text === 'other' ? text : `${MARK}\n${text}`, { author: BOT }),
    );
    // Notes that were created later, but were updated earlier, must not end the search.
    const later = [mergeRequest.addNote('later'), mergeRequest.addNote('last')];
    for (const note of [old, ...later]) note.updatedAt = '2020-01-01T00:00:00.000Z';
    const found = await notes().find('2021-01-01T00:00:00.000Z');
    expect(found.map(({ id }) => id)).toEqual([one?.id, two?.id]);
  });

  test('are never read or changed if GitLab does not report the user of the token', async () => {
    mergeRequest.addNote(`${MARK}\nof an unknown user`, { author: BOT });
    gitLab.faults.set([{ match: { path: /user/ }, effect: { status: 403 } }]);
    await expect(notes().find()).rejects.toMatchObject({ status: 403 });
  });

  test('are created, updated and deleted, and a deleted note is reported as missing', async () => {
    const { create, update, remove } = notes();
    const { id } = await create(`${MARK}\none`);
    expect(await update(id, `${MARK}\ntwo`)).toBe(id);
    expect(mergeRequest.notes.map(({ body }) => body)).toEqual([`${MARK}\ntwo`]);
    await remove(id);
    expect(mergeRequest.notes).toEqual([]);
    expect(await update(id, 'x')).toBeUndefined();
    await remove(id);
    gitLab.faults.set([{ match: { method: 'DELETE' }, effect: { status: 403 } }]);
    await expect(remove(id)).rejects.toMatchObject({ status: 403 });
  });

  // docs/gitlab.md#retries
  test('are written again after a rate limit or a failure, but not created twice after a lost response', async () => {
    const post = { method: 'POST', path: /notes/ };
    gitLab.faults.set([
      { match: post, when: { nth: [1] }, effect: { status: 429, retry_after: 3 } },
      { match: { method: 'PUT' }, when: { nth: [1, 2] }, effect: { status: 502, body: '<html>' } },
      { match: post, when: { nth: [3] }, effect: { drop_answer: true } },
    ]);
    const { id } = await notes().create(`${MARK}\none`);
    expect(await notes().update(id, `${MARK}\ntwo`)).toBe(id);
    const lost = await notes()
      .create('three')
      .catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ApiError);
    expect(notes().mayHaveCreated(lost)).toBe(true);
    expect(mergeRequest.notes).toHaveLength(2);
  });

  test.each([401, 403, 404, 422])(
    'cannot exist after GitLab refused to create them with %i',
    async (status) => {
      gitLab.faults.set([{ match: { method: 'POST' }, effect: { status } }]);
      const error: unknown = await notes()
        .create('x')
        .catch((thrown: unknown) => thrown);
      expect([notes().mayHaveCreated(error), mergeRequest.notes]).toEqual([false, []]);
    },
  );

  test('of another merge request, or a response that is not a note, are refused', async () => {
    const note = {
      id: 1,
      body: MARK,
      author: { id: 1, username: BOT },
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      system: false,
      noteable_iid: number,
    };
    const answering = (json: unknown): Pick<Transport, 'call'> => ({
      call: async () => ({
        status: 201,
        json,
        attempts: 1,
        header: () => undefined,
        unusable: (what) => new Error(what),
      }),
    });
    const wrong: [unknown, string][] = [
      [{ ...note, noteable_iid: number + 1 }, 'another merge request'],
      [{ ...note, id: 0 }, 'unexpected body (at id)'],
      [{ ...note, updated_at: 'soon' }, 'unexpected body (at updated_at)'],
      [{ commands_changes: {} }, 'unexpected body'],
      ['pong', 'unexpected body'],
    ];
    for (const [json, text] of wrong) {
      await expect(notes(answering(json)).create('x')).rejects.toThrow(text);
    }
    await expect(notes(answering(note)).update(2, 'x')).rejects.toThrow('another note');
    await expect(notes(answering([{ ...note, noteable_iid: 99 }])).find()).rejects.toThrow('another merge');
  });
});

describe('the text of a note', () => {
  // docs/security/pull-requests.md#gitlab-note-quick-actions
  test('contains no quick action for any input', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        '/close',
        '/merge',
        ' /close',
        '\r/close',
        '```',
        '````',
        '>>>',
        '<p>',
        '</p>',
        '//',
        '/',
      ),
      fc.string({ maxLength: 8 }),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\r', '')))
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, (body) => {
        const sent = withoutQuickActions(body);
        // GitLab removes carriage returns before it searches the lines.
        expect(sent.replaceAll('\r', '')).not.toMatch(/^\//m);
        expect(sent.replaceAll(/\s/g, '')).toBe(body.replaceAll(/\s/g, ''));
      }),
    );
    const { create, update } = notes();
    const { id } = await create('/close\n```\n/merge\r\n```\n\r/approve');
    await update(id, '/merge');
    expect([mergeRequest.executed, mergeRequest.notes[0]?.body]).toEqual([[], ' /merge']);
  });

  test('would execute quick actions in the simulated GitLab without the escape', () => {
    const { projectId, apiUrl } = gitLab;
    const api = createGitLabNotes({ transport, apiUrl, projectId, token, signal: never });
    return api.create(number, 'text\n/close').then(() => expect(mergeRequest.executed).toEqual(['/close']));
  });
});
