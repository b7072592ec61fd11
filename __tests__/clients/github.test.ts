import { describe, expect, test } from '@jest/globals';
import { createGitHub } from '../../src/clients/github.ts';
import { toGitHubFailure } from '../../src/action/github/client.ts';
import { json, rejection, replying, serve, startProxy, testTransport } from './support.ts';

describe('the GitHub client', () => {
  test('sends requests to the given address with the token and the shared connection pool', async () => {
    await using server = await serve(replying(200, { full_name: 'o/r' }));
    await using transport = testTransport();
    const github = await createGitHub({ token: 'job-token', apiUrl: server.url.origin, transport });
    const { data } = await github.rest.repos.get({ owner: 'o', repo: 'r' });
    expect(data.full_name).toBe('o/r');
    expect(server.requests[0]).toMatchObject({
      path: '/repos/o/r',
      headers: { authorization: 'token job-token' },
    });
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^agent-deploy\//);
  });

  test('uses the proxies of the HTTP transport', async () => {
    await using server = await serve(replying(200, { full_name: 'o/r' }));
    await using proxy = await startProxy(server.port);
    await using transport = testTransport({ env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` } });
    const github = await createGitHub({ token: 't-o-k-e-n', apiUrl: 'http://github.test/api/v3', transport });
    await github.rest.repos.get({ owner: 'o', repo: 'r' });
    expect(proxy.forwarded.map(({ target }) => target)).toEqual(['http://github.test/api/v3/repos/o/r']);
  });

  test('times out if a server does not respond', async () => {
    await using server = await serve(() => {});
    await using transport = testTransport();
    const github = await createGitHub({
      token: 't-o-k-e-n',
      apiUrl: server.url.origin,
      transport,
      timeoutMs: 50,
    });
    expect(await rejection(github.rest.repos.get({ owner: 'o', repo: 'r' }))).toMatchObject({
      name: 'HttpError',
      status: 500,
    });
  });

  test('distinguishes an error response from a missing response', async () => {
    await using server = await serve(replying(500, { message: 'boom' }));
    const { origin } = server.url;
    await using transport = testTransport();
    const failure = async (apiUrl: string) => {
      const github = await createGitHub({ token: 't-o-k-e-n', apiUrl, transport });
      return toGitHubFailure(await rejection(github.rest.repos.get({ owner: 'o', repo: 'r' })), String);
    };
    expect(await failure(origin)).toMatchObject({ status: 500, description: 'GitHub answered 500: boom' });
    // Nothing listens on port 1 of this machine.
    expect(await failure('http://127.0.0.1:1')).toMatchObject({
      status: null,
      description: expect.stringMatching(/^GitHub did not respond: .*ECONNREFUSED/),
    });
  });

  test('follows the redirect of a renamed repository, but never to another origin', async () => {
    await using other = await serve(replying(200, { full_name: 'evil/r' }));
    await using server = await serve((request, response) => {
      const to = { '/repos/o/r': '/repositories/1', '/repos/o/away': `${other.url.origin}/repositories/2` };
      const location = Object.entries(to).find(([from]) => from === request.url)?.[1];
      if (location === undefined) json(response, 200, { full_name: 'o/renamed' });
      else response.writeHead(301, { location }).end();
    });
    await using transport = testTransport();
    const github = await createGitHub({ token: 'job-token', apiUrl: server.url.origin, transport });
    const { data, url } = await github.rest.repos.get({ owner: 'o', repo: 'r' });
    expect([data.full_name, url]).toEqual(['o/renamed', `${server.url.origin}/repositories/1`]);
    const away = await rejection(github.rest.repos.get({ owner: 'o', repo: 'away' }));
    expect(away).toMatchObject({ message: expect.stringContaining('redirect (301)') });
    expect(other.requests).toEqual([]);
  });

  test('stops a request immediately after its signal is aborted', async () => {
    const stop = new AbortController();
    await using server = await serve(() => stop.abort(new Error('no longer wanted')));
    await using transport = testTransport();
    const github = await createGitHub({ token: 'job-token', apiUrl: server.url.origin, transport });
    const asked = github.rest.repos.get({ owner: 'o', repo: 'r', request: { signal: stop.signal } });
    expect(await rejection(asked)).toMatchObject({ message: expect.stringContaining('no longer wanted') });
  });

  test('reads an empty response, and each page of a list', async () => {
    await using server = await serve((request, response) => {
      if (request.method === 'DELETE') response.writeHead(204).end();
      else if (request.url?.includes('page=2') === true) json(response, 200, [{ filename: 'b' }]);
      else {
        const next = `<${server.url.origin}/repos/o/r/pulls/1/files?page=2>; rel="next"`;
        json(response, 200, [{ filename: 'a' }], { link: next });
      }
    });
    await using transport = testTransport();
    const github = await createGitHub({ token: 'job-token', apiUrl: server.url.origin, transport });
    const files = await github.paginate(github.rest.pulls.listFiles, {
      owner: 'o',
      repo: 'r',
      pull_number: 1,
    });
    expect(files.map(({ filename }) => filename)).toEqual(['a', 'b']);
    expect((await github.rest.issues.deleteComment({ owner: 'o', repo: 'r', comment_id: 1 })).status).toBe(
      204,
    );
  });

  test('names the permission that a rejected request needs, without showing the token or a header', async () => {
    await using server = await serve(
      replying(
        403,
        { message: 'Resource not accessible by integration s3cret' },
        { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' },
      ),
    );
    await using transport = testTransport();
    const github = await createGitHub({ token: 'job-token', apiUrl: server.url.origin, transport });
    const error = await rejection(
      github.rest.issues.createComment({ owner: 'o', repo: 'r', issue_number: 1, body: 'x' }),
    );
    const failure = toGitHubFailure(error, (text) => text.replaceAll('s3cret', '***'));
    expect(failure).toMatchObject({ status: 403, permissions: ['issues: write'] });
    expect(failure.message).toContain('Resource not accessible by integration ***');
    expect(JSON.stringify(failure)).not.toContain('job-token');
  });

  test.each([
    ['contents=write,workflows=write; administration=write', ['contents: write', 'workflows: write']],
    ['pull_requests=read', ['pull-requests: read']],
    ['', []],
  ])('reads only the first alternative of the permissions in the header %j', (header, permissions) => {
    const error = { response: { headers: { 'x-accepted-github-permissions': header } } };
    expect(toGitHubFailure(error, String).permissions).toEqual(permissions);
  });
});
