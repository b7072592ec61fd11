import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { FaultRule } from '../../../harness/github/faults.ts';
import { clientOf, refusal, createFixture, type GitHubFixture } from './support.ts';

const REPO = '/repos/octo-org/echo-agent';

async function withRule(...rules: FaultRule[]): Promise<GitHubFixture> {
  const made = await createFixture();
  made.repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
  made.github.faults.set(rules);
  return made;
}
const say = ({ octokit, at }: GitHubFixture) =>
  octokit.rest.issues.createComment({ ...at, issue_number: 1, body: 'x' });

describe('a fault rule', () => {
  test('answers GitHub’s own refusals by name, with the headers that go with them', async () => {
    const named = async (effect: FaultRule['effect']) => {
      const made = await withRule({ effect });
      const refused = await refusal(say(made));
      expect(made.repository.comments(1)).toEqual([]);
      return refused;
    };
    expect(await named({ answer: 'primary-rate-limit' })).toMatchObject({
      status: 403,
      message: expect.stringContaining('API rate limit exceeded'),
      headers: { 'x-ratelimit-remaining': '0' },
    });
    expect(await named({ answer: 'secondary-rate-limit', status: 429 })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    });
    expect(await named({ answer: 'content-limit' })).toMatchObject({ status: 403 });
    expect(await named({ answer: 'abuse', retry_after: 7 })).toMatchObject({
      status: 403,
      message: expect.stringContaining('abuse detection'),
      headers: { 'retry-after': '7' },
    });
    expect(await named({ answer: 'saml' })).toMatchObject({ status: 403 });
    expect(await named({ answer: 'ip-allow-list' })).toMatchObject({ status: 403 });
    expect(await named({ answer: 'not-accessible' })).toMatchObject({ status: 403 });
    expect(await named({ answer: 'not-found' })).toMatchObject({ status: 404 });
    expect(await named({ answer: 'bad-credentials' })).toMatchObject({ status: 401 });
    expect(await named({ answer: 'server-error' })).toMatchObject({ status: 500 });
    expect(await named({ status: 422, body: { message: 'own' } })).toMatchObject({
      status: 422,
      message: 'own',
    });
  });

  test('can answer a page instead of JSON, as what stands before the API does', async () => {
    const made = await withRule({ effect: { answer: 'bad-gateway' } });
    const answer = await made.http('GET', REPO);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<h1>502');
    made.github.faults.set([
      { effect: { status: 503, body: 'soon', retry_after: 'Wed, 21 Oct 2026 07:28:00 GMT' } },
    ]);
    const unavailable = await made.http('GET', REPO);
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([
      503,
      'Wed, 21 Oct 2026 07:28:00 GMT',
    ]);
  });

  test('hits by method and path, the nth, every so-many-th, and goes when it is cleared', async () => {
    const made = await withRule(
      {
        match: { method: 'post', path: '/repos/*/*/issues/*/comments' },
        when: { nth: [2] },
        effect: { status: 500 },
      },
      { match: { path: '/rate_limit' }, when: { every: 2 }, effect: { status: 500 } },
    );
    await say(made);
    expect((await refusal(say(made))).status).toBe(500);
    await say(made);
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await made.http('GET', '/rate_limit')).status);
    expect(statuses).toEqual([200, 500, 200, 500]);
    expect((await made.http('GET', REPO)).status).toBe(200);
    made.github.faults.set([{ match: { path: '**' }, effect: { status: 500 } }]);
    expect((await made.http('GET', REPO)).status).toBe(500);
    made.github.faults.clear();
    expect((await made.http('GET', REPO)).status).toBe(200);
  });

  test('of probability hits the same requests for the same seed', async () => {
    const made = await withRule();
    const run = async (seed: number) => {
      made.github.faults.set([{ when: { probability: 0.5 }, effect: { status: 500 } }], seed);
      const statuses = [];
      for (let turn = 0; turn < 16; turn += 1) statuses.push((await made.http('GET', '/versions')).status);
      return statuses.join(' ');
    };
    const first = await run(7);
    expect(first).toContain('200');
    expect(first).toContain('500');
    expect(await run(7)).toBe(first);
    expect(await run(8)).not.toBe(first);
  });

  test('can cut the connection before anything happened, or after, without an answer', async () => {
    const made = await withRule({ when: { nth: [1] }, effect: { reset: true } });
    await expect(made.http('POST', `${REPO}/issues/1/comments`, { body: 'lost' })).rejects.toThrow();
    expect(made.repository.comments(1)).toEqual([]);
    made.github.faults.set([{ when: { nth: [1] }, effect: { drop_answer: true } }]);
    await expect(made.http('POST', `${REPO}/issues/1/comments`, { body: 'done' })).rejects.toThrow();
    expect(made.repository.comments(1).map(({ body }) => body)).toEqual(['done']);
    expect(made.github.journal.calls({ method: 'POST' }).map(({ status, fault }) => [status, fault])).toEqual(
      [
        [null, true],
        [null, true],
      ],
    );
  });

  test('can cut an answer short', async () => {
    const made = await withRule({ effect: { truncate_at: 10 } });
    const answer = await made.http('GET', REPO);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test('can keep an answer waiting; closing the double ends the wait', async () => {
    const made = await withRule({ effect: { delay_ms: 60_000 } });
    const outcome = made.http('GET', REPO).then(
      () => 'answered',
      () => 'cut',
    );
    while (made.github.pending() === 0) await nextTurn();
    await made.github.close();
    expect(await outcome).toBe('cut');
    const quick = await withRule({ effect: { delay_ms: 1 } });
    expect((await quick.http('GET', REPO)).status).toBe(200);
  });

  test('that is misspelt is refused', async () => {
    const { github } = await createFixture();
    const set = (rule: unknown) => () => github.faults.set([rule as FaultRule]);
    expect(set({ effect: { sttus: 500 } })).toThrow('sttus');
    expect(set({ effect: {} })).toThrow('must say what happens');
    expect(set({ effect: { answer: 'teapot' } })).toThrow('answer');
    expect(set({ when: { nth: [1], every: 2 }, effect: { reset: true } })).toThrow('one of');
  });
});

