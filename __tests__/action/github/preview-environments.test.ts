import { describe, expect, test } from '@jest/globals';
import { parseEvent } from '../../../src/action/event.ts';
import { gitHubAccess } from '../../../src/action/github/access.ts';
import { readInputs } from '../../../src/action/inputs/read.ts';
import { outcome, type Outcome } from '../../../src/action/outcome.ts';
import { createReporter } from '../../../src/action/publish/reporter.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { markerOf } from '../preview/support.ts';
import { createFakeHost } from '../support/host.ts';
import { connectionOf, type OnGitHub, onGitHub, onPullRequest, PERMISSIONS, states } from './support.ts';

const PREVIEW = 'echo-agent-pr-7';
const DELETED = outcome('torn-down', 'deleted', 'The preview was deleted.');

/** Reports a teardown or a sweep that deleted these previews to GitHub. */
async function tell(it: OnGitHub, retired: readonly string[], end: Outcome = DELETED) {
  const event = parseEvent(
    { ...it.world.env, GITHUB_EVENT_NAME: it.world.event.name },
    JSON.stringify(it.world.event.payload),
  );
  const inputs = {
    'api-key': 'k-1234567',
    action: 'teardown',
    'github-token': it.world.inputs['github-token'] ?? '',
  };
  const env = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
  const reading = await readInputs(env, event);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const record = { ...createRunRecord(0), retired: [...retired], stage: 'writing' as const };
  const host = createFakeHost({});
  const teller = createReporter({
    host,
    env: it.world.env,
    settings: reading.settings,
    event,
    record,
    annotations: true,
    signal: new AbortController().signal,
    limits: { retryDelaysMs: [1] },
    now: () => 0,
    redact: (text) => text,
    log: (line) => host.log(line),
    save: async () => {},
    codeHost: gitHubAccess(inputs['github-token'], async () => it.world.github),
  });
  it.requests();
  teller.reportProgress();
  await teller.reportOutcome(end);
  return host;
}

/** Creates a pull request whose preview was deployed the given number of times. */
async function previewed(deployments: number, permissions: Parameters<typeof onGitHub>[0] = {}) {
  const it = await onGitHub(permissions);
  onPullRequest(it);
  const { octokit, owner, repo } = connectionOf(it);
  for (let index = 0; index < deployments; index += 1) {
    const { data } = await octokit.rest.repos.createDeployment({
      owner,
      repo,
      ref: it.repository.head('topic-7'),
      environment: PREVIEW,
      transient_environment: true,
      auto_merge: false,
      required_contexts: [],
    });
    const last = index === deployments - 1;
    if (!('id' in data)) throw new Error('no deployment');
    const state = last ? 'success' : 'inactive';
    await octokit.rest.repos.createDeploymentStatus({ owner, repo, deployment_id: data.id, state });
  }
  return it;
}

