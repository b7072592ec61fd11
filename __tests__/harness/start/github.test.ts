import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createRepository } from '../../../harness/git/index.ts';
import { PERMISSIONS, startOwnGitHub, type StartGitHub } from '../../../harness/start/github.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((undo) => undo()));
});
async function started(): Promise<StartGitHub> {
  const github = await startOwnGitHub('mine');
  cleanUps.push(() => github.close());
  return github;
}
const get = async (github: StartGitHub, route: string): Promise<unknown> => {
  const { apiUrl, token } = github.forRunner;
  const answer = await fetch(`${apiUrl}/repos/octo-org/mine${route}`, {
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'test' },
  });
  return answer.json();
};

test('npm start grants the job what the README tells its readers to grant', async () => {
  const readme = await readFile(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8');
  const workflow = /```yaml\n(name: Deploy\n[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(parse(workflow)).toMatchObject({ permissions: PERMISSIONS });
  expect(Object.keys((parse(workflow) as { permissions: object }).permissions)).toEqual(
    Object.keys(PERMISSIONS),
  );
});

test('a push of a whole repository is known to GitHub, and so is the next one', async () => {
  const git = await createRepository({ 'langgraph.json': '{}' });
  cleanUps.push(() => git.remove());
  const github = await started();
  const source = async () => ({
    repoUrl: git.url,
    ref: 'refs/heads/main',
    commit: await git.head(),
    remark: null,
  });
  const first = await github.pushed(await source(), git.dir);
  expect(first).toMatchObject({ ref: 'refs/heads/main', sha: await git.head(), repository: 'octo-org/mine' });
  const before = await git.head();
  const after = await git.commit({ a: '1' }, 'Add a');
  const second = await github.pushed(await source(), git.dir);
  expect(second.payload).toMatchObject({ before, after, commits: [{ id: after, message: 'Add a' }] });
  expect(await get(github, '/commits/main')).toMatchObject({ sha: after, commit: { message: 'Add a' } });
});

test('of a repository elsewhere GitHub knows the commit that was pushed, under its branch or tag', async () => {
  const github = await started();
  const push = (ref: string, commit: string) =>
    github.pushed({ repoUrl: 'https://example.com/a.git', ref, commit, remark: null });
  const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
  expect(await push('refs/heads/topic', one)).toMatchObject({
    name: 'push',
    ref: 'refs/heads/topic',
    sha: one,
  });
  expect(await push('refs/tags/v1', two)).toMatchObject({ ref: 'refs/tags/v1', sha: two });
  expect(await get(github, '/git/ref/tags/v1')).toMatchObject({ object: { sha: two } });
});

test('what was asked of GitHub is told in one line, also when it was nothing', async () => {
  const github = await started();
  expect(github.asked()).toBe('asked of GitHub: nothing (its token may: contents: read)');
  await get(github, '/deployments');
  await get(github, '/deployments');
  await get(github, '/pulls/1');
  expect(github.asked()).toBe(
    'asked of GitHub: 2 × GET /repos/{owner}/{repo}/deployments, 1 × GET /repos/{owner}/{repo}/pulls/{pull_number} (its token may: contents: read)',
  );
});