describe('the journal', () => {
  test('knows who asked for what and what came of it, and no token', async () => {
    const made = await withRule();
    await say(made);
    await made.http('GET', `${REPO}/pulls?state=all`);
    await made.http('GET', REPO, undefined, { Authorization: 'token ghs_somebodyElsesToken123' });
    const { journal } = made.github;
    expect(journal.entries()).toMatchObject([
      {
        seq: 1,
        method: 'POST',
        path: `${REPO}/issues/1/comments`,
        operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        status: 201,
        by: 'github-actions[bot]',
        request: { body: 'x' },
        response: { body: 'x' },
        fault: false,
      },
      { seq: 2, path: `${REPO}/pulls`, query: 'state=all', by: 'github-actions[bot]' },
      { seq: 3, status: 401, by: 'unknown token' },
    ]);
    const text = JSON.stringify(journal.entries());
    expect(text).not.toContain(made.token);
    expect(text).not.toContain('somebodyElsesToken');
  });

  test('takes tokens out of bodies, and keeps everything else that was sent', async () => {
    const made = await withRule();
    const { at, github, repository } = made;
    const token = github.addToken({
      kind: 'actions',
      token: 'looks-like-no-token',
      repository: repository.fullName,
      permissions: { issues: 'write' },
    });
    const octokit = clientOf(github, token);
    await octokit.rest.issues.createComment({ ...at, issue_number: 1, body: `a secret: hunter2, ${token}` });
    expect(made.github.journal.calls()[0]?.request).toEqual({ body: 'a secret: hunter2, ***' });
    const verdict = made.github.journal.verify({ never_contains: ['hunter2'] });
    expect(verdict).toEqual({ ok: false, failures: ['never_contains[0]: found in calls 1'] });
  });

  test('judges how often something was asked for', async () => {
    const made = await withRule();
    const { journal } = made.github;
    await say(made);
    const mark = journal.mark();
    await say(made);
    const comments = { method: 'POST', path: '/repos/*/*/issues/*/comments' };
    expect(journal.calls(comments)).toHaveLength(2);
    expect(journal.calls(comments, mark)).toHaveLength(1);
    const verify = (expectation: object, after = 0) =>
      journal.verify({ after, expect: [{ match: comments, ...expectation }] }).failures;
    expect(verify({ times: 2 })).toEqual([]);
    expect(verify({ times: 1 }, mark)).toEqual([]);
    expect(verify({})).toEqual([]);
    expect(verify({ at_most: 1 })).toEqual([expect.stringContaining('2 calls match')]);
    expect(verify({ at_least: 3 })).toEqual([expect.stringContaining('wanted at least 3')]);
    expect(journal.verify({ expect: [{ match: { path: '/none' } }] }).ok).toBe(false);
    expect(journal.summary()).toEqual([
      {
        operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        count: 2,
        statuses: [201],
      },
    ]);
    journal.clear();
    expect(journal.entries()).toEqual([]);
  });
});
