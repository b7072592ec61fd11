import { describe, expect, test } from '@jest/globals';
import { readOnly } from '../../../harness/github/tokens.ts';
import { conforms } from './conforms.ts';
import { clientOf, EVERYTHING, refusal, createFixture, type Octokit } from './support.ts';

const REPO = 'octo-org/echo-agent';

conforms('Authenticating to the REST API', [
  [
    'documented',
    'an unknown or revoked token is 401, in either scheme; a known one works in all of them',
    async ({ github, octokit, at, token, http }) => {
      expect(await refusal(clientOf(github, 'ghs_nobody').rest.repos.get(at))).toMatchObject({
        status: 401,
        message: 'Bad credentials',
      });
      const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
      for (const Authorization of [`token ${token}`, `Bearer ${token}`, `Basic ${basic}`]) {
        expect((await http('GET', `/repos/${REPO}`, undefined, { Authorization })).status).toBe(200);
      }
      github.revokeToken(token);
      expect((await refusal(octokit.rest.repos.get(at))).status).toBe(401);
    },
  ],
  [
    'documented',
    'without a token what is public can be read; writing is 401',
    async ({ github }) => {
      const anonymous = (method: string, path: string) =>
        fetch(`${github.apiUrl}${path}`, { method, headers: { 'User-Agent': 'test' } });
      expect((await anonymous('GET', `/repos/${REPO}/deployments`)).status).toBe(200);
      const refused = await anonymous('POST', `/repos/${REPO}/deployments`);
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ message: 'Requires authentication' });
    },
  ],
  [
    'documented',
    'a workflow’s token is no user: GET /user is 403, and /app wants a web token (401)',
    async ({ github, octokit }) => {
      expect(await refusal(octokit.rest.users.getAuthenticated())).toMatchObject({
        status: 403,
        message: 'Resource not accessible by integration',
      });
      expect((await refusal(octokit.rest.apps.getAuthenticated())).status).toBe(401);
      const own = github.addToken({ kind: 'classic', login: 'mona', scopes: ['repo'] });
      const { data } = await clientOf(github, own).rest.users.getAuthenticated();
      expect(data).toMatchObject({ login: 'mona', type: 'User' });
    },
  ],
  [
    'documented',
    'a request without a User-Agent is 403',
    async ({ http }) => {
      expect((await http('GET', `/repos/${REPO}`, undefined, { 'User-Agent': '' })).status).toBe(403);
    },
  ],
]);

