import { expect } from '@jest/globals';
import { conforms } from './conforms.ts';
import { refusal, type GitHubFixture } from './support.ts';

const numbers = (pulls: { number: number }[]) => pulls.map(({ number }) => number);

/** #1 from a fork, #2 merged, #3 closed, #4 open on a branch of the repository. */
function several(world: GitHubFixture): GitHubFixture {
  const { github, repository, wait } = world;
  github.addRepository({ fullName: 'mona/echo-agent', forkOf: 'octo-org/echo-agent' });
  repository.addPullRequest({
    number: 1,
    head: { repository: 'mona/echo-agent', ref: 'main', files: { f: '1' } },
  });
  for (const [number, ref] of [
    [2, 'two'],
    [3, 'three'],
    [4, 'four'],
  ] as const) {
    wait(1_000);
    repository.addPullRequest({ number, head: { ref, files: { [ref]: '1' } } });
  }
  repository.closePullRequest(2, { merged: true });
  repository.closePullRequest(3);
  return world;
}

conforms('REST API endpoints for pull requests', [
  [
    'documented',
    'lists hold open ones, newest first, unless the state is asked for; closed includes merged',
    async (world) => {
      const { octokit, at } = several(world);
      const list = async (more: { state?: 'open' | 'closed' | 'all' } = {}) =>
        numbers((await octokit.rest.pulls.list({ ...at, ...more })).data);
      expect(await list()).toEqual([4, 1]);
      expect(await list({ state: 'closed' })).toEqual([3, 2]);
      expect(await list({ state: 'all' })).toEqual([4, 3, 2, 1]);
    },
  ],
  [
    'documented',
    '`head` is owner:branch, `base` a branch; the direction can be turned',
    async (world) => {
      const { octokit, at } = several(world);
      const list = async (more: Record<string, string>) =>
        numbers(
          (await octokit.request('GET /repos/{owner}/{repo}/pulls', { ...at, state: 'all', ...more })).data,
        );
      expect(await list({ head: 'mona:main' })).toEqual([1]);
      expect(await list({ head: 'octo-org:four' })).toEqual([4]);
      expect(await list({ head: 'octo-org:none' })).toEqual([]);
      expect(await list({ base: 'none' })).toEqual([]);
      expect(await list({ direction: 'asc' })).toEqual([1, 2, 3, 4]);
      expect(await list({ sort: 'updated', direction: 'asc' })).toEqual([1, 2, 3, 4]);
    },
  ],
  [
    'observed',
    '`head` without an owner is ignored: every pull request is answered',
    async (world) => {
      const { octokit, at } = several(world);
      expect(numbers((await octokit.rest.pulls.list({ ...at, head: 'four' })).data)).toEqual([4, 1]);
    },
  ],
  [
    'documented',
    'a single one has merged, mergeable and its numbers; those of a list do not',
    async (world) => {
      const { octokit, at } = several(world);
      const { data: listed } = await octokit.rest.pulls.list(at);
      for (const field of ['merged', 'mergeable', 'changed_files', 'comments']) {
        expect(listed[0]).not.toHaveProperty(field);
      }
      const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 4 });
      expect(data).toMatchObject({
        state: 'open',
        merged: false,
        mergeable: true,
        mergeable_state: 'clean',
        merged_at: null,
        closed_at: null,
        commits: 1,
        changed_files: 1,
        additions: 1,
        deletions: 0,
      });
    },
  ],
  [
    'documented',
    'a merged one is closed, with when, by whom and as which commit; one closed without a merge is not merged',
    async (world) => {
      const { octokit, at, repository } = several(world);
      const { data: merged } = await octokit.rest.pulls.get({ ...at, pull_number: 2 });
      expect(merged).toMatchObject({ state: 'closed', merged: true, merged_by: { login: 'octocat' } });
      expect(merged.merge_commit_sha).toBe(repository.head('main'));
      expect(merged.merged_at).not.toBeNull();
      const { data: closed } = await octokit.rest.pulls.get({ ...at, pull_number: 3 });
      expect(closed).toMatchObject({ state: 'closed', merged: false, merged_at: null });
      expect(closed.closed_at).not.toBeNull();
    },
  ],
  [
    'documented',
    'a push to the head branch moves head.sha and the test merge, and a closed one stands still',
    async (world) => {
      const { octokit, at, repository } = several(world);
      const before = (await octokit.rest.pulls.get({ ...at, pull_number: 4 })).data;
      const after = repository.setFiles('four', { more: '1' }).after;
      const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 4 });
      expect(data.head.sha).toBe(after);
      expect(data.merge_commit_sha).not.toBe(before.merge_commit_sha);
      const closed = (await octokit.rest.pulls.get({ ...at, pull_number: 3 })).data.head.sha;
      repository.setFiles('three', { more: '1' });
      expect((await octokit.rest.pulls.get({ ...at, pull_number: 3 })).data.head.sha).toBe(closed);
    },
  ],
  [
    'observed',
    'base.sha is that of the last push to the head: it does not follow the base branch',
    async (world) => {
      const { octokit, at, repository } = several(world);
      const base = async () => (await octokit.rest.pulls.get({ ...at, pull_number: 4 })).data.base.sha;
      const before = await base();
      repository.setFiles('main', { later: '1' });
      expect(await base()).toBe(before);
      repository.setFiles('four', { more: '1' });
      expect(await base()).toBe(repository.head('main'));
    },
  ],
  [
    'observed',
    'head.repo is null once the fork is deleted; the label and the commit stay',
    async (world) => {
      const { octokit, at, github } = several(world);
      const before = (await octokit.rest.pulls.get({ ...at, pull_number: 1 })).data;
      expect(before.head.repo).toMatchObject({ full_name: 'mona/echo-agent', fork: true });
      github.repository('mona/echo-agent').delete();
      const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 1 });
      expect(data.head).toMatchObject({ repo: null, label: 'mona:main', sha: before.head.sha });
      const { data: listed } = await octokit.rest.pulls.list(at);
      expect(listed.find(({ number }) => number === 1)?.head.repo).toBeNull();
    },
  ],
  [
    'documented',
    'mergeable is null while GitHub works it out, false with both sides changing one file',
    async (world) => {
      const { octokit, at, repository } = world;
      repository.addPullRequest({ number: 1, head: { ref: 'one' }, mergeabilityUnknown: true });
      repository.addPullRequest({ number: 2, head: { ref: 'two', files: { 'README.md': 'two' } } });
      repository.setFiles('main', { 'README.md': 'main' });
      const get = async (pull_number: number) => (await octokit.rest.pulls.get({ ...at, pull_number })).data;
      expect(await get(1)).toMatchObject({ mergeable: null, merge_commit_sha: null });
      expect(await get(2)).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
    },
  ],
  [
    'documented',
    'files are listed over pages, at most 3,000 of them, with how each changed',
    async (world) => {
      const { octokit, at, repository } = world;
      const files = Object.fromEntries(Array.from({ length: 3_100 }, (_, i) => [`f/${i}`, `${i}\n`]));
      repository.setFiles('main', { old: 'some\ntext\n', gone: 'x\n', edited: 'a\nb\nc\n' });
      repository.addPullRequest({ number: 1, head: { ref: 'big', files } });
      repository.pushCommits('small', [
        { files: { gone: null, edited: 'a\nB\nc\nd\n' }, renames: { old: 'new' } },
      ]);
      repository.addPullRequest({ number: 2, head: { ref: 'small' } });
      const list = octokit.rest.pulls.listFiles;
      expect((await list({ ...at, pull_number: 1 })).data).toHaveLength(30);
      const all = await octokit.paginate(list, { ...at, pull_number: 1, per_page: 100 });
      expect(all).toHaveLength(3_000);
      const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 1 });
      expect(data.changed_files).toBe(3_100);
      const small = (await list({ ...at, pull_number: 2 })).data;
      expect(
        small.map((file) => [
          file.filename,
          file.status,
          file.previous_filename,
          file.additions,
          file.deletions,
        ]),
      ).toEqual([
        ['edited', 'modified', undefined, 2, 1],
        ['gone', 'removed', undefined, 0, 1],
        ['new', 'renamed', 'old', 0, 0],
      ]);
    },
  ],
  [
    'documented',
    'the pull requests of a commit are found by it',
    async (world) => {
      const { octokit, at, repository } = several(world);
      const find = async (commit_sha: string) =>
        numbers((await octokit.rest.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha })).data);
      expect(await find(repository.head('four'))).toEqual([4]);
      expect(await find(repository.head('main'))).toEqual([2]);
      expect(await find(repository.head('three'))).toEqual([]);
    },
  ],
  [
    'documented',
    'one that is not there is 404, and an issue is no pull request',
    async (world) => {
      const { octokit, at, repository } = world;
      repository.addIssue({ number: 9 });
      for (const pull_number of [1, 9]) {
        expect((await refusal(octokit.rest.pulls.get({ ...at, pull_number }))).status).toBe(404);
      }
      const { data } = await octokit.rest.issues.get({ ...at, issue_number: 9 });
      expect(data).not.toHaveProperty('pull_request');
    },
  ],
  [
    'documented',
    'the numbers of issues and pull requests are one sequence, and a pull request is an issue too',
    async (world) => {
      const { octokit, at, repository } = world;
      repository.addIssue();
      expect(repository.addPullRequest({ head: { ref: 'topic' } }).issue.number).toBe(2);
      const { data } = await octokit.rest.issues.get({ ...at, issue_number: 2 });
      expect(data.pull_request?.html_url).toBe('https://github.com/octo-org/echo-agent/pull/2');
    },
  ],
  [
    'documented',
    'one that was closed can be opened again, and takes in what was pushed meanwhile',
    async (world) => {
      const { octokit, at, repository } = several(world);
      const pushed = repository.setFiles('three', { later: '1' }).after;
      repository.reopenPullRequest(3);
      const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 3 });
      expect(data).toMatchObject({ state: 'open', closed_at: null, head: { sha: pushed } });
      expect(() => repository.reopenPullRequest(2)).toThrow('#2 was merged');
    },
  ],
]);
