import { describe, expect, test } from '@jest/globals';
import { onGitHub, onPullRequest, RUN_ID, states } from './support.ts';

const URL_OF_AGENT = 'https://my-agent.example.org';

describe('a deployment on GitHub', () => {
  test("is first in progress, and then a success that links to the agent and the run's attempt", async () => {
    const it = await onGitHub();
    const { host, result } = await it.world.run();
    expect(result['outcome']).toBe('deployed');
    const [deployment, ...others] = it.repository.deployments('my-agent');
    expect(others).toEqual([]);
    expect(deployment).toMatchObject({
      sha: it.repository.head(),
      transient: false,
      production: true,
      payload: { 'agent-deploy': 'my-agent', run: RUN_ID, attempt: '1' },
    });
    expect(deployment?.statuses).toMatchObject([
      {
        state: 'in_progress',
        logUrl: `https://github.com/octo-org/echo-agent/actions/runs/${RUN_ID}/attempts/1`,
      },
      { state: 'success', description: 'my-agent: deployed (rolled-out)' },
    ]);
    expect(host.outputs['github-deployment-id']).toBe(String(deployment?.id));
    expect(host.annotations).toEqual([]);
    expect(it.requests()).toEqual([
      'GET /deployments',
      'POST /deployments',
      `POST /deployments/${deployment?.id}/statuses`,
      `POST /deployments/${deployment?.id}/statuses`,
    ]);
  });

  test("gets the agent's address as soon as the service returns it", async () => {
    const it = await onGitHub();
    it.world.inputs['wait'] = 'false';
    await it.world.run();
    for (const deployment of it.world.controlPlane.deployments.values()) deployment.url = URL_OF_AGENT;
    it.world.inputs['wait'] = 'true';
    await it.world.run();
    expect(it.repository.deployments()[0]?.statuses.at(-1)).toMatchObject({
      state: 'success',
      environmentUrl: URL_OF_AGENT,
    });
  });

  test('belongs to the environment that the input names', async () => {
    const it = await onGitHub({ inputs: { environment: 'staging/eu' } });
    await it.world.run();
    expect(it.repository.deployments('staging/eu').map(states)).toEqual([['in_progress', 'success']]);
  });

  test('becomes inactive after the next success, but remains a failure if it failed', async () => {
    const it = await onGitHub();
    await it.world.run();
    it.of(it.repository.events.push(it.repository.setFiles('main', { 'agent.ts': '2' })));
    it.world.env['GITHUB_RUN_ID'] = '4712';
    it.world.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    expect((await it.world.run()).result['outcome']).toBe('failed');
    expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual(['success', 'failure']);
    it.of(it.repository.events.push(it.repository.setFiles('main', { 'agent.ts': '3' })));
    it.world.env['GITHUB_RUN_ID'] = '4713';
    it.world.controlPlane.nextRollout = ['DEPLOYED'];
    await it.world.run();
    expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual([
      'inactive',
      'failure',
      'success',
    ]);
  });

  test('is updated with at most seven requests', async () => {
    const it = await onGitHub();
    for (const run of ['1', '2', '3']) {
      it.of(it.repository.events.push(it.repository.setFiles('main', { 'agent.ts': run })));
      it.world.env['GITHUB_RUN_ID'] = run;
      it.requests();
      await it.world.run();
    }
    expect(it.requests()).toHaveLength(7);
    expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual([
      'inactive',
      'inactive',
      'success',
    ]);
  });

  test('is not changed if it belongs to another agent or tool in the same environment', async () => {
    const it = await onGitHub({ inputs: { environment: 'production' } });
    it.world.inputs['deployment-name'] = 'other-agent';
    await it.world.run();
    it.world.inputs['deployment-name'] = 'my-agent';
    await it.world.run();
    expect(it.repository.deployments('production').map(states)).toEqual([
      ['in_progress', 'success'],
      ['in_progress', 'success'],
    ]);
  });

  test.each([
    ['nothing changes', { force: 'false' }],
    ['the run is a dry run', { 'dry-run': 'true' }],
    ['the input disables GitHub deployments', { 'github-deployment': 'false', force: 'true' }],
  ])('is not created, and GitHub gets no request, when %s', async (_why, inputs) => {
    const it = await onGitHub();
    await it.world.run();
    it.requests();
    Object.assign(it.world.inputs, inputs);
    const { code } = await it.world.run();
    expect([code, it.requests()]).toEqual([0, []]);
  });
});

