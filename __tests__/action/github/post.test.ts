import { describe, expect, test } from '@jest/globals';
import type { PublishedState } from '../../../src/action/publish/published-state.ts';
import { runPost } from '../../../src/action/post.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { saveState } from '../../../src/action/state.ts';
import { createFakeHost } from '../support/host.ts';
import { connectionOf, type OnGitHub, onGitHub, onPullRequest, RUN_ID, states } from './support.ts';

/** Runs the post step after a main step that saved this state. */
async function post(it: OnGitHub, state: Record<string, string>) {
  it.requests();
  const host = createFakeHost({
    ...it.world.env,
    GITHUB_API_URL: it.github.apiUrl,
    'INPUT_GITHUB-TOKEN': it.world.inputs['github-token'],
    'STATE_agent-deploy': state['agent-deploy'],
  });
  await runPost(host);
  return host;
}

async function stateOf(shown: Partial<PublishedState>, stage: 'waiting' | 'reported' = 'waiting') {
  const record = { ...createRunRecord(0), stage };
  record.deployment = { id: 'd1', name: 'my-agent', url: undefined };
  record.revision = { id: 'r1', status: 'BUILDING', commit: undefined };
  record.github.shown = { deployment: undefined, comment: undefined, end: undefined, ...shown };
  const host = createFakeHost({});
  await saveState(host, record);
  return host.state;
}

/** Creates a deployment as the main step does. */
async function opened(it: OnGitHub) {
  const { octokit, owner, repo } = connectionOf(it);
  const { data } = await octokit.rest.repos.createDeployment({
    owner,
    repo,
    ref: it.repository.head(),
    environment: 'my-agent',
    auto_merge: false,
    required_contexts: [],
    payload: { 'agent-deploy': 'my-agent', run: RUN_ID },
  });
  if (!('id' in data)) throw new Error('no deployment');
  await octokit.rest.repos.createDeploymentStatus({
    owner,
    repo,
    deployment_id: data.id,
    state: 'in_progress',
  });
  return data.id;
}

const place = { environment: 'my-agent', transient: false, refs: [], agent: 'my-agent', closed: false };

describe('the post step after a killed main phase', () => {
  test.each([true, false])('sets the deployment on GitHub to inactive (ID saved: %s)', async (noted) => {
    const it = await onGitHub();
    const id = await opened(it);
    const refs = [it.repository.head()];
    const state = await stateOf({ deployment: { ...place, refs, id: noted ? id : undefined } });
    const host = await post(it, state);
    expect(it.repository.deployments().map(states)).toEqual([['in_progress', 'inactive']]);
    expect(host.annotations).toMatchObject([{ level: 'warning', title: 'Agent Deploy: no report' }]);
    // A repeated post step must change nothing.
    await post(it, state);
    expect(it.repository.deployments().map(states)).toEqual([['in_progress', 'inactive']]);
  });

  test('updates the comment with the end of the run and the work that continues', async () => {
    const it = await onGitHub();
    onPullRequest(it);
    const comment = it.repository.addComment(7, '<!-- agent-deploy:k -->\n⏳', 'github-actions[bot]');
    await post(
      it,
      await stateOf({
        comment: { pullRequest: 7, key: 'k', agent: 'k', startedAt: 0, id: undefined, closed: false },
      }),
    );
    expect(comment.body).toMatch(/^<!-- agent-deploy:k -->\n### ⚪ my-agent: the run ended without a report/);
    expect(comment.body).toContain('r1');
  });

  test('sends no request to GitHub if the main phase created nothing on GitHub', async () => {
    const it = await onGitHub();
    const host = await post(it, await stateOf({}));
    expect([host.annotations.length, it.requests()]).toEqual([1, []]);
  });

  test('succeeds even if its requests to GitHub fail', async () => {
    const it = await onGitHub();
    const id = await opened(it);
    it.github.faults.set([{ effect: { answer: 'primary-rate-limit' } }]);
    const host = await post(it, await stateOf({ deployment: { ...place, id } }));
    expect(host.lines.join('\n')).toContain('The result could not be reported to GitHub: API rate limit');
  });

  // docs/security/pull-requests.md#token-never-told-post
  test('never prints the token', async () => {
    const it = await onGitHub();
    const token = it.world.inputs['github-token'] ?? '';
    it.github.faults.set([{ effect: { status: 400, body: { message: `no ${token}` } } }]);
    const host = await post(it, await stateOf({ deployment: { ...place, id: 1 } }));
    expect(host.masks).toContain(token);
    expect(host.everything()).not.toContain(token);
    expect(host.everything()).toContain('no ***');
  });
});

describe('the post step after a main phase that wrote its report', () => {
  test('writes nothing and sends no request', async () => {
    const it = await onGitHub();
    const { host: main } = await it.world.run();
    const host = await post(it, main.state);
    expect([it.requests(), host.everything(), host.masks]).toEqual([[], createFakeHost({}).everything(), []]);
  });

  test('sends the requests that failed before, with the actual result', async () => {
    const it = await onGitHub();
    onPullRequest(it);
    it.world.githubLimits = { finishTimeoutMs: 200 };
    const hang = { effect: { delay_ms: 60_000 } };
    it.github.faults.set([
      { match: { method: 'PATCH' }, ...hang },
      { match: { method: 'POST', path: /\/statuses$/ }, when: { nth: [2] }, ...hang },
    ]);
    const { host: main } = await it.world.run();
    expect(it.repository.deployments().map(states)).toEqual([['in_progress']]);
    it.github.faults.clear();
    const host = await post(it, main.state);
    expect(it.repository.deployments().map(states)).toEqual([['in_progress', 'success']]);
    expect(it.repository.comments(7)[0]?.body).toContain('deployed');
    expect(host.annotations).toEqual([]);
  });

  test('does not repeat requests that the token is not allowed to make', async () => {
    const it = await onGitHub({ permissions: { contents: 'read' } });
    onPullRequest(it);
    const { host: main } = await it.world.run();
    await post(it, main.state);
    expect(it.requests()).toEqual([]);
  });
});
