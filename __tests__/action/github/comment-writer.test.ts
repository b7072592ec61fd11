import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BACKOFF } from '../../../src/clients/retry.ts';
import type { CommentSection } from '../../../src/contract/comment-section.ts';
import { createCommentWriter, type SectionWrite } from '../../../src/action/publish/comment-writer.ts';
import type { GitHubClient } from '../../../src/action/github/client.ts';
import { createGitHubComments } from '../../../src/action/github/comments.ts';
import { encodeSection, parseSections, type Sections } from '../../../src/action/report/sections.ts';

const MARK = '<!-- agent-deploy:agents -->';
const commentsOf = (client: GitHubClient) =>
  createGitHubComments(client, { isMe: async () => true }, { pullRequest: 7, key: 'agents' });

/** Creates a clock whose sleepers wake in the order of their times, one after the other. */
function createTimeline() {
  let now = 0;
  const waiting: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const abort = () => reject(new Error('aborted'));
        if (signal?.aborted === true) abort();
        else signal?.addEventListener('abort', abort, { once: true });
        waiting.push({ at: now + ms, wake: resolve });
      }),
    /** Wakes all sleepers, and returns when the work has ended. */
    async run(work: Promise<unknown>): Promise<void> {
      let isOver = false;
      const end = work.finally(() => {
        isOver = true;
      });
      end.catch(() => undefined);
      for (;;) {
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
        if (isOver) break;
        waiting.sort((a, b) => a.at - b.at);
        const next = waiting.shift();
        if (next === undefined) throw new Error('the work waits for nothing');
        now = next.at;
        next.wake();
      }
      await end;
    },
  };
}

type Timeline = ReturnType<typeof createTimeline>;
interface Stored {
  id: number;
  body: string;
}

/**
 * Simulates GitHub's comments of one pull request, where each request is executed some time after it is sent, and gets
 * its response later.
 */
function createComments(timeline: Timeline, latency: () => number) {
  const stored: Stored[] = [];
  let lastId = 0;
  let reads = 0;
  const time = () => new Date(timeline.now()).toISOString();
  const after = async <T>(execute: () => T): Promise<{ data: T }> => {
    await timeline.sleep(latency());
    let result: { data: T } | { error: unknown };
    try {
      result = { data: execute() };
    } catch (error) {
      result = { error };
    }
    await timeline.sleep(latency());
    if ('error' in result) throw result.error;
    return result;
  };
  const named = (id: number): Stored => {
    const found = stored.find((one) => one.id === id);
    if (found === undefined) throw Object.assign(new Error('Not Found'), { status: 404 });
    return found;
  };
  const shown = ({ id, body }: Stored) => ({
    id,
    body,
    user: { login: 'x', type: 'Bot' },
    created_at: time(),
    updated_at: time(),
  });
  const issues = {
    listComments: () =>
      after(() => {
        reads += 1;
        return stored.map(shown);
      }),
    createComment: ({ body }: { body: string }) =>
      after(() => {
        stored.push({ id: (lastId += 1), body });
        return shown({ id: lastId, body });
      }),
    updateComment: ({ comment_id: id, body }: { comment_id: number; body: string }) =>
      after(() => shown(Object.assign(named(id), { body }))),
    deleteComment: ({ comment_id: id }: { comment_id: number }) =>
      after(() => void stored.splice(stored.indexOf(named(id)), 1)),
  };
  const client = {
    octokit: { rest: { issues } },
    redact: (text: string) => text,
    call: (work: (at: object) => Promise<unknown>) => work({}),
    sleep: timeline.sleep,
    failureOf: (error: unknown) => ({ status: (error as { status?: number }).status ?? null }),
  } as unknown as GitHubClient;
  return { stored, client, reads: () => reads };
}

const render = ({ known, unknown }: Sections): string =>
  [MARK, '### x', '', ...unknown, ...known.map(encodeSection)].join('\n');

function sectionOf(agent: string, step: 0 | 2, startedAt: number): CommentSection {
  return {
    agent,
    version: { startedAt, run: 1, attempt: 1, step },
    kind: step === 0 ? 'started' : 'deployed',
    reason: step === 0 ? '' : 'rolled-out',
    isPreview: true,
    ids: [],
  };
}
const request = (when: SectionWrite['when'], section: CommentSection): SectionWrite => ({
  when,
  sections: () => [section],
  render,
  hurry: new AbortController().signal,
});

