import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import type { RunnerEvent } from '../../harness/events.ts';
import { type FakeGitHub, holding, startGitHub } from '../../harness/github/fake.ts';
import type { Repository } from '../../harness/github/repository.ts';
import { someImage } from './support/images.ts';
import { annotationsOf, type Deploy, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const PERMISSIONS = { deployments: 'write', 'pull-requests': 'write' } as const;
const RUN = /\/actions\/runs\/\d+\/attempts\/1$/;

const fakes: FakeGitHub[] = [];
afterAll(() => Promise.all(fakes.map((github) => github.close())));

let github: FakeGitHub;
let repository: Repository;
let token: string;
async function start(options?: Parameters<typeof startGitHub>[0]) {
  github = await startGitHub(options);
  fakes.push(github);
  mark = 0;
  repository = github.addRepository();
  token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions: PERMISSIONS });
}
beforeEach(() => start());

/** Creates a pull request with number 7, and returns its event. */
function pullRequest() {
  repository.addPullRequest({ number: 7, head: { ref: 'topic', files: { 'agent.ts': 'export {}' } } });
  return repository.events.pullRequest(7, { action: 'opened' });
}

/** Returns a deploy of an image by the built action, which connects to this GitHub over HTTP. */
const requestOf = (more: Deploy & { name: string }): Deploy => ({
  github: github.forRunner(token),
  secrets: [token],
  ...more,
  inputs: { action: 'deploy', 'deployment-name': more.name, 'image-uri': someImage(), ...more.inputs },
});
const deploy = (more: Deploy & { name: string }) => world.deploy(requestOf(more));

let mark = 0;
/** Returns the number of requests to GitHub since the last call. */
function requests(): number {
  const before = mark;
  mark = github.journal.length;
  return mark - before;
}

const statesOf = () => repository.deployments().map(({ statuses }) => statuses.map(({ state }) => state));

