import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { integrationWebhookUrl, signature } from '../../../harness/github/webhooks.ts';
import { pullRequestEvent, pushEvent, type RunnerEvent } from '../../../harness/events.ts';
import { createFixture } from './support.ts';

type Payload = Record<string, Record<string, unknown>>;
const payloadOf = (event: RunnerEvent) => event.payload as Payload;

describe('a pull_request event', () => {
  test('holds what the API answers at that moment', async () => {
    const { github, repository, octokit, at } = await createFixture();
    github.addRepository({ fullName: 'mona/echo-agent', forkOf: 'octo-org/echo-agent' });
    repository.addPullRequest({
      number: 7,
      title: 'Greet',
      user: 'mona',
      labels: ['preview'],
      head: { repository: 'mona/echo-agent', ref: 'greet' },
    });
    repository.addComment(7, 'nice');
    const event = repository.events.pullRequest(7, { action: 'opened' });
    const { data } = await octokit.rest.pulls.get({ ...at, pull_number: 7 });
    expect(payloadOf(event)['pull_request']).toEqual(data);
    expect(payloadOf(event)['repository']).toMatchObject({
      full_name: 'octo-org/echo-agent',
      id: repository.id,
    });
    expect(event).toMatchObject({
      name: 'pull_request',
      ref: 'refs/pull/7/merge',
      sha: data.merge_commit_sha,
      headRef: 'greet',
      baseRef: 'main',
      repository: 'octo-org/echo-agent',
      repositoryId: repository.id,
      actor: 'mona',
    });
    expect(payloadOf(event)).toMatchObject({ action: 'opened', number: 7, sender: { login: 'mona' } });
  });

  test('of a merge names the branch it went to, and the commit there', async () => {
    const { repository } = await createFixture();
    repository.addPullRequest({ number: 1, head: { ref: 'one', files: { one: '1' } } });
    repository.addPullRequest({ number: 2, head: { ref: 'two', files: { two: '1' } } });
    repository.closePullRequest(1, { merged: true });
    repository.closePullRequest(2);
    expect(repository.events.pullRequest(1, { action: 'closed' })).toMatchObject({
      ref: 'refs/heads/main',
      sha: repository.head('main'),
      payload: { pull_request: { merged: true, state: 'closed' } },
    });
    expect(repository.events.pullRequest(2, { action: 'closed' })).toMatchObject({
      ref: 'refs/pull/2/merge',
      payload: { pull_request: { merged: false, state: 'closed' } },
    });
  });

  test('of a pull request in conflict is none, but for pull_request_target, which runs on the default branch', async () => {
    const { repository } = await createFixture();
    repository.pushCommits('release', []);
    repository.addPullRequest({
      number: 1,
      base: 'release',
      head: { ref: 'topic', files: { 'README.md': 'a' } },
    });
    repository.setFiles('release', { 'README.md': 'b' });
    expect(() => repository.events.pullRequest(1, { action: 'closed' })).toThrow(
      '#1 conflicts with release: GitHub starts no pull_request run',
    );
    expect(
      repository.events.pullRequest(1, { action: 'synchronize', event: 'pull_request_target' }),
    ).toMatchObject({ name: 'pull_request_target', ref: 'refs/heads/main', sha: repository.head('main') });
  });

  test('names the label, and the commits before and after a push', async () => {
    const { repository } = await createFixture();
    repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    const push = repository.setFiles('topic', { more: '1' });
    repository.setLabels(1, ['preview']);
    const { before, after } = push;
    const event = repository.events.pullRequest(1, { action: 'synchronize', before: before ?? '' });
    expect(event.payload).toMatchObject({ before, after, pull_request: { head: { sha: after } } });
    const labeled = repository.events.pullRequest(1, { action: 'labeled', label: 'preview' });
    expect(labeled.payload).toMatchObject({ label: { name: 'preview' } });
  });
});

