import { expect } from '@jest/globals';
import { conforms } from './conforms.ts';
import { clientOf, EVERYTHING, refusal, type GitHubFixture } from './support.ts';

function say({ octokit, at }: GitHubFixture, body: string, issue_number = 7) {
  return octokit.rest.issues.createComment({ ...at, issue_number, body });
}

function withPull(world: GitHubFixture): GitHubFixture {
  world.repository.addPullRequest({ number: 7, head: { ref: 'topic' } });
  return world;
}

conforms('REST API endpoints for issue comments', [
  [
    'documented',
    'a pull request is commented on as an issue; the answer tells where, and by whom',
    async (world) => {
      const { data, status, headers } = await say(withPull(world), 'Hello');
      expect(status).toBe(201);
      expect(headers.location).toBe(data.url);
      expect(data).toMatchObject({
        body: 'Hello',
        user: { login: 'github-actions[bot]', type: 'Bot', id: 41_898_282 },
        performed_via_github_app: { slug: 'github-actions', id: 15_368 },
        html_url: `https://github.com/octo-org/echo-agent/pull/7#issuecomment-${data.id}`,
        issue_url: `${world.github.apiUrl}/repos/octo-org/echo-agent/issues/7`,
        created_at: '2026-03-01T12:00:00Z',
        updated_at: '2026-03-01T12:00:00Z',
      });
    },
  ],
  [
    'documented',
    'a comment by a person has no App, and its author is a user',
    async (world) => {
      const { repository, octokit, at } = withPull(world);
      repository.addComment(7, 'I like it', 'hubot');
      const { data } = await octokit.rest.issues.listComments({ ...at, issue_number: 7 });
      expect(data).toMatchObject([
        { user: { login: 'hubot', type: 'User' }, performed_via_github_app: null },
      ]);
    },
  ],
  [
    'documented',
    'lists are ordered by ascending id, 30 a page; the first page is not all of them',
    async (world) => {
      const { repository, octokit, at } = withPull(world);
      for (let index = 1; index <= 250; index += 1) repository.addComment(7, `comment ${index}`);
      const first = await octokit.rest.issues.listComments({ ...at, issue_number: 7 });
      expect(first.data).toHaveLength(30);
      expect(first.data[0]?.body).toBe('comment 1');
      const all = await octokit.paginate(octokit.rest.issues.listComments, {
        ...at,
        issue_number: 7,
        per_page: 100,
      });
      expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 250 }, (_, i) => `comment ${i + 1}`));
    },
  ],
  [
    'documented',
    '`since` keeps those updated at that time or later',
    async (world) => {
      const { repository, octokit, at, wait } = withPull(world);
      const old = repository.addComment(7, 'old');
      const edited = repository.addComment(7, 'edited');
      wait(60_000);
      await octokit.rest.issues.updateComment({ ...at, comment_id: edited.id, body: 'edited again' });
      const bodies = async (since: string) =>
        (await octokit.rest.issues.listComments({ ...at, issue_number: 7, since })).data.map(
          ({ body }) => body,
        );
      expect(await bodies('2026-03-01T12:01:00Z')).toEqual(['edited again']);
      expect(await bodies('2026-03-01T12:00:00Z')).toEqual([old.body, 'edited again']);
      expect(await bodies('2026-03-01T12:01:01Z')).toEqual([]);
    },
  ],
  [
    'documented',
    'an update changes the body in place, and when it was updated',
    async (world) => {
      const { octokit, at, wait } = withPull(world);
      const { data } = await say(world, 'one');
      wait(5_000);
      const changed = await octokit.rest.issues.updateComment({ ...at, comment_id: data.id, body: 'two' });
      expect(changed.data).toMatchObject({
        id: data.id,
        body: 'two',
        created_at: data.created_at,
        updated_at: '2026-03-01T12:00:05Z',
      });
      expect((await octokit.rest.issues.getComment({ ...at, comment_id: data.id })).data.body).toBe('two');
    },
  ],
  [
    'documented',
    'a deleted comment is 404 afterwards, for every method',
    async (world) => {
      const { octokit, at } = withPull(world);
      const comment_id = (await say(world, 'one')).data.id;
      expect((await octokit.rest.issues.deleteComment({ ...at, comment_id })).status).toBe(204);
      const { issues } = octokit.rest;
      for (const call of [
        () => issues.getComment({ ...at, comment_id }),
        () => issues.updateComment({ ...at, comment_id, body: 'x' }),
        () => issues.deleteComment({ ...at, comment_id }),
      ]) {
        expect((await refusal(call())).status).toBe(404);
      }
    },
  ],
  [
    'observed',
    'a body may have 65,536 characters (not bytes), one more is 422, on create and on update',
    async (world) => {
      const { octokit, at } = withPull(world);
      const { data } = await say(world, '🚀'.repeat(65_536));
      const tooLong = {
        status: 422,
        message: 'Validation Failed',
        data: {
          errors: [
            {
              resource: 'IssueComment',
              code: 'unprocessable',
              field: 'data',
              message: 'Body is too long (maximum is 65536 characters)',
            },
          ],
        },
      };
      expect(await refusal(say(world, 'x'.repeat(65_537)))).toMatchObject(tooLong);
      const update = octokit.rest.issues.updateComment({
        ...at,
        comment_id: data.id,
        body: 'x'.repeat(65_537),
      });
      expect(await refusal(update)).toMatchObject(tooLong);
    },
  ],
  [
    'documented',
    'a missing body, an empty one and one of the wrong kind are 422',
    async (world) => {
      const { http } = withPull(world);
      const path = '/repos/octo-org/echo-agent/issues/7/comments';
      for (const body of [{}, { body: '' }, { body: 5 }])
        expect((await http('POST', path, body)).status).toBe(422);
    },
  ],
  [
    'documented',
    'an issue that is not there is 404',
    async (world) => {
      expect((await refusal(say(world, 'x', 99))).status).toBe(404);
    },
  ],
  [
    'documented',
    'issues: write or pull-requests: write is enough to comment; without either it is 403 naming both',
    async (world) => {
      const { github, repository, at } = withPull(world);
      const { issues: _i, 'pull-requests': _p, ...neither } = EVERYTHING;
      for (const permissions of [{ issues: 'write' }, { 'pull-requests': 'write' }] as const) {
        const token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions });
        const made = await clientOf(github, token).rest.issues.createComment({
          ...at,
          issue_number: 7,
          body: 'x',
        });
        expect(made.status).toBe(201);
      }
      const token = github.addToken({
        kind: 'actions',
        repository: repository.fullName,
        permissions: { ...neither, 'pull-requests': 'read', issues: 'read' },
      });
      const refused = await refusal(
        clientOf(github, token).rest.issues.createComment({ ...at, issue_number: 7, body: 'x' }),
      );
      expect(refused).toMatchObject({ status: 403, message: 'Resource not accessible by integration' });
      expect(refused.headers['x-accepted-github-permissions']).toBe('issues=write; pull_requests=write');
    },
  ],
]);

conforms('REST API endpoints for labels', [
  [
    'documented',
    'labels of a pull request are listed, added, replaced and removed; unknown ones are made',
    async (world) => {
      const { repository, octokit, at } = world;
      repository.addPullRequest({ number: 7, head: { ref: 'topic' }, labels: ['preview'] });
      const names = (labels: { name: string }[]) => labels.map(({ name }) => name);
      const here = { ...at, issue_number: 7 };
      expect(names((await octokit.rest.issues.listLabelsOnIssue(here)).data)).toEqual(['preview']);
      const added = await octokit.rest.issues.addLabels({ ...here, labels: ['Preview', 'wip'] });
      expect(names(added.data)).toEqual(['preview', 'wip']);
      const left = await octokit.rest.issues.removeLabel({ ...here, name: 'preview' });
      expect(names(left.data)).toEqual(['wip']);
      expect((await refusal(octokit.rest.issues.removeLabel({ ...here, name: 'preview' }))).status).toBe(404);
      const set = await octokit.rest.issues.setLabels({ ...here, labels: ['a'] });
      expect(names(set.data)).toEqual(['a']);
      const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 7 });
      expect(names(data.labels)).toEqual(['a']);
    },
  ],
]);
