import { describe, expect, test } from '@jest/globals';
import { toGitHubFailure } from '../../../src/action/github/client.ts';
import { createGitHub } from '../../../src/clients/github.ts';
import { startProxy, testTransport } from '../../clients/support.ts';
import { startFixture } from './support.ts';

const AT = { owner: 'octo-org', repo: 'echo-agent' };

describe('the GitHub client', () => {
  test('extracts the missing permission from the error response', async () => {
    const { connection } = await (await startFixture()).connect();
    const { repos } = connection.octokit.rest;
    const refused = repos.deleteAnEnvironment({ ...AT, environment_name: 'x' });
    const error = await refused.catch((cause: unknown) => cause);
    expect(toGitHubFailure(error, (text) => text)).toEqual({
      status: 403,
      description: expect.stringMatching(/^GitHub answered 403: Resource not accessible by integration/),
      message: expect.stringContaining('Resource not accessible by integration'),
      permissions: ['administration: write'],
    });
  });

  test('requests every page from the given host, through a proxy', async () => {
    const { github, repository, connect } = await startFixture({ enterprise: true });
    await using proxy = await startProxy(Number(new URL(github.apiUrl).port));
    await using transport = testTransport({ env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` } });
    const { token } = await connect();
    const { paginate, rest } = await createGitHub({
      token,
      apiUrl: 'http://github.test/api/v3',
      transport,
    });
    repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    for (let index = 0; index < 70; index += 1) repository.addComment(1, `${index}`);
    const all = await paginate(rest.issues.listComments, { ...AT, issue_number: 1 });
    expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 70 }, (_, index) => `${index}`));
    expect(proxy.forwarded.map(({ target }) => new URL(target).host)).toEqual(
      Array.from({ length: 3 }, () => 'github.test'),
    );
  });
});