describe('a push event', () => {
  test('says what the push did, without the files of its commits', async () => {
    const { repository, github } = await createFixture();
    const push = repository.pushCommits('main', [
      { message: 'one', files: { a: '1' } },
      { message: 'two', files: { b: '1' } },
    ]);
    const event = repository.events.push(push);
    expect(event).toMatchObject({ name: 'push', ref: 'refs/heads/main', sha: push.after, headRef: '' });
    expect(event.payload).toMatchObject({
      ref: 'refs/heads/main',
      before: push.before,
      after: push.after,
      created: false,
      deleted: false,
      forced: false,
      commits: [{ message: 'one' }, { message: 'two', id: push.after }],
      head_commit: { id: push.after, message: 'two' },
      repository: { url: `${github.serverUrl}/octo-org/echo-agent`, master_branch: 'main' },
    });
    expect(JSON.stringify(event.payload['commits'])).not.toContain('"added"');
  });

  test('of a new branch, a forced push, a tag and a deletion', async () => {
    const { repository } = await createFixture();
    const zero = '0'.repeat(40);
    const created = repository.events.push(repository.pushCommits('topic', []));
    expect(created.payload).toMatchObject({
      before: zero,
      created: true,
      base_ref: 'refs/heads/main',
      commits: [],
    });
    const first = repository.setFiles('topic', { a: '1' });
    const forced = repository.pushCommits('topic', [{ parents: [first.before ?? ''], files: { a: '2' } }], {
      force: true,
    });
    expect(repository.events.push(forced).payload).toMatchObject({ forced: true, before: first.after });
    const tag = repository.pushTag('v1', { annotated: true });
    expect(repository.events.push(tag)).toMatchObject({
      ref: 'refs/tags/v1',
      sha: repository.head(),
      payload: { after: tag.after, head_commit: { id: repository.head() }, commits: [] },
    });
    expect(repository.events.push(repository.deleteBranch('topic'))).toMatchObject({
      ref: 'refs/heads/main',
      sha: repository.head(),
      payload: { ref: 'refs/heads/topic', after: zero, deleted: true, head_commit: null },
    });
  });

  test('that would lose commits without force is refused', async () => {
    const { repository } = await createFixture();
    const { before } = repository.setFiles('main', { a: '1' });
    expect(() => repository.pushCommits('main', [{ parents: [before ?? ''], files: { a: '2' } }])).toThrow(
      'would lose commits',
    );
  });
});

test('dispatch and schedule run on the default branch, or on the ref that was chosen', async () => {
  const { repository } = await createFixture();
  repository.setFiles('topic', { a: '1' });
  expect(repository.events.schedule()).toMatchObject({ name: 'schedule', sha: repository.head() });
  expect(
    repository.events.dispatch({ ref: 'refs/heads/topic', inputs: { 'rollback-to': 'previous' } }),
  ).toMatchObject({
    name: 'workflow_dispatch',
    ref: 'refs/heads/topic',
    sha: repository.head('topic'),
    payload: { inputs: { 'rollback-to': 'previous' } },
  });
  expect(() => repository.events.dispatch({ ref: 'refs/heads/none' })).toThrow('there is no ref');
});

test('events made of details alone have no field that events of the double lack', async () => {
  const { repository } = await createFixture();
  repository.addPullRequest({ number: 7, head: { ref: 'topic' } });
  const ours = payloadOf(repository.events.pullRequest(7, { action: 'opened' }));
  const theirs = payloadOf(pullRequestEvent({ number: 7, head: { branch: 'topic', sha: 'a'.repeat(40) } }));
  for (const part of ['pull_request', 'repository', 'sender']) {
    expect(Object.keys(ours[part] ?? {})).toEqual(expect.arrayContaining(Object.keys(theirs[part] ?? {})));
  }
  const push = payloadOf(repository.events.push(repository.setFiles('main', { a: '1' })));
  const details = payloadOf(pushEvent({ branch: 'main', after: 'a'.repeat(40), before: 'b'.repeat(40) }));
  expect(Object.keys(push)).toEqual(expect.arrayContaining(Object.keys(details)));
  expect(Object.keys(push['head_commit'] ?? {})).toEqual(
    expect.arrayContaining(Object.keys(details['head_commit'] ?? {})),
  );
});

