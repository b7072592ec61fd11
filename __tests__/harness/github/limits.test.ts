import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { conforms } from './conforms.ts';
import { clientOf, EVERYTHING, refusal, createFixture, type GitHubFixture } from './support.ts';

const REPO = 'octo-org/echo-agent';

conforms('Rate limits for the REST API', [
  [
    'documented',
    'a workflow’s token has 1,000 requests an hour, and every answer says what is left',
    async ({ octokit, at, http }) => {
      const { headers } = await octokit.rest.repos.get(at);
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': '999',
        'x-ratelimit-used': '1',
        'x-ratelimit-resource': 'core',
        'x-ratelimit-reset': String(Date.parse('2026-03-01T13:00:00Z') / 1000),
      });
      const missing = await http('GET', `/repos/${REPO}/pulls/99`);
      expect(missing.headers.get('x-ratelimit-remaining')).toBe('998');
    },
  ],
  [
    'documented',
    'personal tokens have 5,000, all of a user’s together; anonymous callers have 60',
    async ({ github, at }) => {
      const [one, two] = ['a', 'b'].map(() =>
        clientOf(github, github.addToken({ kind: 'classic', login: 'mona', scopes: ['repo'] })),
      );
      await one?.rest.repos.get(at);
      expect((await two?.rest.repos.get(at))?.headers['x-ratelimit-remaining']).toBe('4998');
      const anonymous = await fetch(`${github.apiUrl}/repos/${REPO}`, { headers: { 'User-Agent': 'x' } });
      expect(anonymous.headers.get('x-ratelimit-limit')).toBe('60');
    },
  ],
  [
    'documented',
    'a used-up hour is 403 with nothing remaining and when it begins anew, and then it does',
    async ({ github, token, octokit, at, wait }) => {
      github.setRateLimit(token, { remaining: 1, resetInSeconds: 120 });
      await octokit.rest.repos.get(at);
      const refused = await refusal(octokit.rest.repos.get(at));
      expect(refused).toMatchObject({
        status: 403,
        message: expect.stringMatching(/^API rate limit exceeded for installation ID \d+/),
      });
      expect(refused.headers).toMatchObject({
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Date.parse('2026-03-01T12:02:00Z') / 1000),
      });
      wait(120_000);
      expect((await octokit.rest.repos.get(at)).headers['x-ratelimit-remaining']).toBe('999');
    },
  ],
  [
    'documented',
    'asking for the limits costs nothing, even when nothing is left',
    async ({ github, token, octokit }) => {
      github.setRateLimit(token, { remaining: 0 });
      const { data } = await octokit.rest.rateLimit.get();
      expect(data.resources.core).toMatchObject({ limit: 1000, remaining: 0, used: 1000 });
      expect(data.rate).toEqual(data.resources.core);
    },
  ],
  [
    'documented',
    'a secondary limit is told in its own words, with or without Retry-After',
    async ({ github, octokit, at }) => {
      github.faults.set([{ effect: { answer: 'secondary-rate-limit', retry_after: 30 } }]);
      const refused = await refusal(octokit.rest.repos.get(at));
      expect(refused).toMatchObject({
        status: 403,
        message: expect.stringContaining('You have exceeded a secondary rate limit'),
      });
      expect(refused.headers['retry-after']).toBe('30');
      expect(refused.headers['x-ratelimit-remaining']).not.toBe('0');
      github.faults.set([{ effect: { answer: 'secondary-rate-limit', status: 429, retry_after: null } }]);
      const other = await refusal(octokit.rest.repos.get(at));
      expect(other.status).toBe(429);
      expect(other.headers).not.toHaveProperty('retry-after');
    },
  ],
]);