conforms('Troubleshooting the REST API', [
  [
    'documented',
    'what is private is 404 for those who may not know of it: no token, another repository’s, a scope too few',
    async ({ github, repository }) => {
      repository.set({ private: true });
      github.addRepository({ fullName: 'octo-org/other' });
      const elsewhere = github.addToken({
        kind: 'actions',
        repository: 'octo-org/other',
        permissions: EVERYTHING,
      });
      const narrow = github.addToken({ kind: 'classic', login: 'mona', scopes: ['public_repo'] });
      for (const headers of [
        {},
        ...[elsewhere, narrow].map((token) => ({ Authorization: `token ${token}` })),
      ]) {
        for (const path of ['', '/deployments', '/pulls/1', '/contents/README.md']) {
          const answer = await fetch(`${github.apiUrl}/repos/${REPO}${path}`, {
            headers: { 'User-Agent': 'test', ...headers },
          });
          expect(answer.status).toBe(404);
          expect(await answer.json()).toMatchObject({ message: 'Not Found', status: '404' });
        }
      }
    },
  ],
  [
    'documented',
    'a missing permission is 403, and a header names it as the API spells it',
    async ({ github, repository, at }) => {
      repository.set({ private: true });
      repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
      const token = github.addToken({ kind: 'actions', repository: REPO, permissions: {} });
      const { rest } = clientOf(github, token);
      const needs: [string, () => Promise<unknown>][] = [
        ['deployments=write', () => rest.repos.createDeployment({ ...at, ref: 'main' })],
        ['deployments=read', () => rest.repos.listDeployments(at)],
        ['issues=read; pull_requests=read', () => rest.issues.listComments({ ...at, issue_number: 1 })],
        ['pull_requests=read', () => rest.pulls.list(at)],
        ['contents=read', () => rest.repos.getContent({ ...at, path: 'README.md' })],
        ['actions=read', () => rest.repos.getAllEnvironments(at)],
      ];
      for (const [permission, call] of needs) {
        const refused = await refusal(call());
        expect(refused).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
        expect(refused.headers['x-accepted-github-permissions']).toBe(permission);
      }
    },
  ],
  [
    'observed',
    'that header stands on answers that were granted, too',
    async ({ octokit, at }) => {
      const { headers } = await octokit.rest.repos.listDeployments(at);
      expect(headers['x-accepted-github-permissions']).toBe('deployments=read');
    },
  ],
  [
    'documented',
    'what is public can be read with any permissions',
    async ({ github, repository, at }) => {
      repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
      const token = github.addToken({ kind: 'actions', repository: REPO, permissions: {} });
      const { rest } = clientOf(github, token);
      expect((await rest.issues.listComments({ ...at, issue_number: 1 })).status).toBe(200);
      expect((await rest.repos.listDeployments(at)).status).toBe(200);
    },
  ],
  [
    'documented',
    'a workflow’s token writes to its own repository only',
    async ({ github, octokit }) => {
      github.addRepository({ fullName: 'octo-org/other' });
      const call = octokit.rest.repos.createDeployment({ owner: 'octo-org', repo: 'other', ref: 'main' });
      expect((await refusal(call)).status).toBe(403);
    },
  ],
  [
    'documented',
    'the token of a run for a fork reads and writes nothing',
    async ({ github, repository, at }) => {
      repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
      const token = github.addToken({
        kind: 'actions',
        repository: REPO,
        permissions: readOnly({ ...EVERYTHING }),
      });
      const { rest } = clientOf(github, token);
      expect((await rest.pulls.get({ ...at, pull_number: 1 })).status).toBe(200);
      for (const call of [
        rest.issues.createComment({ ...at, issue_number: 1, body: 'x' }),
        rest.repos.createDeployment({ ...at, ref: 'main' }),
      ]) {
        expect((await refusal(call)).status).toBe(403);
      }
    },
  ],
  [
    'documented',
    'a fine-grained token without the permission is refused as a personal access token',
    async ({ github, at }) => {
      const token = github.addToken({
        kind: 'fine-grained',
        login: 'mona',
        repositories: [REPO],
        permissions: { deployments: 'read' },
      });
      const refused = await refusal(
        clientOf(github, token).rest.repos.createDeployment({ ...at, ref: 'main' }),
      );
      expect(refused).toMatchObject({
        status: 403,
        message: 'Resource not accessible by personal access token',
      });
      expect(refused.headers['x-accepted-github-permissions']).toBe('deployments=write');
    },
  ],
  [
    'documented',
    'a classic token without the scope is told 404, and by headers which scopes it has and would need',
    async ({ github, at }) => {
      const { rest } = clientOf(
        github,
        github.addToken({ kind: 'classic', login: 'mona', scopes: ['read:org'] }),
      );
      const refused = await refusal(rest.repos.createDeployment({ ...at, ref: 'main' }));
      expect(refused.status).toBe(404);
      expect(refused.headers['x-oauth-scopes']).toBe('read:org');
      expect(refused.headers['x-accepted-oauth-scopes']).toBe('repo, repo_deployment');
      const enough = github.addToken({ kind: 'classic', login: 'mona', scopes: ['repo_deployment'] });
      const made = await clientOf(github, enough).rest.repos.createDeployment({
        ...at,
        ref: 'main',
        required_contexts: [],
      });
      expect(made.data).toMatchObject({ creator: { login: 'mona' }, performed_via_github_app: null });
    },
  ],
  [
    'documented',
    'what is no JSON, or no object, is 400',
    async ({ github, token }) => {
      const post = (body: string) =>
        fetch(`${github.apiUrl}/repos/${REPO}/deployments`, {
          method: 'POST',
          body,
          headers: { Authorization: `token ${token}`, 'User-Agent': 'test' },
        });
      for (const [body, message] of [
        ['{"ref":', 'Problems parsing JSON'],
        ['["main"]', 'Body should be a JSON object'],
      ] as const) {
        const answer = await post(body);
        expect([answer.status, await answer.json()]).toMatchObject([400, { message }]);
      }
    },
  ],
  [
    'documented',
    'a slash too many and a method a path does not have are 404',
    async ({ http }) => {
      expect((await http('GET', `/repos/${REPO}/deployments/`)).status).toBe(404);
      expect((await http('DELETE', `/repos/${REPO}/deployments`)).status).toBe(404);
    },
  ],
  [
    'observed',
    'an organization’s IP allow list is 403 in its own words, for every token',
    async ({ github, octokit, at }) => {
      github.setPolicy('octo-org', { ipAllowList: true });
      expect(await refusal(octokit.rest.repos.get(at))).toMatchObject({
        status: 403,
        message: expect.stringContaining('IP allow list enabled'),
      });
    },
  ],
  [
    'observed',
    'single sign-on is 403 with the address to go to, for tokens that were not authorized',
    async ({ github, octokit, at }) => {
      github.setPolicy('octo-org', { saml: true });
      const of = (ssoAuthorized: string[]) =>
        clientOf(
          github,
          github.addToken({ kind: 'classic', login: 'mona', scopes: ['repo'], ssoAuthorized }),
        );
      const refused = await refusal(of([]).rest.repos.get(at));
      expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('SAML enforcement') });
      expect(refused.headers['x-github-sso']).toMatch(
        /^required; url=https:\/\/github.com\/orgs\/octo-org\/sso/,
      );
      expect((await of(['octo-org']).rest.repos.get(at)).status).toBe(200);
      expect((await octokit.rest.repos.get(at)).status).toBe(200);
    },
  ],
]);

