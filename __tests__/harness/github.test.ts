import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository } from '../../harness/git.ts';
import { holding } from '../../harness/github/fake.ts';
import type { FaultRule } from '../../harness/github/faults.ts';
import { startFixture } from '../action/github/support.ts';

// Tests that the simulated GitHub does not differ from GitHub in a way that no test of the action would detect.

const AT = { owner: 'octo-org', repo: 'echo-agent' };
const DEPLOY = { ...AT, ref: 'main', required_contexts: [] };
const HERE = { ...AT, issue_number: 1 };

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(undo.splice(0).map((one) => one()));
});

/** Starts a GitHub with pull request 1, and creates a client. */
async function start() {
  const fixture = await startFixture();
  fixture.repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
  const { octokit } = (await fixture.connect()).connection;
  return { ...fixture, octokit, rest: octokit.rest };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Returns the status and the message of a call that is refused. */
const refused = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => {
      const { status, message } = error as { status: number; message: string };
      return `${status} ${message}`;
    },
  );

describe('the GitHub double of the tests', () => {
  const status = (more: object, { rest, repository }: Started) => {
    const details = { sha: repository.head(), ref: 'main', environment: 'e', payload: {} };
    const { id } = repository.addDeployment({ ...details, transient: false, production: false });
    return rest.repos.createDeploymentStatus({ ...AT, deployment_id: id, state: 'success', ...more });
  };
  test.each<[string, string, (it: Started) => Promise<unknown>]>([
    ['an unknown ref', '422 No ref', ({ rest }) => rest.repos.createDeployment({ ...DEPLOY, ref: 'x' })],
    [
      'an environment without a name',
      '422 Invalid request',
      ({ rest }) => rest.repos.createDeployment({ ...DEPLOY, environment: '' }),
    ],
    ['a description of 141 letters', '422 Validation', (it) => status({ description: 'é'.repeat(141) }, it)],
    ['a log URL that is not a web page', '422 Validation', (it) => status({ log_url: 'file:///log' }, it)],
    [
      'an agent URL that is not a web page',
      '422 Validation',
      (it) => status({ environment_url: 'my-agent' }, it),
    ],
    ['a state that does not exist', '422 Invalid request', (it) => status({ state: 'done' }, it)],
    [
      'a comment of 65,537 letters',
      '422 Validation',
      ({ rest }) => rest.issues.createComment({ ...HERE, body: 'é'.repeat(65_537) }),
    ],
    ['an empty comment', '422 Validation', ({ rest }) => rest.issues.createComment({ ...HERE, body: ' ' })],
    [
      'a pull request that does not exist',
      '404 Not Found',
      ({ rest }) => rest.pulls.get({ ...AT, pull_number: 2 }),
    ],
    [
      'a request that the double does not support',
      '501 GET /meta is not served',
      ({ rest }) => rest.meta.get(),
    ],
  ])('rejects %s, like GitHub', async (_what, words, call) => {
    expect(await refused(call(await start()))).toMatch(new RegExp(`^${words}`));
  });

  test('accepts a value at the length limit', async () => {
    const it = await start();
    expect((await status({ description: '🚀'.repeat(140) }, it)).status).toBe(201);
    expect((await it.rest.issues.createComment({ ...HERE, body: '🚀'.repeat(65_536) })).status).toBe(201);
  });

  test('rejects a deployment while a check of the commit is pending, unless the request requires no checks', async () => {
    const { rest, repository } = await start();
    const job = repository.startJob({ ref: 'main', sha: repository.head(), runId: '1', name: 'ci' });
    const deploy = (more: { required_contexts?: string[] }) =>
      refused(rest.repos.createDeployment({ ...AT, ref: 'main', ...more }));
    expect(await deploy({})).toMatch(/^409 Conflict/);
    expect(await deploy({ required_contexts: ['ci'] })).toMatch(/^409/);
    expect(await deploy({ required_contexts: [] })).toBe('answered');
    job.finish('success');
    expect(await deploy({})).toBe('answered');
  });

  test('merges an outdated branch instead of deploying it, unless auto_merge is off', async () => {
    const { rest, repository } = await start();
    repository.setFiles('main', { later: '1' });
    const merged = await rest.repos.createDeployment({ ...DEPLOY, ref: 'topic' });
    expect([merged.status, repository.deployments()]).toEqual([202, []]);
    await rest.repos.createDeployment({ ...DEPLOY, ref: 'topic', auto_merge: false });
    expect(repository.deployments()).toHaveLength(1);
  });

  test('rejects a token of another repository for writes and for private data', async () => {
    const { github, connect, repository } = await start();
    github.addRepository({ fullName: 'octo-org/other' });
    const permissions = { issues: 'write', 'pull-requests': 'read' } as const;
    const other = await connect({ kind: 'actions', repository: 'octo-org/other', permissions });
    const { rest } = other.connection.octokit;
    const read = () => refused(rest.pulls.get({ ...AT, pull_number: 1 }));
    expect(await refused(rest.issues.createComment({ ...HERE, body: 'x' }))).toMatch(/^403/);
    expect(await read()).toBe('answered');
    repository.private = true;
    expect(await read()).toMatch(/^404/);
  });
});