conforms('Best practices for using the REST API', [
  [
    'documented',
    'an answer known by its ETag is 304 without a body, costs nothing, and is new once something changed',
    async ({ http, repository }) => {
      const path = `/repos/${REPO}/deployments`;
      const first = await http('GET', path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"[0-9a-f]{64}"$/);
      const again = await http('GET', path, undefined, { 'If-None-Match': tag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('x-ratelimit-remaining')).toBe(first.headers.get('x-ratelimit-remaining'));
      repository.startJob({ ref: 'main', sha: repository.head(), runId: '1', environment: 'production' });
      expect((await http('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
    },
  ],
]);

test('a used-up hour can be told as 429, and too much content in a minute is refused where that is switched on', async () => {
  const strict = await createFixture({
    rateLimits: { limit: 5, status: 429, content: { perMinute: 2, perHour: 3 } },
  });
  const { octokit, at, repository, wait } = strict;
  repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
  const say = () => octokit.rest.issues.createComment({ ...at, issue_number: 1, body: 'x' });
  await say();
  await say();
  expect(await refusal(say())).toMatchObject({
    status: 403,
    message: expect.stringContaining('temporarily blocked from content creation'),
  });
  wait(61_000);
  await say();
  await refusal(say());
  expect((await refusal(say())).status).toBe(429);
  expect(repository.comments(1)).toHaveLength(3);
});

describe('Using pagination in the REST API', () => {
  async function listing(count: number): Promise<GitHubFixture> {
    const made = await createFixture({ permissions: EVERYTHING });
    made.repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    for (let index = 1; index <= count; index += 1) made.repository.addComment(1, String(index));
    return made;
  }
  const linksOf = (answer: Response): Record<string, string> =>
    Object.fromEntries(
      Array.from((answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g), ([, url, rel]) => [
        rel ?? '',
        url ?? '',
      ]),
    );
  const PATH = `/repos/${REPO}/issues/1/comments`;

  test('documented: pages have 30 items unless asked for, 100 at most; what makes no sense counts as not said', async () => {
    const { http } = await listing(120);
    const sizes = async (query: string) =>
      ((await (await http('GET', `${PATH}?${query}`)).json()) as unknown[]).length;
    expect(await sizes('')).toBe(30);
    expect(await sizes('per_page=100')).toBe(100);
    expect(await sizes('per_page=1000')).toBe(100);
    expect(await sizes('per_page=0')).toBe(30);
    expect(await sizes('per_page=ten')).toBe(30);
    expect(await sizes('page=0')).toBe(30);
    expect(await sizes('per_page=100&page=2')).toBe(20);
    expect(await sizes('per_page=100&page=3')).toBe(0);
  });

  test('documented: links are absolute, keep the query, and go by the repository’s id', async () => {
    const { http, github, repository } = await listing(70);
    const base = `${github.apiUrl}/repositories/${repository.id}/issues/1/comments`;
    const first = await http('GET', `${PATH}?per_page=30&since=2020-01-01T00:00:00Z`);
    const query = 'per_page=30&since=2020-01-01T00%3A00%3A00Z';
    expect(linksOf(first)).toEqual({ next: `${base}?${query}&page=2`, last: `${base}?${query}&page=3` });
    const middle = linksOf(await http('GET', linksOf(first)['next']?.slice(github.apiUrl.length) ?? ''));
    expect(Object.keys(middle)).toEqual(['prev', 'next', 'last', 'first']);
    const last = linksOf(await http('GET', `${PATH}?page=3`));
    expect(Object.keys(last)).toEqual(['prev', 'first']);
  });

  test('documented: no Link header when everything fits on one page', async () => {
    const { http } = await listing(30);
    expect((await http('GET', PATH)).headers.has('link')).toBe(false);
  });

  test('following `next` from any page size shows every item once, in order', async () => {
    const { http, github } = await listing(57);
    const sizes = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        const seen: string[] = [];
        let path: string | undefined = `${PATH}?per_page=${size}`;
        while (path !== undefined) {
          const answer: Response = await http('GET', path);
          seen.push(...((await answer.json()) as { body: string }[]).map(({ body }) => body));
          path = linksOf(answer)['next']?.slice(github.apiUrl.length);
        }
        expect(seen).toEqual(Array.from({ length: 57 }, (_, index) => String(index + 1)));
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 8, examples: [[1], [57], [56], [100]] },
    );
  });
});