describe('a deleted preview', () => {
  test('loses its deployments on GitHub, and deployments in other environments stay unchanged', async () => {
    const it = await previewed(3);
    it.repository.startJob({ ref: 'main', sha: it.repository.head(), runId: '1', environment: 'production' });
    const host = await tell(it, [PREVIEW]);
    expect(it.repository.deployments(PREVIEW)).toEqual([]);
    expect(it.repository.deployments('production')).toHaveLength(1);
    expect(host.annotations).toEqual([]);
    // Requests: one for the list, three for the active deployment, one for each other deployment, one for the
    // environment, and one for the search for the comment.
    expect(it.requests()).toHaveLength(1 + 3 + 2 + 1 + 1);
    expect(it.repository.environments().map(({ name }) => name)).toContain(PREVIEW);
  });

  test('loses its deployments on GitHub even if they are beyond the first page of the list', async () => {
    const it = await previewed(104);
    await tell(it, [PREVIEW]);
    expect(it.repository.deployments(PREVIEW)).toEqual([]);
  });

  test('still has inactive deployments on GitHub if GitHub rejects their deletion', async () => {
    const it = await previewed(2);
    it.github.faults.set([{ match: { method: 'DELETE' }, effect: { answer: 'not-accessible' } }]);
    const host = await tell(it, [PREVIEW]);
    expect(it.repository.deployments(PREVIEW).map((item) => states(item).at(-1))).toEqual([
      'inactive',
      'inactive',
    ]);
    expect(host.annotations).toEqual([]);
  });

  test("loses its GitHub environment if the token has an administrator's permission", async () => {
    const it = await previewed(1);
    await it.useToken({ kind: 'classic', login: 'admin', repository: it.repository.fullName });
    await tell(it, [PREVIEW]);
    expect(it.repository.environments().map(({ name }) => name)).not.toContain(PREVIEW);
  });

  test("loses its GitHub environment if the token of an app has an administrator's permission", async () => {
    const it = await previewed(1);
    const permissions: Record<string, 'write'> = {
      ...PERMISSIONS,
      administration: 'write',
      contents: 'write',
    };
    await it.useToken({ kind: 'app', login: 'app[bot]', repository: it.repository.fullName, permissions });
    await tell(it, [PREVIEW]);
    expect(it.repository.environments().map(({ name }) => name)).not.toContain(PREVIEW);
  });

  test('keeps its GitHub environment without a warning if the token lacks the permission, and the log contains its name', async () => {
    const it = await previewed(1);
    const host = await tell(it, [PREVIEW, 'another-pr-7']);
    expect(host.annotations).toEqual([]);
    expect(host.lines.join('\n')).toMatch(
      /still lists the environment echo-agent-pr-7, another-pr-7 .*`administration: write`/,
    );
    expect(it.requests().filter((request) => request.startsWith('DELETE /environments'))).toHaveLength(1);
  });

  test('is reported in the existing comment, and never in a new comment', async () => {
    const it = await previewed(1);
    const comment = it.repository.addComment(7, `<!-- agent-deploy:agents -->\nold`, 'github-actions[bot]');
    await tell(it, [PREVIEW]);
    expect(comment.body).toContain('⚪ The preview was deleted');
    expect(it.repository.comments(7)).toHaveLength(1);
  });

  test('causes one warning if the token lacks the permission', async () => {
    const it = await previewed(1);
    await it.useToken({
      kind: 'actions',
      repository: it.repository.fullName,
      permissions: { ...PERMISSIONS, deployments: 'read' },
    });
    const host = await tell(it, [PREVIEW]);
    expect(host.annotations).toMatchObject([
      { message: expect.stringContaining('add `deployments: write`') },
    ]);
  });
});

test('a teardown that times out is reported in an existing comment, but creates no new comment', async () => {
  const late = outcome('timed-out', 'still-deleting', 'It is still there.');
  const it = await previewed(1);
  await tell(it, [PREVIEW], late);
  expect(it.repository.comments(7)).toEqual([]);
  const comment = it.repository.addComment(7, `<!-- agent-deploy:agents -->`, 'github-actions[bot]');
  await tell(it, [PREVIEW], late);
  expect(comment.body).toContain('timed-out');
});

test('a teardown that found nothing to delete leaves deployments on GitHub unchanged', async () => {
  const it = await previewed(1);
  await tell(it, [], outcome('torn-down', 'already-gone', 'There was none.'));
  expect(it.repository.deployments(PREVIEW).map(states)).toEqual([['success']]);
  expect(it.requests()).toEqual([]);
});

test('a sweep removes the deployments of deleted previews from GitHub', async () => {
  const it = await previewed(1);
  it.repository.closePullRequest(7);
  const source_config = { repo_url: it.repository.url };
  it.world.controlPlane.add({ name: PREVIEW, source_config, secrets: [markerOf(7, it.repository.fullName)] });
  it.of(it.repository.events.schedule());
  it.world.inputs['action'] = 'sweep';
  const { host } = await it.world.run();
  expect([host.outputs['reason-code'], it.repository.deployments(PREVIEW)]).toEqual(['swept', []]);
});