describe('a webhook delivery', () => {
  const servers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** Takes deliveries and answers that status, cuts the connection, or says nothing. */
  async function receiver(status: number | 'cut' | 'silent') {
    const got: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
        if (status === 'cut') response.destroy();
        else if (status !== 'silent') response.writeHead(status).end('taken');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push({
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
  }

  test('is signed over its very bytes, and names event, delivery and repository', async () => {
    const { github, repository } = await createFixture();
    const { url, got } = await receiver(202);
    const push = repository.setFiles('main', { 'ü.txt': 'ü', 'README.md': null }, 'Füge hinzu');
    const delivery = await github.webhooks.deliver(repository.events.pushWebhook(push), {
      url,
      secret: 'a-webhook-secret',
    });
    expect(delivery).toMatchObject({ status: 202, answer: 'taken', event: 'push', redelivery: false });
    expect(got).toHaveLength(1);
    const { headers, body } = got[0] ?? { headers: {}, body: '' };
    expect(headers).toMatchObject({
      'x-github-event': 'push',
      'x-github-delivery': delivery.id,
      'x-github-hook-installation-target-type': 'repository',
      'x-github-hook-installation-target-id': String(repository.id),
      'content-type': 'application/json',
      'x-hub-signature-256': signature('a-webhook-secret', body),
    });
    expect(headers['user-agent']).toMatch(/^GitHub-Hookshot\//);
    expect(JSON.parse(body)).toMatchObject({
      after: push.after,
      commits: [{ added: ['ü.txt'], removed: ['README.md'], modified: [] }],
    });
  });

  test('has the signature GitHub’s documentation gives as an example', () => {
    // Base64: the example's words are not ours.
    const secret = Buffer.from('SXQncyBhIFNlY3JldCB0byBFdmVyeWJvZHk=', 'base64').toString();
    const payload = Buffer.from('SGVsbG8sIFdvcmxkIQ==', 'base64').toString();
    expect(signature(secret, payload)).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  test('is repeated under the same id with the same bytes, and only when asked', async () => {
    const { github, repository } = await createFixture();
    const { url, got } = await receiver(500);
    const event = repository.events.pushWebhook(repository.setFiles('main', { a: '1' }));
    const first = await github.webhooks.deliver(event, { url, secret: 's' });
    expect(got).toHaveLength(1);
    repository.setFiles('main', { a: '2' });
    const again = await github.webhooks.redeliver(first.id);
    expect(again).toMatchObject({ id: first.id, redelivery: true, status: 500 });
    expect(got[1]?.body).toBe(got[0]?.body);
    expect(github.webhooks.deliveries().map(({ redelivery }) => redelivery)).toEqual([false, true]);
    await expect(github.webhooks.redeliver('none')).rejects.toThrow('no delivery none');
  });

  test('can come as a form, without a signature, or with a forged one', async () => {
    const { github } = await createFixture();
    const { url, got } = await receiver(200);
    const event = { name: 'ping', payload: { zen: 'x' } };
    await github.webhooks.deliver(event, {
      url,
      secret: null,
      contentType: 'application/x-www-form-urlencoded',
    });
    await github.webhooks.deliver(event, {
      url,
      secret: 's',
      headers: { 'X-Hub-Signature-256': 'sha256=0' },
    });
    expect(got[0]?.headers).not.toHaveProperty('x-hub-signature-256');
    expect(new URLSearchParams(got[0]?.body).get('payload')).toBe('{"zen":"x"}');
    expect(got[1]?.headers['x-hub-signature-256']).toBe('sha256=0');
  });

  test('that is cut off, or not answered in time, has failed, and is not tried again', async () => {
    const { github } = await createFixture();
    const cutting = await receiver('cut');
    const event = { name: 'ping', payload: {} };
    const cut = await github.webhooks.deliver(event, { url: cutting.url, secret: 's' });
    expect([cut.status, cutting.got.length]).toEqual([null, 1]);
    const silent = await receiver('silent');
    const late = await github.webhooks.deliver(event, { url: silent.url, secret: 's', timeoutMs: 5 });
    expect(late.status).toBeNull();
    expect(github.webhooks.deliveries()).toHaveLength(2);
  });

  test('goes to the integration of a control plane', () => {
    expect(integrationWebhookUrl('http://127.0.0.1:4400/', 'i-1')).toBe(
      'http://127.0.0.1:4400/v1/integrations/git_host/i-1/webhook',
    );
  });
});