describe('a run of the action', () => {
  test('is shown on GitHub as a deployment and as one comment on its pull request, which the next run updates', async () => {
    const event = pullRequest();
    const name = world.name();
    const first = await deploy({ name, event });
    expect(first.outputs).toMatchObject({ outcome: 'deployed' });
    const [deployment] = repository.deployments(name);
    expect(deployment?.statuses).toMatchObject([
      { state: 'in_progress', logUrl: expect.stringMatching(RUN) },
      { state: 'success', environmentUrl: first.outputs['deployment-url'] },
    ]);
    const [comment] = repository.comments(7);
    expect(first.outputs).toMatchObject({
      'github-deployment-id': String(deployment?.id),
      'comment-id': String(comment?.id),
    });
    expect(comment?.body).toContain(`🟢 \`${name}\` is deployed`);
    expect(annotationsOf(first)).toEqual([]);
    // One of the nine requests reads the lock of the deployment.
    expect(github.journal).toHaveLength(9);
    expect(holding(github.journal, [token, world.emulator.apiKey])).toEqual([]);
  });

  test('is shown on an Enterprise Server with links to that server', async () => {
    await start({ enterprise: true });
    const run = await deploy({ name: world.name(), event: pullRequest() });
    expect(annotationsOf(run)).toEqual([]);
    expect(repository.deployments()[0]?.statuses[0]?.logUrl?.startsWith(github.serverUrl)).toBe(true);
    expect(repository.comments(7)[0]?.body).toContain(
      `${github.serverUrl}/octo-org/echo-agent/actions/runs/`,
    );
  });

  // docs/security.md#missing-permission-one-warning
  test('is green even without the GitHub permissions, with one warning for each missing permission', async () => {
    token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions: {} });
    const run = await deploy({ name: world.name(), event: pullRequest() });
    expect([run.outcome, run.outputs['outcome']]).toEqual(['success', 'deployed']);
    expect(run.annotations.map(({ message }) => /add `([^`]+)`/.exec(message)?.[1]).toSorted()).toEqual([
      'deployments: write',
      'pull-requests: write',
    ]);
  });
});

describe('a preview on GitHub', () => {
  test("has a transient environment and a comment, and only the comment remains after the preview's deletion", async () => {
    const name = `${world.name('app')}-pr-7`;
    const opened = pullRequest();
    const preview = (event: RunnerEvent, more: Record<string, string> = {}) =>
      deploy({
        name: name.replace(/-pr-7$/, ''),
        event,
        inputs: { action: 'auto', environment: 'production', ...more },
      });
    const first = await preview(opened);
    expect(first.outputs).toMatchObject({ outcome: 'deployed', 'deployment-name': name });
    expect(repository.deployments()).toMatchObject([
      { environment: name, transient: true, production: false, sha: repository.head('topic') },
    ]);
    const created = requests();
    repository.setFiles('topic', { 'agent.ts': 'export const a = 1' });
    await preview(repository.events.pullRequest(7, { action: 'synchronize' }));
    expect(statesOf().map((list) => list.at(-1))).toEqual(['inactive', 'success']);
    const updated = requests();
    repository.closePullRequest(7);
    const closed = repository.events.pullRequest(7, { action: 'closed' });
    const gone = await preview(closed, { 'image-uri': '' });
    expect(gone.outputs).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
    expect(repository.deployments()).toEqual([]);
    expect(repository.comments(7).map(({ body }) => /### .*/.exec(body)?.[0])).toEqual([
      '### ⚪ The preview was deleted',
    ]);
    // A deploy also reads the lock of the deployment, and the teardown also tries to delete the environment.
    expect([created, updated, requests()]).toEqual([11, 11, 8]);
    for (const run of [first, gone]) expect(annotationsOf(run)).toEqual([]);
  });
});

describe('a run that is stopped before its end', () => {
  const shown = () =>
    until(async () => statesOf()[0]?.length === 1 && repository.comments(7).length === 1, 'GitHub shows it');

  test('closes its deployment and comment on GitHub in time if the runner cancels the run', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const run = await world.deployCancelled({ ...requestOf({ name, event: pullRequest() }), when: shown });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled' });
    expect(statesOf()).toEqual([['in_progress', 'inactive']]);
    expect(repository.comments(7)[0]?.body).toContain('cancelled');
  });

  test('ends in time if the runner cancels the run while GitHub does not respond', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    const answerAgain = (phase: string) => {
      if (phase === 'post') github.faults.clear();
    };
    const run = await world.deployCancelled({
      ...requestOf({ name, event: pullRequest() }),
      onLine: (_line, phase) => answerAgain(phase),
      onStart: (_pid, phase) => answerAgain(phase),
      when: async () => {
        await shown();
        github.faults.set([{ effect: { delay_ms: 60_000 } }]);
      },
      withinMs: 9_000,
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled' });
    // The post step did the work that the main step could not finish.
    expect(statesOf()).toEqual([['in_progress', 'inactive']]);
    expect(repository.comments(7)[0]?.body).toContain('cancelled');
  });

  test('closes its deployment and comment on GitHub in the post step if it is killed', async () => {
    const name = world.name();
    await world.fault(name, 'DEPLOYING', { stall: true });
    let pid = 0;
    const run = await deploy({
      name,
      event: pullRequest(),
      onStart: (started, phase) => {
        if (phase === 'main') pid = started;
      },
      meanwhile: async (_clock, over) => {
        await shown();
        process.kill(pid, 'SIGKILL');
        await over;
      },
    });
    expect(run.main?.endedBy).toBe('SIGKILL');
    expect(statesOf()).toEqual([['in_progress', 'inactive']]);
    expect(repository.comments(7)[0]?.body).toContain('the run ended without a report');
  });
});

test('two agents of one pull request have separate environments and one comment', async () => {
  const event = pullRequest();
  const [one, two] = [world.name('one'), world.name('two')];
  await deploy({ name: one, event });
  await deploy({ name: two, event });
  const comments = repository.comments(7).map(({ body }) => body);
  expect(comments).toHaveLength(1);
  expect(comments[0]).toContain('### 🟢 Both agents are deployed');
  expect(repository.environments().map(({ name }) => name)).toEqual([one, two]);
});
