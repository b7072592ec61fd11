import { expect } from '@jest/globals';
import { conforms } from './conforms.ts';
import { refusal } from './support.ts';

const files = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f/${String(i).padStart(4, '0')}`, `${i}\n`]));
const commits = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ message: `commit ${i + 1}`, files: { counter: `${i + 1}\n` } }));

conforms('REST API endpoints for commits: compare two commits', [
  [
    'documented',
    'a head can be ahead, behind, diverged or identical, with the commits of the head alone, oldest first',
    async ({ octokit, at, repository }) => {
      const base = repository.head();
      repository.pushCommits('topic', commits(3));
      const compare = async (basehead: string) =>
        (await octokit.rest.repos.compareCommitsWithBasehead({ ...at, basehead })).data;
      const ahead = await compare('main...topic');
      expect(ahead).toMatchObject({ status: 'ahead', ahead_by: 3, behind_by: 0, total_commits: 3 });
      expect(ahead.commits.map(({ commit }) => commit.message)).toEqual(['commit 1', 'commit 2', 'commit 3']);
      expect(ahead.merge_base_commit.sha).toBe(base);
      expect(await compare('topic...main')).toMatchObject({ status: 'behind', behind_by: 3, commits: [] });
      expect(await compare('main...main')).toMatchObject({ status: 'identical', files: [] });
      repository.setFiles('main', { main: '1' });
      const diverged = await compare('main...topic');
      expect(diverged).toMatchObject({ status: 'diverged', ahead_by: 3, behind_by: 1 });
      expect(diverged.merge_base_commit.sha).toBe(base);
      expect(diverged.files?.map(({ filename }) => filename)).toEqual(['counter']);
    },
  ],
  [
    'documented',
    'sides can be commits, tags, branches with slashes, and owner:branch of a fork',
    async ({ octokit, at, repository, github, http }) => {
      const base = repository.head();
      repository.pushTag('v1');
      repository.setFiles('feature/x', { x: '1' });
      const fork = github.addRepository({ fullName: 'mona/echo-agent', forkOf: 'octo-org/echo-agent' });
      fork.setFiles('main', { y: '1' });
      for (const basehead of [`${base}...feature/x`, 'v1...feature/x', 'main...mona:main']) {
        const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...at, basehead });
        expect(data.ahead_by).toBe(1);
      }
      const plain = await http('GET', '/repos/octo-org/echo-agent/compare/main...feature/x');
      expect(plain.status).toBe(200);
    },
  ],
  [
    'documented',
    'files are cut at 300 without a word, on the first page; later pages have none',
    async ({ octokit, at, repository }) => {
      repository.pushCommits('big', [{ files: files(350) }, ...commits(120)]);
      const page = async (more: { page?: number; per_page?: number }) =>
        (await octokit.rest.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...big', ...more }))
          .data;
      const whole = await page({});
      expect(whole.files).toHaveLength(300);
      expect(whole.commits).toHaveLength(121);
      const first = await page({ page: 1, per_page: 100 });
      expect([first.files?.length, first.commits.length]).toEqual([300, 100]);
      const second = await page({ page: 2, per_page: 100 });
      expect([second.files, second.commits.length, second.total_commits]).toEqual([[], 21, 121]);
    },
  ],
  [
    'documented',
    'unpaged, at most 250 commits, ending with the newest; the client pages through all of them',
    async ({ octokit, at, repository }) => {
      repository.pushCommits('long', commits(260));
      const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
        ...at,
        basehead: 'main...long',
      });
      expect(data.commits).toHaveLength(250);
      expect(data.commits.at(-1)?.sha).toBe(repository.head('long'));
      const seen: string[] = [];
      const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/compare/{basehead}', {
        ...at,
        basehead: 'main...long',
        per_page: 100,
      });
      for await (const { data: page } of pages) {
        seen.push(...(page as unknown as typeof data).commits.map(({ commit }) => commit.message));
      }
      expect(seen).toEqual(commits(260).map(({ message }) => message));
    },
  ],
  [
    'documented',
    'an unknown side is 404; two histories with nothing in common are 404 that says so',
    async ({ octokit, at, repository }) => {
      const { repos } = octokit.rest;
      for (const basehead of [
        'main...none',
        `${'f'.repeat(40)}...main`,
        'main..main',
        'no-owner:main...main',
      ]) {
        const refused = await refusal(repos.compareCommitsWithBasehead({ ...at, basehead }));
        expect(refused).toMatchObject({ status: 404, message: 'Not Found' });
      }
      repository.pushCommits('alien', [{ parents: [], files: { z: '1' } }], { force: true });
      expect(
        (await refusal(repos.compareCommitsWithBasehead({ ...at, basehead: 'main...alien' }))).message,
      ).toMatch(/^No common ancestor between main and alien/);
    },
  ],
]);

conforms('REST API endpoints for commits', [
  [
    'documented',
    'a commit is found by sha, short sha, branch and tag, with its files and statistics',
    async ({ octokit, at, repository }) => {
      const { after } = repository.setFiles('feature/x', { a: '1\n2\n' }, 'Add a');
      repository.pushTag('v1', { commit: after ?? '', annotated: true });
      for (const ref of [after ?? '', after?.slice(0, 8) ?? '', 'feature/x', 'v1']) {
        const { data } = await octokit.rest.repos.getCommit({ ...at, ref });
        expect(data).toMatchObject({
          sha: after,
          commit: { message: 'Add a' },
          stats: { additions: 2, deletions: 0, total: 2 },
        });
        expect(data.files).toMatchObject([{ filename: 'a', status: 'added', additions: 2 }]);
      }
      const sha = await octokit.rest.repos.getCommit({ ...at, ref: 'v1', mediaType: { format: 'sha' } });
      expect(sha.data).toBe(after);
    },
  ],
  [
    'documented',
    'a commit that is not there is 422 with "No commit found for SHA"',
    async ({ octokit, at }) => {
      expect(await refusal(octokit.rest.repos.getCommit({ ...at, ref: 'none' }))).toMatchObject({
        status: 422,
        message: 'No commit found for SHA: none',
      });
    },
  ],
  [
    'documented',
    'the history of a branch is listed newest first, of a path when asked, over pages',
    async ({ octokit, at, repository }) => {
      repository.pushCommits('main', commits(40));
      repository.setFiles('main', { 'src/a.ts': '1' }, 'touch src');
      const { data } = await octokit.rest.repos.listCommits({ ...at, per_page: 2 });
      expect(data.map(({ commit }) => commit.message)).toEqual(['touch src', 'commit 40']);
      const all = await octokit.paginate(octokit.rest.repos.listCommits, { ...at, sha: 'main' });
      expect(all).toHaveLength(42);
      const ofPath = await octokit.rest.repos.listCommits({ ...at, path: 'src' });
      expect(ofPath.data.map(({ commit }) => commit.message)).toEqual(['touch src']);
    },
  ],
]);

conforms('REST API endpoints for Git references and branches', [
  [
    'documented',
    'a ref leads to its commit, and an annotated tag to its own object, which leads there',
    async ({ octokit, at, repository }) => {
      repository.pushTag('light');
      const { after } = repository.pushTag('v1', { annotated: true });
      const ref = async (name: string) => (await octokit.rest.git.getRef({ ...at, ref: name })).data;
      expect((await ref('heads/main')).object).toMatchObject({ type: 'commit', sha: repository.head() });
      expect((await ref('tags/light')).object).toMatchObject({ type: 'commit', sha: repository.head() });
      expect((await ref('tags/v1')).object).toMatchObject({ type: 'tag', sha: after });
      const { data } = await octokit.rest.git.getTag({ ...at, tag_sha: after ?? '' });
      expect(data.object).toMatchObject({ type: 'commit', sha: repository.head() });
      expect((await refusal(octokit.rest.git.getRef({ ...at, ref: 'heads/none' }))).status).toBe(404);
    },
  ],
  [
    'documented',
    'matching refs are those that begin so; none is an empty list',
    async ({ octokit, at, repository }) => {
      repository.pushTag('v1');
      repository.pushTag('v10');
      repository.pushTag('w1');
      const refs = async (ref: string) =>
        (await octokit.rest.git.listMatchingRefs({ ...at, ref })).data.map((item) => item.ref);
      expect(await refs('tags/v1')).toEqual(['refs/tags/v1', 'refs/tags/v10']);
      expect(await refs('tags/x')).toEqual([]);
    },
  ],
  [
    'documented',
    'branches are listed and found by name, slashes included; a deleted one is 404',
    async ({ octokit, at, repository }) => {
      repository.setFiles('feature/x', { a: '1' });
      const { data } = await octokit.rest.repos.listBranches(at);
      expect(data.map(({ name }) => name)).toEqual(['feature/x', 'main']);
      const one = await octokit.rest.repos.getBranch({ ...at, branch: 'feature/x' });
      expect(one.data.commit.sha).toBe(repository.head('feature/x'));
      repository.deleteBranch('feature/x');
      expect(await refusal(octokit.rest.repos.getBranch({ ...at, branch: 'feature/x' }))).toMatchObject({
        status: 404,
        message: 'Branch not found',
      });
    },
  ],
]);

conforms('REST API endpoints for repository contents', [
  [
    'documented',
    'a file comes in base64 of the asked-for ref, raw when asked, a folder as a list',
    async ({ octokit, at, repository }) => {
      const text = 'x'.repeat(100);
      repository.setFiles('topic', { 'src/agent.ts': text, 'src/lib/a.ts': '1' });
      const get = async (path: string, more: Record<string, unknown> = {}) =>
        (await octokit.rest.repos.getContent({ ...at, path, ref: 'topic', ...more })).data;
      const file = await get('src/agent.ts');
      expect(file).toMatchObject({ type: 'file', encoding: 'base64', size: 100, path: 'src/agent.ts' });
      const content = 'content' in file && typeof file.content === 'string' ? file.content : '';
      expect(content).toMatch(/^.{60}\n/);
      expect(Buffer.from(content, 'base64').toString()).toBe(text);
      expect(await get('src/agent.ts', { mediaType: { format: 'raw' } })).toBe(text);
      expect(await get('src')).toMatchObject([
        { name: 'agent.ts', type: 'file' },
        { name: 'lib', type: 'dir', size: 0 },
      ]);
    },
  ],
  [
    'documented',
    'files above 1 MB have no content but raw',
    async ({ octokit, at, repository }) => {
      repository.setFiles('main', { big: 'x'.repeat(1024 * 1024 + 1) });
      const { data } = await octokit.rest.repos.getContent({ ...at, path: 'big' });
      expect(data).toMatchObject({ content: '', encoding: 'none' });
    },
  ],
  [
    'documented',
    'a path or a ref that is not there is 404',
    async ({ octokit, at }) => {
      const { getContent } = octokit.rest.repos;
      expect((await refusal(getContent({ ...at, path: 'none' }))).status).toBe(404);
      expect(await refusal(getContent({ ...at, path: 'README.md', ref: 'none' }))).toMatchObject({
        status: 404,
        message: 'No commit found for the ref none',
      });
    },
  ],
]);

conforms('REST API endpoints for commit statuses', [
  [
    'documented',
    'the newest status of each context counts; together they are success, failure or pending',
    async ({ octokit, at, repository }) => {
      const sha = repository.head();
      const combined = async () =>
        (await octokit.rest.repos.getCombinedStatusForRef({ ...at, ref: 'main' })).data;
      expect(await combined()).toMatchObject({ state: 'pending', total_count: 0 });
      const set = (context: string, state: 'success' | 'failure' | 'pending') =>
        octokit.rest.repos.createCommitStatus({ ...at, sha, context, state });
      await set('ci', 'failure');
      await set('lint', 'success');
      expect((await combined()).state).toBe('failure');
      await set('ci', 'success');
      expect(await combined()).toMatchObject({ state: 'success', total_count: 2 });
      const all = await octokit.rest.repos.listCommitStatusesForRef({ ...at, ref: sha });
      expect(all.data.map(({ state }) => state)).toEqual(['success', 'success', 'failure']);
    },
  ],
]);