/** One job, which starts, reports its start, deploys, and reports its end. */
interface Job {
  startsAt: number;
  takesMs: number;
}
async function runJobs(jobs: readonly Job[], latencies: readonly number[], expectsOthers: boolean) {
  const timeline = createTimeline();
  let at = 0;
  const next = () => latencies[(at += 1) % latencies.length] ?? 0;
  const { stored, client } = createComments(timeline, next);
  const run = async ({ startsAt, takesMs }: Job, index: number): Promise<void> => {
    const random = () => (next() % 100) / 100;
    const options = { comments: commentsOf(client), expectsOthers, backoff: BACKOFF.comment, random };
    const writer = createCommentWriter(options);
    await timeline.sleep(startsAt);
    await writer.write(request('begin', sectionOf(`agent-${index}`, 0, startsAt)));
    await timeline.sleep(takesMs);
    await writer.write(request('create', sectionOf(`agent-${index}`, 2, startsAt)));
  };
  await timeline.run(Promise.all(jobs.map(run)));
  return stored;
}

const job = fc.record({ startsAt: fc.nat({ max: 3_000 }), takesMs: fc.nat({ max: 8_000 }) });
const latencies = fc.array(fc.nat({ max: 400 }), { minLength: 7, maxLength: 97 });

describe('jobs that write one comment at the same time', () => {
  // docs/security/pull-requests.md#shared-comment-jobs
  test("leave one comment with each job's final section, in any order of their requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(job, { minLength: 2, maxLength: 4 }), latencies, async (jobs, given) => {
        const stored = await runJobs(jobs, given, true);
        expect(stored).toHaveLength(1);
        const { known } = parseSections(stored[0]?.body ?? '');
        expect(known.map(({ agent, kind }) => `${agent} ${kind}`)).toEqual(
          jobs.map((_, index) => `agent-${index} deployed`),
        );
      }),
      { numRuns: 150 },
    );
  });

  test('leave one comment with a section of every job, even if no job expects the other jobs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(job, { minLength: 2, maxLength: 4 }), latencies, async (jobs, given) => {
        const stored = await runJobs(jobs, given, false);
        expect(stored).toHaveLength(1);
        const { known } = parseSections(stored[0]?.body ?? '');
        expect(known.map(({ agent }) => agent)).toEqual(jobs.map((_, index) => `agent-${index}`));
      }),
      { numRuns: 150 },
    );
  });
});

describe('the writer of a comment', () => {
  async function written(
    when: SectionWrite['when'],
    body: string | undefined,
    more: Partial<SectionWrite> = {},
  ) {
    const timeline = createTimeline();
    const { stored, client, reads } = createComments(timeline, () => 10);
    if (body !== undefined)
      await timeline.run(
        client.octokit.rest.issues.createComment({ owner: '', repo: '', issue_number: 7, body }),
      );
    const options = { comments: commentsOf(client), expectsOthers: false, backoff: BACKOFF.comment };
    const own = sectionOf('mine', 2, 50);
    const result = createCommentWriter(options).write({ ...request(when, own), ...more });
    await timeline.run(result);
    return { body: stored[0]?.body, reads: reads(), ms: timeline.now(), result: await result };
  }
  const other = render({ known: [sectionOf('other', 2, 10)], unknown: [] });

  test.each<[SectionWrite['when'], string | undefined, string[] | undefined]>([
    ['create', undefined, ['mine']],
    ['create', other, ['mine', 'other']],
    ['begin', other, ['mine', 'other']],
    ['replace', undefined, undefined],
    ['replace', other, ['mine', 'other']],
    ['update', undefined, undefined],
    ['update', other, ['other']],
    ['update', MARK, ['mine']],
  ])(
    "with the mode %j changes only its own sections and preserves other agents' sections (case %#)",
    async (when, before, expected) => {
      const { body } = await written(when, before);
      expect(body && parseSections(body).known.map(({ agent }) => agent)).toEqual(expected);
    },
  );

  test('reads the comment again to confirm its own section only if the comment has sections of other agents', async () => {
    const alone = await written('create', render({ known: [sectionOf('mine', 2, 10)], unknown: [] }));
    expect([alone.reads, alone.result.isConfirmed]).toEqual([1, true]);
    const shared = await written('create', other);
    expect([shared.reads, shared.result.isConfirmed]).toEqual([2, true]);
    expect(shared.ms).toBeGreaterThan(1_800);
    const hurried = await written('create', other, { hurry: AbortSignal.abort() });
    expect([hurried.reads, hurried.result.isConfirmed]).toEqual([1, false]);
  });

  test('does not replace a later section of the same agent', async () => {
    const later = render({
      known: [{ ...sectionOf('mine', 2, 90), version: { startedAt: 90, run: 2, attempt: 1, step: 0 } }],
      unknown: [],
    });
    expect((await written('create', later)).body).toBe(later);
  });

  test('preserves a section that a newer version of the action wrote', async () => {
    const unknown = ['<!-- agent-deploy section v2 {"agent":"new"} -->'];
    const { body } = await written('create', render({ known: [], unknown }));
    expect(parseSections(body ?? '').unknown).toEqual(unknown);
  });
});
