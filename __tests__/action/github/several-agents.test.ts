import { describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { encodeSection, parseSections } from '../../../src/action/report/sections.ts';
import { liveIn, renderAsGitHub } from '../support/github-markdown.ts';
import { connectionOf, type GitHubFixture, onGitHub, onPullRequest, startFixture } from './support.ts';

const INPUTS = { 'github-deployment': 'false' };

/** Creates the job of one agent of the matrix for pull request 7. */
async function jobOf(fixture: GitHubFixture, name: string, more: Record<string, string> = {}) {
  const it = await onGitHub({ fixture, inputs: { ...INPUTS, 'deployment-name': name, ...more } });
  onPullRequest(it);
  return it;
}
type Job = Awaited<ReturnType<typeof jobOf>>;

/**
 * Runs the jobs at the same time. A job's wait before it reads the comment again ends when no other job is between a
 * read and a write of the comment, as with real delays, which are longer than requests.
 */
async function runTogether(jobs: readonly Job[]) {
  const writing = new Set<Job>();
  const runs = jobs.map(async (job) => {
    const { hook } = connectionOf(job).octokit;
    hook.before('request', ({ method }) => {
      if (method === 'GET') writing.add(job);
    });
    hook.after('request', (_response, { method }) => {
      if (method !== 'GET') writing.delete(job);
    });
    job.world.githubLimits = {
      ...job.world.githubLimits,
      finishTimeoutMs: WAIT_LIMIT_MS,
      sleep: async (_ms, signal) => {
        writing.delete(job);
        while (writing.size > 0) {
          signal?.throwIfAborted();
          await new Promise(setImmediate);
        }
      },
    };
    try {
      return await job.world.run();
    } finally {
      writing.delete(job);
    }
  });
  return Promise.all(runs);
}

const comments = ({ repository }: GitHubFixture) => repository.comments(7).map(({ body }) => body);
const bodyOf = (fixture: GitHubFixture) => comments(fixture)[0] ?? '';
const headlineOf = (fixture: GitHubFixture) => /### (.*)/.exec(bodyOf(fixture))?.[1];
const states = (fixture: GitHubFixture) =>
  Object.fromEntries(parseSections(bodyOf(fixture)).known.map(({ agent, kind }) => [agent, kind]));

/** Makes the build of the job's next rollout fail. */
function failNext({ world }: Job): void {
  world.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
}

describe('the jobs of a matrix on one pull request', () => {
  async function simultaneous(more: Record<string, string>) {
    const fixture = await startFixture();
    const jobs = await Promise.all(
      ['billing', 'support', 'search'].map((name) => jobOf(fixture, name, more)),
    );
    const [, support, search] = jobs;
    if (!support || !search) throw new Error('three jobs are expected');
    failNext(support);
    search.world.controlPlane.nextRollout = ['BUILDING', 'DEPLOYING', 'DEPLOYING', 'DEPLOYED'];
    // GitHub executes some requests late, so one job's request may overtake another's.
    fixture.github.faults.set([
      { match: { path: /comments/ }, when: { nth: [2, 5, 9] }, effect: { delay_ms: 25 } },
    ]);
    const runs = await runTogether(jobs);
    const warnings = runs.flatMap(({ host }) =>
      host.annotations.filter(({ title }) => title.includes('GitHub')),
    );
    expect(warnings).toEqual([]);
    expect(comments(fixture)).toHaveLength(1);
    return { fixture, runs };
  }

  test('share one comment if they run at the same time', async () => {
    const { fixture, runs } = await simultaneous({ paths: '**' });
    expect(states(fixture)).toEqual({ billing: 'deployed', search: 'deployed', support: 'failed' });
    expect(headlineOf(fixture)).toBe('🔴 2 of 3 agents are deployed, 1 failed');
    const ids = runs.map(({ host }) => host.outputs['comment-id']);
    expect(new Set(ids)).toEqual(new Set([String(fixture.repository.comments(7)[0]?.id)]));
  });

  test('share one comment if they run at the same time without `paths`', async () => {
    const { fixture } = await simultaneous({});
    expect(Object.keys(states(fixture))).toEqual(['billing', 'search', 'support']);
  });

  test('show in their comment a cancelled job, and then the success of its second attempt', async () => {
    const fixture = await startFixture();
    await (await jobOf(fixture, 'billing')).world.run();
    const search = await jobOf(fixture, 'search');
    search.world.controlPlane.nextRollout = Array.from({ length: 9 }, () => 'BUILDING');
    search.world.clock.at(1_500, () => search.world.cancel.abort());
    await search.world.run();
    expect(headlineOf(fixture)).toBe('⚪ 1 of 2 agents is deployed, 1 was cancelled');
    const again = await jobOf(fixture, 'search');
    again.world.env['GITHUB_RUN_ATTEMPT'] = '2';
    await again.world.run();
    expect(headlineOf(fixture)).toBe('🟢 Both agents are deployed');
  });

  test('show in their comment the result of the later attempt even if an earlier attempt reports afterwards', async () => {
    const fixture = await startFixture();
    await (await jobOf(fixture, 'billing')).world.run();
    const early = await jobOf(fixture, 'search');
    failNext(early);
    const late = await jobOf(fixture, 'search');
    late.world.env['GITHUB_RUN_ATTEMPT'] = '2';
    await late.world.run();
    await early.world.run();
    expect(states(fixture)).toEqual({ billing: 'deployed', search: 'deployed' });
  });

  test('list in their comment an agent without a report for the newest commit, and an agent whose job never ended', async () => {
    const fixture = await startFixture();
    const billing = await jobOf(fixture, 'billing');
    await billing.world.run();
    await (await jobOf(fixture, 'search')).world.run();
    const sections = parseSections(bodyOf(fixture));
    const [first] = sections.known;
    if (first === undefined) throw new Error('the comment has no section');
    // The job of the agent `support` was lost together with its runner.
    const lost = { ...first, agent: 'support', kind: 'started', reason: '' };
    const [comment] = fixture.repository.comments(7);
    if (comment) comment.body += `\n${encodeSection(lost)}`;
    fixture.repository.setFiles('topic-7', { 'a.ts': 'y' });
    onPullRequest(billing, 7, 'synchronize');
    billing.world.env['GITHUB_RUN_ID'] = '4712';
    await billing.world.run();
    expect(headlineOf(fixture)).toBe('🟡 1 of 3 agents is deployed, 1 did not report, 1 has not reported');
    const short = fixture.repository.head('topic-7').slice(0, 7);
    expect(bodyOf(fixture)).toContain(`has not reported for [\`${short}\`]`);
  });
});

describe('two steps of one job', () => {
  test('share one comment, and the first step sends no more requests than it would without the second step', async () => {
    const fixture = await startFixture();
    await (await jobOf(fixture, 'billing')).world.run();
    const id = fixture.repository.comments(7)[0]?.id;
    expect(fixture.requests()).toEqual([
      'GET /issues/7/comments',
      'POST /issues/7/comments',
      'GET /issues/7/comments',
      `PATCH /issues/comments/${id}`,
    ]);
    expect(headlineOf(fixture)).toBe('🟢 billing is deployed');
    await (await jobOf(fixture, 'search')).world.run();
    expect(comments(fixture)).toHaveLength(1);
    expect(headlineOf(fixture)).toBe('🟢 Both agents are deployed');
    expect(renderAsGitHub(bodyOf(fixture)).rows.map((cells) => cells[0])).toEqual(
      expect.arrayContaining(['Agent', '🟢 billing', '🟢 search']),
    );
  });

  test('have separate comments if their comment keys differ', async () => {
    const fixture = await startFixture();
    await (await jobOf(fixture, 'billing', { 'comment-key': 'billing' })).world.run();
    await (await jobOf(fixture, 'search', { 'comment-key': 'search' })).world.run();
    expect(comments(fixture)).toHaveLength(2);
  });
});

describe('an edited comment of several agents', () => {
  async function edited(edit: (body: string) => string) {
    const fixture = await startFixture();
    await (await jobOf(fixture, 'billing')).world.run();
    await (await jobOf(fixture, 'support')).world.run();
    const [comment] = fixture.repository.comments(7);
    if (comment) comment.body = edit(comment.body);
    await (await jobOf(fixture, 'search')).world.run();
    return fixture;
  }

  // docs/security/pull-requests.md#stored-sections-inert
  test('does not add markup or mentions from its sections to the next comment', async () => {
    const bait = '@octo-org/all <img src=x> [x](https://evil.example.org)';
    const fixture = await edited((body) => {
      const [first, ...others] = parseSections(body).known;
      if (first === undefined) throw new Error('the comment has no section');
      const hostile = {
        ...first,
        kind: 'failed',
        reason: 'build-failed',
        message: bait,
        ids: [['x', bait]] satisfies [string, string][],
      };
      return [body.split('\n')[0], bait, '', hostile, ...others]
        .map((line) => (typeof line === 'object' ? encodeSection(line) : line))
        .join('\n');
    });
    expect(states(fixture)).toEqual({ billing: 'failed', search: 'deployed', support: 'deployed' });
    const rendered = renderAsGitHub(bodyOf(fixture));
    expect(liveIn(rendered)).toEqual([]);
    expect(rendered.links.join()).not.toContain('evil');
  });

  test.each<[string, (body: string) => string, Record<string, string>]>([
    ['has no sections left', (body) => body.split('\n\n', 1).join(), { search: 'deployed' }],
    [
      'has a damaged section',
      (body) => body.replace('"agent":"billing"', '"agent":7'),
      { search: 'deployed', support: 'deployed' },
    ],
  ])('is replaced by a valid comment if it %s', async (_what, edit, expected) => {
    const fixture = await edited(edit);
    expect(comments(fixture)).toHaveLength(1);
    expect(states(fixture)).toEqual(expected);
  });

  // docs/security/pull-requests.md#stored-sections-author
  test('by another author is neither read nor changed, even if it contains valid sections', async () => {
    const fixture = await startFixture();
    await (await jobOf(fixture, 'billing')).world.run();
    const theirs = bodyOf(fixture).replaceAll('billing', 'evil-agent');
    const stranger = fixture.repository.addComment(7, theirs, 'mallory');
    await (await jobOf(fixture, 'search')).world.run();
    expect(stranger.body).toBe(theirs);
    expect(states(fixture)).toEqual({ billing: 'deployed', search: 'deployed' });
  });
});

describe('a comment of several agents with a gate', () => {
  test('has a column with the result of the gate', async () => {
    const fixture = await startFixture();
    const verify = {
      seed: 'any',
      cases: [{ name: 'greets', input: 1, expect: { state: { mood: 'good' } } }],
    };
    const billing = await jobOf(fixture, 'billing', { verify: JSON.stringify(verify) });
    billing.world.agent.values = { mood: 'good' };
    await billing.world.run();
    const search = await jobOf(fixture, 'search', { verify: JSON.stringify(verify) });
    search.world.agent.values = { mood: 'bad' };
    await search.world.run();
    expect(headlineOf(fixture)).toBe('🔴 1 of 2 agents is deployed, 1 failed');
    const [titles, worst, best] = renderAsGitHub(bodyOf(fixture)).rows;
    expect([titles?.[2], worst?.[2], best?.[2]]).toEqual([
      'Gate',
      '🔴 below a floor · 1 of 1 case failed',
      '✅ passed · 1 case',
    ]);
  });
});