test('the GitHub double lists 30 items by default and at most 100 per page, with links to the other pages', async () => {
  const { octokit, rest, repository } = await start();
  for (let index = 0; index < 120; index += 1) repository.addComment(1, `${index}`);
  const pages = [{}, { per_page: 1000 }, { per_page: 100, page: 2 }, { page: 9 }].map(async (page) => {
    const { data, headers } = await rest.issues.listComments({ ...HERE, ...page });
    return [data.length, [...(headers.link ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel).join()];
  });
  expect(await Promise.all(pages)).toEqual([
    [30, 'next,last'],
    [100, 'next,last'],
    [20, 'prev,first'],
    [0, 'prev,first'],
  ]);
  const all = await octokit.paginate(rest.issues.listComments, { ...HERE, per_page: 7 });
  expect(all.map(({ body }) => Number(body))).toEqual(Array.from({ length: 120 }, (_, index) => index));
});

describe('a fault rule of the GitHub double', () => {
  test.each<[FaultRule['effect'], number, number]>([
    [{ reset: true }, 0, 500],
    [{ answer: 'bad-gateway' }, 0, 502],
    [{ drop_answer: true }, 1, 500],
    [{ delay_ms: 1 }, 1, 201],
  ])('of kind %j executes the request %i times', async (effect, times, status) => {
    const { github, repository, rest } = await start();
    github.faults.set([{ match: { method: 'POST' }, when: { nth: [2] }, effect }]);
    const say = () => rest.issues.createComment({ ...HERE, body: 'x' });
    await say();
    const answer = await say().catch((error: unknown) => error);
    expect(answer).toMatchObject({ status });
    expect(repository.comments(1)).toHaveLength(1 + times);
  });
});

test('a secret that is sent to GitHub is found in the journal, even if JSON escapes it', async () => {
  const { github, rest } = await start();
  await rest.issues.createComment({ ...HERE, body: 'it is "se\ncret"' });
  expect(holding(github.journal, ['se\ncret'])).toHaveLength(1);
  expect(holding(github.journal, ['another'])).toEqual([]);
});

test("a pull request's run has the merge commit, and a closed pull request still has its commits", async () => {
  const { repository, rest } = await start();
  const head = repository.head('topic');
  const { sha, ref } = repository.events.pullRequest(1, { action: 'opened' });
  expect([ref, sha === head, repository.resolve(sha)?.parents]).toEqual([
    'refs/pull/1/merge',
    false,
    [repository.head(), head],
  ]);
  const shown = async () => (await rest.pulls.get({ ...AT, pull_number: 1 })).data;
  const moved = repository.setFiles('topic', { more: '1' }).after;
  expect((await shown()).head.sha).toBe(moved);
  repository.closePullRequest(1);
  repository.setFiles('topic', { more: '2' });
  expect(await shown()).toMatchObject({ state: 'closed', head: { sha: moved } });
  repository.reopenPullRequest(1);
  expect(await shown()).toMatchObject({ state: 'open', head: { sha: repository.head('topic') } });
});

test('a git repository is imported, and its commits are compared as by git', async () => {
  const git = await createRepository({ 'README.md': 'x', gone: 'x' });
  undo.push(() => git.remove());
  const { object } = await git.tag('v1', { annotated: true });
  await git.branch('left');
  await git.commit({ 'src/ü a.ts': '1', gone: null });
  await git.git('checkout', '--quiet', 'main');
  await git.branch('right');
  await git.commit({ right: 'r' });
  await git.branch('both');
  await git.git('merge', '--quiet', '--no-ff', '-m', 'Merge left', 'left');
  await git.commit({ 'README.md': 'y' });
  const fixture = await startFixture();
  const repository = fixture.github.addRepository({ fullName: 'octo-org/real', files: null });
  const pushes = await repository.importGit(git.dir);
  expect(pushes.find(({ ref }) => ref === 'refs/tags/v1')).toMatchObject({
    before: null,
    after: object,
    head: { sha: await git.head('main') },
  });
  const { rest } = (await fixture.connect()).connection.octokit;
  for (const [base, head, status] of [
    ['main', 'both', 'ahead'],
    ['left', 'right', 'diverged'],
    ['both', 'left', 'behind'],
    ['right', 'both', 'ahead'],
    ['left', 'left', 'identical'],
  ]) {
    const place = { owner: 'octo-org', repo: 'real', basehead: `${base}...${head}` };
    const { data } = await rest.repos.compareCommitsWithBasehead(place);
    const changed = await git.git('diff', '--name-only', '-z', '--no-renames', `${base}...${head}`);
    expect([data.status, data.files?.map(({ filename }) => filename)]).toEqual([
      status,
      changed.split('\0').filter(Boolean).toSorted(),
    ]);
  }
  await git.git('reset', '--quiet', '--hard', 'main');
  const rewritten = await git.commit({ other: '1' }, 'Another way', { push: false });
  expect(await repository.importGit(git.dir)).toMatchObject([
    { ref: 'refs/heads/both', after: rewritten, forced: true },
  ]);
});
