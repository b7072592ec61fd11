import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { createRepository } from '../../../harness/git.ts';
import {
  PERMISSIONS,
  PULL_REQUEST_PERMISSIONS,
  startOwnGitHub,
  type StartGitHub,
} from '../../../harness/start/github.ts';

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

test.each([
  ['push.yml', PERMISSIONS],
  ['pull-request.yml', PULL_REQUEST_PERMISSIONS],
])('npm start grants the job the same permissions as the example %s', async (name, permissions) => {
  const file = path.resolve(import.meta.dirname, '../../../examples/workflows', name);
  expect(parse(await readFile(file, 'utf8'))).toHaveProperty('permissions', permissions);
});

test('the pushes of a whole repository reach the GitHub double', async () => {
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
});

test('the GitHub double has the pushed commit of a repository on another host, with its branch or tag', async () => {
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
});

test('the requests to GitHub are summarized on one line, even if there were none', async () => {
  const github = await started();
  const may = '(permissions of its token: contents: read, deployments: write, pull-requests: write)';
  expect(github.asked()).toBe(`requests to GitHub: nothing ${may}`);
  await get(github, '/deployments');
  await get(github, '/deployments');
  await get(github, '/pulls/1');
  expect(github.asked()).toBe(`requests to GitHub: 2 × GET deployments, 1 × GET pulls/{number} ${may}`);
});

test('a pull request is opened, commented on and closed, together with its environments', async () => {
  const git = await createRepository({ 'langgraph.json': '{}' });
  cleanUps.push(() => git.remove());
  const github = await started();
  const pushed = async (branch: string) => {
    const source = { repoUrl: git.url, ref: `refs/heads/${branch}`, commit: await git.head(), remark: null };
    return github.pushed(source, git.dir);
  };
  await pushed('main');
  await git.git('switch', '--quiet', '--create', 'topic');
  const commit = await git.commit({ a: '1' }, 'Add a');
  await pushed('topic');
  const pull = github.opened('topic');
  expect(pull.event('opened').payload).toMatchObject({
    action: 'opened',
    pull_request: { number: pull.number, head: { ref: 'topic', sha: commit } },
  });
  const post = (route: string, body: object) =>
    fetch(`${github.apiUrl}/repos/octo-org/mine${route}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${pull.forRunner.token}`, 'User-Agent': 'test' },
      body: JSON.stringify(body),
    });
  await post(`/issues/${pull.number}/comments`, { body: 'hello' });
  await post('/deployments', { ref: commit, environment: 'preview', required_contexts: [] });
  expect(pull.comments()).toEqual(['hello']);
  expect(pull.environments()).toEqual([{ name: 'preview', state: 'empty', url: '', deployments: 1 }]);
  expect(pull.closed().payload).toMatchObject({ action: 'closed', pull_request: { state: 'closed' } });
});