conforms('REST API endpoints for repositories', [
  [
    'documented',
    'a repository tells what the token may do there; owner and name are not case sensitive',
    async ({ octokit }) => {
      const { data } = await octokit.rest.repos.get({ owner: 'Octo-Org', repo: 'ECHO-agent' });
      expect(data).toMatchObject({
        full_name: REPO,
        default_branch: 'main',
        private: false,
        visibility: 'public',
        permissions: { admin: false, push: true, pull: true },
      });
    },
  ],
  [
    'documented',
    'a renamed repository sends on: 301 for reading, 307 for the rest, and clients follow',
    async ({ repository, http, octokit, at, github }) => {
      repository.rename('octo-org/renamed');
      const read = await http('GET', `/repos/${REPO}/pulls?state=all`);
      expect([read.status, read.headers.get('location')]).toEqual([
        301,
        `${github.apiUrl}/repositories/${repository.id}/pulls?state=all`,
      ]);
      expect((await http('POST', `/repos/${REPO}/deployments`, { ref: 'main' })).status).toBe(307);
      const { data } = await octokit.rest.repos.get(at);
      expect(data.full_name).toBe('octo-org/renamed');
    },
  ],
  [
    'observed',
    'an archived repository can be read and not written to; a disabled one is blocked',
    async ({ repository, octokit, at }) => {
      repository.set({ archived: true });
      expect((await octokit.rest.repos.listDeployments(at)).status).toBe(200);
      expect(await refusal(octokit.rest.repos.createDeployment({ ...at, ref: 'main' }))).toMatchObject({
        status: 403,
        message: 'Repository was archived so is read-only.',
      });
      repository.set({ disabled: true });
      expect(await refusal(octokit.rest.repos.listDeployments(at))).toMatchObject({
        status: 403,
        message: 'Repository access blocked',
      });
    },
  ],
]);

