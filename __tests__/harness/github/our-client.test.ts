import { describe, expect, test } from '@jest/globals';
import { createGitHub } from '../../../src/clients/github.ts';
import { toGitHubFailure } from '../../../src/action/github/client.ts';
import { startProxy, testTransport } from '../../clients/support.ts';
import { refusal, createFixture } from './support.ts';

describe('the action’s own GitHub client', () => {
  test('pages, writes and is refused as it would be on GitHub', async () => {
    const { github, repository, token, at } = await createFixture();
    await using transport = testTransport();
    const client = await createGitHub({ token, apiUrl: github.apiUrl, transport });
    repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    for (let index = 0; index < 120; index += 1) repository.addComment(1, `${index}`);
    const made = await client.rest.issues.createComment({ ...at, issue_number: 1, body: 'ours' });
    const all = await client.paginate(client.rest.issues.listComments, {
      ...at,
      issue_number: 1,
      per_page: 100,
    });
    expect(all.filter(({ user }) => user?.login === 'github-actions[bot]').map(({ id }) => id)).toEqual([
      made.data.id,
    ]);
    const environment = client.rest.repos.deleteAnEnvironment({ ...at, environment_name: 'x' });
    const error = await environment.catch((cause: unknown) => cause);
    expect(toGitHubFailure(error, (text) => text)).toEqual({
      status: 403,
      description: expect.stringMatching(/^GitHub answered 403: Resource not accessible by integration/),
      message: expect.stringContaining('Resource not accessible by integration'),
      permissions: ['administration: write'],
    });
  });

  test('stays on the host it was given, through a proxy, over every page', async () => {
    const { github, repository, token, at } = await createFixture({ enterprise: '3.17.2' });
    await using proxy = await startProxy(Number(new URL(github.apiUrl).port));
    await using transport = testTransport({ env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` } });
    const client = await createGitHub({ token, apiUrl: 'http://github.test/api/v3', transport });
    repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    for (let index = 0; index < 70; index += 1) repository.addComment(1, `${index}`);
    const all = await client.paginate(client.rest.issues.listComments, { ...at, issue_number: 1 });
    expect(all).toHaveLength(70);
    expect(new URL(all[0]?.html_url ?? '').host).toBe('github.test');
    expect(proxy.forwarded.map(({ target }) => new URL(target).host)).toEqual(
      Array.from({ length: 3 }, () => 'github.test'),
    );
    expect((await refusal(client.rest.pulls.get({ ...at, pull_number: 9 }))).status).toBe(404);
  });
});