describe('a job environment for which GitHub has created a deployment', () => {
  test('shows this run already, so the action creates no second deployment', async () => {
    const it = await onGitHub({ inputs: { environment: 'production' } });
    const sha = it.repository.head();
    it.repository.startJob({ ref: 'main', sha, runId: RUN_ID, environment: 'production' });
    const { host } = await it.world.run();
    expect(it.repository.deployments()).toHaveLength(1);
    expect(host.outputs['github-deployment-id']).toBe('');
    expect(host.lines.join('\n')).toContain('The job already uses the environment production');
    expect(it.requests()).toHaveLength(2);
  });

  test('does not show this run if its deployment links to another run, so the action creates a deployment', async () => {
    const it = await onGitHub({ inputs: { environment: 'production' } });
    const sha = it.repository.head();
    it.repository.startJob({ ref: 'main', sha, runId: `${RUN_ID}9`, environment: 'production' });
    await it.world.run();
    expect(it.repository.deployments()).toHaveLength(2);
  });
});

describe('a second attempt of a run', () => {
  test("continues the first attempt's deployment on GitHub, with a link to the second attempt", async () => {
    const it = await onGitHub();
    it.world.controlPlane.nextRollout = ['BUILD_FAILED'];
    await it.world.run();
    it.world.env['GITHUB_RUN_ATTEMPT'] = '2';
    it.world.controlPlane.nextRollout = ['DEPLOYED'];
    await it.world.run();
    const [deployment, ...others] = it.repository.deployments();
    expect(others).toEqual([]);
    expect(deployment && states(deployment)).toEqual(['in_progress', 'failure', 'in_progress', 'success']);
    expect(deployment?.statuses.at(-1)?.logUrl).toContain('/attempts/2');
  });

  test('creates a new deployment on GitHub if another run deployed between the attempts', async () => {
    const it = await onGitHub();
    it.world.controlPlane.nextRollout = ['BUILD_FAILED'];
    await it.world.run();
    it.world.env['GITHUB_RUN_ID'] = '4712';
    await it.world.run();
    it.world.env = { ...it.world.env, GITHUB_RUN_ID: RUN_ID, GITHUB_RUN_ATTEMPT: '2' };
    it.world.inputs['force'] = 'true';
    await it.world.run();
    expect(it.repository.deployments()).toHaveLength(3);
  });
});

// docs/security/pull-requests.md#deployment-github-taken-up
test('a run with a repeated run ID and another commit does not reuse the earlier deployment on GitHub', async () => {
  const it = await onGitHub();
  await it.world.run();
  const first = it.repository.head();
  it.of(it.repository.events.push(it.repository.setFiles('main', { 'agent.ts': '2' })));
  it.world.inputs['force'] = 'true';
  await it.world.run();
  expect(it.repository.deployments().map(({ sha }) => sha)).toEqual([first, it.repository.head()]);
  expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual(['inactive', 'success']);
});

describe('the last status of a deployment on GitHub', () => {
  test.each([
    [['BUILDING', 'BUILD_FAILED'], {}, 'failure'],
    [['BUILDING'], { 'wait-timeout': '5s' }, 'error'],
    [['BUILDING'], { wait: 'false' }, 'in_progress'],
    [['SKIPPED'], {}, 'inactive'],
  ])('after the statuses %j with the inputs %j is %s', async (rollout, inputs, last) => {
    const it = await onGitHub({ inputs });
    it.world.controlPlane.nextRollout = rollout;
    await it.world.run();
    expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual([last]);
  });
});

test('the deployment of a pull request on GitHub belongs to the head commit, never to the merge commit', async () => {
  const it = await onGitHub({ inputs: { comment: 'false' } });
  onPullRequest(it);
  await it.world.run();
  expect(it.repository.deployments()[0]?.sha).toBe(it.repository.head('topic-7'));
});

test("a deployment on GitHub belongs to the run's commit if the deployed commit is from another repository", async () => {
  const it = await onGitHub({
    inputs: { 'repo-url': 'https://git.example.org/x/y', commit: 'e'.repeat(40), ref: 'main' },
  });
  it.world.controlPlane.heads.set('main', 'e'.repeat(40));
  await it.world.run();
  expect(it.repository.deployments()[0]?.sha).toBe(it.repository.head());
});