conforms('API versions', [
  [
    'documented',
    'a version that does not exist is 400; none asked for is the default one',
    async ({ http, octokit }) => {
      const asked = (version: string) =>
        http('GET', `/repos/${REPO}`, undefined, { 'X-GitHub-Api-Version': version });
      expect((await asked('2022-11-28')).status).toBe(200);
      const refused = await asked('v3');
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        message: expect.stringContaining('"v3", is not a supported'),
      });
      const plain = await http('GET', `/repos/${REPO}`);
      expect(plain.headers.get('x-github-api-version-selected')).toBe('2022-11-28');
      expect((await octokit.request('GET /versions')).data).toContain('2022-11-28');
      // Not GitHub’s: the double does not speak the newer one, and must not seem to.
      expect((await asked('2026-03-10')).status).toBe(501);
    },
  ],
]);

describe('what the double does not serve', () => {
  test('is a loud 501, never an answer GitHub might have given', async () => {
    const { http, github } = await createFixture();
    for (const path of [`/repos/${REPO}/actions/runs`, '/graphql', '/search/issues']) {
      const answer = await http('GET', path);
      expect(answer.status).toBe(501);
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining('not served') });
    }
    expect(github.journal.calls({ status: 501 }).map(({ operation }) => operation)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('GitHub Enterprise Server', () => {
  const enterprise = { enterprise: '3.17.2' };

  test('serves the API below /api/v3, pages on its own host, and names its version', async () => {
    const { github, octokit, at } = await createFixture(enterprise);
    expect(github.apiUrl).toMatch(/^http:\/\/127.0.0.1:\d+\/api\/v3$/);
    expect(github.serverUrl).toBe(github.apiUrl.replace('/api/v3', ''));
    expect(github.graphqlUrl).toBe(`${github.serverUrl}/api/graphql`);
    const { data, headers } = await octokit.rest.repos.get(at);
    expect(headers['x-github-enterprise-version']).toBe('3.17.2');
    expect(data.url).toBe(`${github.apiUrl}/repos/${REPO}`);
    expect(data.html_url).toBe(`${github.serverUrl}/${REPO}`);
    const meta = await octokit.rest.meta.get();
    expect(meta.data).toMatchObject({ installed_version: '3.17.2' });
    expect((await fetch(`${github.serverUrl}/repos/${REPO}`)).status).toBe(404);
  });

  test('pages through absolute addresses with the prefix', async () => {
    const { repository, octokit, at } = await createFixture(enterprise);
    repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    for (let index = 0; index < 65; index += 1) repository.addComment(1, `${index}`);
    const all = await octokit.paginate(octokit.rest.issues.listComments, { ...at, issue_number: 1 });
    expect(all).toHaveLength(65);
  });

  test('has no rate limits unless they were switched on', async () => {
    const off = await createFixture(enterprise);
    const { headers } = await off.octokit.rest.repos.get(off.at);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    expect(await refusal(off.octokit.rest.rateLimit.get())).toMatchObject({
      status: 404,
      message: 'Rate limiting is not enabled.',
    });
    const on = await createFixture({ ...enterprise, rateLimits: { limit: 100 } });
    expect((await on.octokit.rest.rateLimit.get()).data.rate.limit).toBe(100);
  });

  test('knows its own documentation and its own API versions', async () => {
    const { http } = await createFixture(enterprise);
    const missing = await http('GET', `/repos/${REPO}/deployments/1`);
    expect(await missing.json()).toMatchObject({
      documentation_url:
        'https://docs.github.com/enterprise-server@3.17/rest/deployments/deployments#get-a-deployment',
    });
    const newer = await http('GET', `/repos/${REPO}`, undefined, { 'X-GitHub-Api-Version': '2026-03-10' });
    expect(newer.status).toBe(400);
  });
});

test('two doubles know nothing of each other', async () => {
  const one = await createFixture();
  const two = await createFixture();
  one.repository.setFiles('topic', { a: '1' });
  const call = (octokit: Octokit) => octokit.rest.repos.getBranch({ ...one.at, branch: 'topic' });
  expect((await call(one.octokit)).status).toBe(200);
  expect((await refusal(call(two.octokit))).status).toBe(404);
  expect((await refusal(call(clientOf(two.github, one.token)))).status).toBe(401);
});
