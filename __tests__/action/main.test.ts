import { OUTPUTS } from '../../src/action/report/outputs.ts';
import { describe, expect, test } from '@jest/globals';
import type { DeploymentCreate, DeploymentPatch } from '../../src/contract/deployment.ts';
import { apiError, type FakeControlPlane } from './support/control-plane.ts';
import {
  API_KEY,
  COMMIT,
  createScenario,
  deployedScenario,
  OLD_COMMIT,
  OTHER_COMMIT,
  pushPayload,
} from './support/scenario.ts';

describe('a first push', () => {
  test('creates the deployment and ends when its revision is active', async () => {
    const scenario = createScenario();
    const { host } = await scenario.run();
    expect(host.annotations).toEqual([]);
    expect(host.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
      created: 'true',
      changed: 'true',
      'commit-sha': COMMIT,
      'revision-status': 'DEPLOYED',
      'deployment-name': 'my-agent',
      'deployment-url': 'https://my-agent.example.org',
      'previous-revision-id': '',
    });
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test("sends the repository, the bare branch name and the workspace's only git integration", async () => {
    const scenario = createScenario({ secrets: 'TOKEN=one,two "three"' });
    await scenario.run();
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment')).toEqual({
      name: 'my-agent',
      source: 'git_host',
      source_config: {
        integration_id: '30000000-0000-4000-8000-000000000001',
        repo_url: 'https://github.com/acme/agents',
        deployment_type: 'dev',
        build_on_push: false,
      },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      secrets: [{ name: 'TOKEN', value: 'one,two "three"' }],
    });
  });

  // docs/security.md#log-says-variable-where
  test.each([
    [
      { LANGGRAPH_HOST_URL: 'https://plane.example.org/api-host' },
      /variable LANGGRAPH_HOST_URL sets the control plane to https:\/\/plane\.example\.org\/api-host/,
    ],
    [
      { LANGSMITH_ENDPOINT: 'https://eu.api.smith.langchain.com' },
      /variable LANGSMITH_ENDPOINT sets the control plane to https:\/\/eu\.api\.host\.langchain\.com/,
    ],
  ])("logs which environment variable set the control plane's address: %j", async (env, line) => {
    const scenario = createScenario();
    scenario.env = { ...scenario.env, ...env };
    const { host } = await scenario.run();
    expect(host.lines.join('\n')).toMatch(line);
    scenario.inputs['region'] = 'us';
    expect((await scenario.run()).host.lines.join('\n')).not.toMatch(/environment variable/);
  });

  // docs/security.md#log-says-variable-where
  test('logs which environment variable set the address of the API for datasets', async () => {
    const scenario = createScenario({ verify: 'dataset: Questions' });
    const LANGSMITH_ENDPOINT = 'https://tracing.example.org/api/v1';
    const LANGGRAPH_HOST_URL = 'https://plane.example.org/api-host';
    scenario.env = { ...scenario.env, LANGSMITH_ENDPOINT, LANGGRAPH_HOST_URL };
    const { host } = await scenario.run();
    expect(host.lines.join('\n')).toMatch(
      /variable LANGSMITH_ENDPOINT sets the API for datasets to https:\/\/tracing\.example\.org\/api\/v1/,
    );
    scenario.inputs['region'] = 'us';
    expect((await scenario.run()).host.lines.join('\n')).not.toMatch(/environment variable/);
  });

  test('logs every status of the revision once, in order', async () => {
    const scenario = createScenario();
    const { host, result } = await scenario.run();
    const order = [
      'CREATING',
      'QUEUED',
      'AWAITING_BUILD',
      'BUILDING',
      'AWAITING_DEPLOY',
      'DEPLOYING',
      'DEPLOYED',
    ];
    const shown = host.lines.flatMap((line) => order.filter((status) => line.endsWith(`  ${status}`)));
    expect(shown).toEqual(order);
    expect((result['timeline'] as { status: string }[]).map(({ status }) => status)).toEqual(order);
  });

  test('writes one summary with the plan, the timeline and the link', async () => {
    const { host } = await createScenario().run();
    expect(host.summaries).toHaveLength(1);
    const [summary = ''] = host.summaries;
    expect(summary).toContain('<summary>Settings of the new deployment</summary>');
    expect(summary).toMatch(/building +4 s +├/);
    expect(summary).toContain('<https://my-agent.example.org/>');
  });

  test('sends no git integration if the service does not list integrations', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('gitIntegrations', apiError('http', 404));
    const { code } = await scenario.run();
    expect(code).toBe(0);
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment').source_config).not.toHaveProperty(
      'integration_id',
    );
  });
});

describe('a second push', () => {
  test('changes only the ref of the same deployment', async () => {
    const { scenario } = deployedScenario();
    const { host } = await scenario.run();
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment')).toEqual({
      source_revision_config: { repo_ref: 'main' },
    });
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
    expect(host.outputs['previous-revision-id']).not.toBe('');
    expect(host.outputs['previous-revision-id']).not.toBe(host.outputs['revision-id']);
  });

  test('with the same commit sends no change', async () => {
    const { scenario, deployment } = deployedScenario({}, COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'unchanged',
      changed: 'false',
      'revision-id': deployment.active_revision_id,
      'revision-status': 'DEPLOYED',
    });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('with the same commit deploys again if force is set', async () => {
    const { scenario } = deployedScenario({ force: 'true' }, COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });

  test('does not wait for a revision if it changes only settings that create no revision', async () => {
    const { scenario } = deployedScenario({ 'build-command': 'make' }, COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'reason-code': 'configuration-updated' });
    // One poll confirms that the revision is active.
    expect(scenario.controlPlane.count('getRevision')).toBe(1);
  });

  test('to a deployment that an input specifies by ID updates that deployment', async () => {
    const scenario = createScenario();
    const deployment = scenario.controlPlane.add({ name: 'other' }, OLD_COMMIT);
    delete scenario.inputs['deployment-name'];
    scenario.inputs['deployment-id'] = deployment.id;
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'deployment-name': 'other' });
    // The list is read only to confirm the end.
    expect(
      scenario.controlPlane.calls.filter(({ method }) => method !== 'listRevisions').at(-1)?.method,
    ).toBe('findDeployments');
    expect(scenario.controlPlane.count('findDeployments')).toBe(1);
  });
});

describe('a container image', () => {
  const image = { 'image-uri': 'registry.example.org/agent:2' };

  test('is deployed as external_docker', async () => {
    const scenario = createScenario(image);
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment')).toEqual({
      name: 'my-agent',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: 'registry.example.org/agent:2' },
      secrets: [],
    });
    expect(scenario.controlPlane.count('gitIntegrations')).toBe(0);
  });
});

describe('a failed revision', () => {
  test.each([
    ['CREATE_FAILED', 'create-failed'],
    ['BUILD_FAILED', 'build-failed'],
    ['DEPLOY_FAILED', 'deploy-failed'],
    ['SOMETHING_FAILED_LATER', 'revision-failed'],
    ['INTERRUPTED', 'interrupted'],
  ])('in status %s fails the step with reason %s', async (status, reason) => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.nextRollout = ['BUILDING', status];
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'failed',
      'reason-code': reason,
      'revision-status': status,
    });
    expect(host.annotations).toHaveLength(1);
    expect(host.annotations[0]?.message).toContain('keeps serving');
  });

  test('is reported with the last lines of its log in log, summary and annotation', async () => {
    const scenario = createScenario({ 'log-lines': '3' });
    scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    scenario.controlPlane.logs.build = ['one', 'two', 'npm error missing script: build', 'four'].map(
      (message) => ({
        at: null,
        level: null,
        message,
      }),
    );
    const { host } = await scenario.run();
    expect(host.annotations[0]?.message).toContain('Reason: npm error missing script: build');
    expect(host.annotations[0]?.message).toContain('four');
    expect(host.summaries[0]).toContain('```text\ntwo\nnpm error missing script: build\nfour\n```');
    expect(host.lines).toContain('four');
    expect(host.lines).not.toContain('one');
  });

  test('is reported with the deploy log if the agent did not start', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nextRollout = ['DEPLOYING', 'DEPLOY_FAILED'];
    scenario.controlPlane.logs.build = [{ at: null, level: null, message: 'built well' }];
    scenario.controlPlane.logs.deploy = [{ at: null, level: 'ERROR', message: 'port never opened' }];
    const { host } = await scenario.run();
    expect(host.annotations[0]?.message).toContain('Reason: ERROR: port never opened');
    expect(host.everything()).not.toContain('built well');
  });

  test('is reported with the reason that the service returns', async () => {
    const scenario = createScenario();
    scenario.controlPlane.statusMessage = 'out of memory';
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    expect((await scenario.run()).host.annotations[0]?.message).toContain('Reason: out of memory');
  });

  test('is reported even if its log cannot be read', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    scenario.controlPlane.fail('tailLog', apiError('http', 500), { times: 2 });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('build-failed');
    expect(host.lines.join('\n')).toContain('log could not be read');
  });

  test('is reported without its log if log-lines is 0', async () => {
    const scenario = createScenario({ 'log-lines': '0' });
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    await scenario.run();
    expect(scenario.controlPlane.count('tailLog')).toBe(0);
  });
});

describe('a revision that another revision supersedes', () => {
  test.each([
    ['fail', 1, 'error'],
    ['warn', 0, 'warning'],
    ['ignore', 0, undefined],
  ])('ends the run according to on-superseded: %s', async (policy, exitCode, level) => {
    const scenario = createScenario({ 'on-superseded': policy });
    scenario.controlPlane.nextRollout = ['SKIPPED'];
    const { code, host } = await scenario.run();
    expect(code).toBe(exitCode);
    expect(host.annotations[0]?.level).toBe(level);
    expect(host.outputs['outcome']).toBe('superseded');
  });

  test('is reported with both commits, and as an updated branch or an unpushed commit, if the service fetched another commit', async () => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.heads.set('main', OTHER_COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'commit-mismatch' });
    // The message calls neither commit newer, because an unpushed commit of this run has the same result.
    expect(host.annotations[0]?.message).toContain(
      'was built from ccccccc instead of aaaaaaa, because the branch pointed to ccccccc when the service fetched it. Either the branch was updated after this run began, and the run of that commit reports the result, or aaaaaaa was not pushed.',
    );
  });

  test('is distinguished from a revision that becomes active late', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.holdSwitch = true;
    scenario.controlPlane.nextRollout = ['DEPLOYED'];
    scenario.controlPlane.before('getDeployment', 3, () => {
      deployment.active_revision_id = deployment.latest_revision_id;
    });
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('a run that stops waiting before the revision is done', () => {
  test("ends as timed-out, with the revision's status and the command that resumes the wait", async () => {
    const scenario = createScenario({ 'wait-timeout': '10m' });
    scenario.controlPlane.nextRollout = ['BUILDING'];
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'timed-out',
      'reason-code': 'deadline',
      'revision-status': 'BUILDING',
    });
    expect(host.annotations[0]?.message).toMatch(/still BUILDING after 10m 00s.*run the workflow again/);
    expect(Number(host.outputs['duration-seconds'])).toBeCloseTo(600, 0);
  });

  test('ends with a warning instead of an error if on-timeout is warn', async () => {
    const scenario = createScenario({ 'wait-timeout': '60', 'on-timeout': 'warn' });
    scenario.controlPlane.nextRollout = ['QUEUED'];
    const { code, host } = await scenario.run();
    expect(code).toBe(0);
    expect(host.annotations[0]?.level).toBe('warning');
  });

  // docs/migration.md#deployed-but-traffic-still
  test('reports that the revision is deployed but did not become active', async () => {
    const { scenario } = deployedScenario({ 'wait-timeout': '60' });
    scenario.controlPlane.holdSwitch = true;
    scenario.controlPlane.nextRollout = ['DEPLOYED'];
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'timed-out',
      'reason-code': 'not-active',
    });
  });

  // docs/migration.md#loop-knows-deployed-failed
  test('continues to wait after an unknown status', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nextRollout = ['PONDERING', 'DEPLOYED'];
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.some((line) => line.endsWith('  PONDERING'))).toBe(true);
  });

  test('logs at intervals that it is still waiting', async () => {
    const scenario = createScenario({ 'wait-timeout': '10m' });
    scenario.controlPlane.nextRollout = ['BUILDING'];
    const { host } = await scenario.run();
    expect(host.lines.filter((line) => line.includes('still BUILDING')).length).toBeGreaterThan(3);
  });

  describe('after a long rollout', () => {
    const deployAgain = async (prepare: (fake: FakeControlPlane, endedAt: number) => void) => {
      const { scenario, deployment } = deployedScenario({ force: 'true' });
      const { controlPlane } = scenario;
      const [earlier] = controlPlane.revisions.get(deployment.id) ?? [];
      if (earlier === undefined) throw new Error('the deployment has no revision');
      const endedAt = Date.parse(earlier.created_at ?? '') + 300_000;
      earlier.updated_at = new Date(endedAt).toISOString();
      prepare(controlPlane, endedAt);
      expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
      return controlPlane.calls
        .filter(({ method }) => method === 'tailLog')
        .map(({ args }) => args.slice(1, 4));
    };

    test('reads once when the build of that rollout ended', async () => {
      let id = '';
      const reads = await deployAgain((fake, endedAt) => {
        id = [...fake.revisions.values()][0]?.[0]?.id ?? '';
        const at = new Date(endedAt - 90_000).toISOString();
        fake.logs = { build: [{ at, level: 'INFO', message: 'Done.' }] };
      });
      expect(reads).toEqual([[id, 'build', 1]]);
    });

    test('waits as usual if the service has no logs or cannot return them', async () => {
      expect(await deployAgain(() => {})).toHaveLength(1);
      expect(await deployAgain((fake) => fake.fail('tailLog', apiError('http', 500)))).toHaveLength(1);
    });
  });

  test('does not wait at all if wait is false', async () => {
    const scenario = createScenario({ wait: 'false' });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'submitted',
      'reason-code': 'not-waited',
      created: 'true',
    });
    expect(host.outputs['revision-id']).not.toBe('');
    expect(scenario.controlPlane.count('getRevision')).toBe(0);
  });
});

describe('failed requests while a run waits', () => {
  test.each([
    ['a failed connection', apiError('network')],
    ['a timeout', apiError('timeout')],
    ['a malformed response', apiError('malformed', 200)],
    ['a 503', apiError('http', 503)],
    ['a 429', apiError('http', 429)],
    ['a revision that cannot be read yet', apiError('http', 404)],
  ])('are tolerated: %s', async (_name, error) => {
    const scenario = createScenario();
    scenario.controlPlane.fail('getRevision', error, { times: 2 });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.filter((line) => line.includes('polling failed'))).toHaveLength(1);
  });

  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ])('end the run if the status is %d', async (status, reason) => {
    const scenario = createScenario();
    scenario.controlPlane.fail('getRevision', apiError('http', status));
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': reason });
  });

  test('end the run as timed-out with the last error if they persist', async () => {
    const scenario = createScenario({ 'wait-timeout': '60' });
    scenario.controlPlane.fail('getRevision', apiError('network'), { times: 1000 });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('timed-out');
    expect(host.annotations[0]?.message).toContain('a network fault');
  });
});

describe('a lost response of the control plane', () => {
  test('to a create makes the run look up the deployment, without repeating the POST', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'), { afterDoing: true });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
  });

  test('to a create that never arrived makes the run search for a minute, without repeating the POST', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ 'reason-code': 'lost-answer', created: 'false' });
    expect(host.annotations[0]?.message).toMatch(
      /not repeated.*Run the workflow again: it checks for the .* first/,
    );
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
    expect(scenario.clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });

  test('to a create is resolved if the deployment appears later, without repeating the POST', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'));
    scenario.clock.at(50_000, () => {
      const late = scenario.controlPlane.add({ name: 'my-agent' });
      scenario.controlPlane.addRevision(late.id, ['BUILDING', 'DEPLOYED'], COMMIT);
    });
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(scenario.controlPlane.count('createDeployment')).toBe(1);
  });

  test('to an update makes the run look up the revision, without repeating the PATCH', async () => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed', changed: 'true' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });

  test('to an update that never arrived makes the run search for a minute, without repeating the PATCH', async () => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ 'reason-code': 'lost-answer', changed: 'false' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });

  test('to an update is resolved if the revision appears later, without a second revision', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(45_000, () =>
      scenario.controlPlane.addRevision(deployment.id, ['BUILDING', 'DEPLOYED'], COMMIT),
    );
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'deployed', changed: 'true' });
    expect(scenario.controlPlane.revisions.get(deployment.id)).toHaveLength(2);
  });

  test("to an update that creates no revision is resolved by comparing the deployment's settings", async () => {
    const { scenario } = deployedScenario({ 'build-command': 'make' }, COMMIT);
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('configuration-updated');
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });
});

describe('a conflict on create', () => {
  test("with another client's deployment makes the run update that deployment", async () => {
    const scenario = createScenario();
    scenario.controlPlane.before('createDeployment', 1, () =>
      scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT),
    );
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });
});

describe('an update response', () => {
  test('without a revision ID makes the run search for the revision in the list', async () => {
    const { scenario, deployment } = deployedScenario();
    const old = deployment.latest_revision_id;
    const real = scenario.controlPlane.client.patchDeployment;
    scenario.controlPlane.client.patchDeployment = async (...args) => ({
      ...(await real(...args)),
      latest_revision_id: old,
    });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.outputs['revision-id']).not.toBe(old);
  });
});

describe('a run on a deployment with build_on_push', () => {
  const building = { source_config: { repo_url: 'https://github.com/acme/agents', build_on_push: true } };

  test('adopts the revision that the push created', async () => {
    const { scenario, deployment } = deployedScenario({}, OLD_COMMIT, { ...building });
    scenario.controlPlane.before('listRevisions', 4, () => {
      scenario.controlPlane.addRevision(deployment.id, ['BUILDING', 'DEPLOYED'], COMMIT);
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'already-building',
      changed: 'false',
    });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('adopts an existing revision whose commit is shown only later', async () => {
    const { scenario, deployment } = deployedScenario({}, OLD_COMMIT, { ...building });
    scenario.controlPlane.heads.delete('main');
    const early = scenario.controlPlane.addRevision(deployment.id, ['QUEUED', 'BUILDING', 'DEPLOYED']);
    scenario.controlPlane.before('listRevisions', 3, () => {
      early.source_revision_config = { ...early.source_revision_config, repo_commit_sha: COMMIT };
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'already-building',
      'revision-id': early.id,
    });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test("does not adopt a revision that has ended, even if it has the run's commit", async () => {
    const { scenario, deployment } = deployedScenario({}, OLD_COMMIT, { ...building });
    scenario.controlPlane.addRevision(deployment.id, ['BUILD_FAILED'], COMMIT);
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'rolled-out',
    });
  });

  test('deploys the commit itself if the push creates no revision in time', async () => {
    const { scenario } = deployedScenario({}, OLD_COMMIT, { ...building });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'reason-code': 'rolled-out' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
    expect(host.lines.join('\n')).toContain('No revision appeared within 30 s');
  });

  test('does not wait for a revision if the push created the branch', async () => {
    const scenario = createScenario();
    scenario.event.payload = pushPayload({ created: true });
    scenario.controlPlane.add({ name: 'my-agent', ...building }, OLD_COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).not.toContain('builds on push');
  });

  test('does not wait for a revision if settings other than the commit differ', async () => {
    const { scenario } = deployedScenario({ secrets: 'A=value-of-a' }, OLD_COMMIT, { ...building });
    const { host } = await scenario.run();
    expect(host.lines.join('\n')).not.toContain('builds on push');
    expect(scenario.controlPlane.body<DeploymentPatch>('patchDeployment')).toEqual({
      secrets: [{ name: 'A', value: 'value-of-a' }],
      source_revision_config: { repo_ref: 'main' },
    });
  });
});

describe('a dry run', () => {
  test('of a create shows the plan and sends no change', async () => {
    const scenario = createScenario({ 'dry-run': 'true' });
    const { host, result } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'planned',
      'reason-code': 'dry-run',
      created: 'false',
      changed: 'false',
    });
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
    expect(result['plan']).toMatchObject({ kind: 'create', makes_revision: true });
  });

  test('of an update shows old and new values', async () => {
    const { scenario } = deployedScenario({
      'dry-run': 'true',
      'build-command': 'make',
      secrets: 'A=value-of-a',
    });
    const { host } = await scenario.run();
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
    const log = host.lines.join('\n');
    expect(log).toContain(
      '~ source_revision_config.repo_ref: main @ bbbbbbb -> main @ aaaaaaa  (creates a revision)',
    );
    expect(log).toContain('+ source_config.build_command: make');
    expect(log).toContain('+ secrets.A: (set)');
    expect(log).not.toContain('value-of-a');
  });

  test('without any difference ends as unchanged', async () => {
    const { scenario } = deployedScenario({ 'dry-run': 'true' }, COMMIT);
    expect((await scenario.run()).host.outputs['outcome']).toBe('unchanged');
  });
});

describe('a cancelled run', () => {
  test('during the wait reports immediately that the deployment continues and how to resume', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nextRollout = ['BUILDING'];
    scenario.clock.at(90_000, () => scenario.cancel.abort(new Error('received SIGINT')));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'cancelled',
      'reason-code': 'signal',
      'revision-status': 'BUILDING',
      created: 'true',
    });
    expect(host.annotations[0]?.message).toMatch(
      /was BUILDING and continues without this run. Run the workflow again/,
    );
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(91);
    expect(host.lines.filter((line) => line.startsWith('::group')).length).toBe(
      host.lines.filter((line) => line === '::endgroup::').length,
    );
  });

  test('reports that the change may have arrived if it is cancelled during the change', async () => {
    const scenario = createScenario();
    scenario.controlPlane.before('createDeployment', 1, () => scenario.cancel.abort());
    scenario.controlPlane.fail('createDeployment', new Error('cancelled'), { afterDoing: true });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('cancelled');
    expect(host.annotations[0]?.message).toContain('it is unknown whether the service received it');
  });

  test("does not mistake the active revision for the run's revision if it is cancelled during an update", async () => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.before('patchDeployment', 1, () => scenario.cancel.abort());
    scenario.controlPlane.fail('patchDeployment', new Error('cancelled'), { afterDoing: true });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', 'revision-id': '' });
    expect(host.outputs['previous-revision-id']).not.toBe('');
  });

  test('reports that the change continues if the response contained no revision', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.client.patchDeployment = async () => ({ ...deployment });
    scenario.clock.at(10_000, () => scenario.cancel.abort());
    const { host } = await scenario.run();
    expect(host.annotations[0]?.message).toContain('The change of my-agent was accepted');
  });

  test('reports that nothing changed if it is cancelled before any change', async () => {
    const scenario = createScenario();
    scenario.cancel.abort();
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('cancelled');
    expect(host.annotations[0]?.message).toContain('Nothing was sent.');
  });

  test('does not wait for a request that never ends', async () => {
    const scenario = createScenario();
    scenario.controlPlane.client.findDeployments = () => {
      setImmediate(() => scenario.cancel.abort());
      return new Promise(() => {});
    };
    expect((await scenario.run()).host.outputs['outcome']).toBe('cancelled');
  });
});

describe('a run with nothing to do', () => {
  test('is skipped with exit code 0 if the push deleted its branch, even without inputs', async () => {
    const scenario = createScenario();
    scenario.inputs = {};
    scenario.event.payload = pushPayload({ deleted: true, after: '0'.repeat(40), head_commit: null });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'ref-deleted' });
    expect(host.summaries[0]).toContain('deleted');
  });

  test('is skipped with exit code 0 for a pull request from a fork, even without secrets', async () => {
    const scenario = createScenario({ action: 'deploy' });
    scenario.inputs = {};
    scenario.event = {
      name: 'pull_request',
      payload: {
        pull_request: {
          head: { ref: 'patch', sha: OTHER_COMMIT, repo: { full_name: 'octocat/agents' } },
          base: { repo: { full_name: 'acme/agents' } },
        },
      },
    };
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'fork' });
    expect(scenario.settings).toBeUndefined();
  });
});

describe('invalid input', () => {
  test('is reported in one list before anything is sent', async () => {
    const scenario = createScenario({
      'api-key': '',
      'deployment-name': 'bad name',
      'wait-timeout': 'soon',
      'image-uri': 'registry.example.org/x',
      source: 'git_host',
      'deploymnet-type': 'prod',
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'invalid-input' });
    expect(host.annotations).toHaveLength(1);
    for (const part of ['api-key', 'deployment-name', 'wait-timeout', 'image-uri', 'deploymnet-type']) {
      expect(host.annotations[0]?.message).toContain(`- ${part}: `);
    }
    expect(host.annotations[0]?.message).toContain('Did you mean "deployment-type"?');
    expect(scenario.controlPlane.calls).toEqual([]);
  });

  test('does not prevent the outputs from being written', async () => {
    const scenario = createScenario({ 'api-key': '' });
    const { host } = await scenario.run();
    expect(Object.keys(host.outputs)).toEqual([...OUTPUTS]);
    expect(JSON.parse(host.outputs['result'] ?? '')).toMatchObject({ schema_version: 1, outcome: 'failed' });
  });

  test('with an unknown name causes only a warning if strict-inputs is false', async () => {
    const scenario = createScenario({ 'strict-inputs': 'false', colour: 'red' });
    const { code, host } = await scenario.run();
    expect(code).toBe(0);
    expect(host.annotations).toEqual([expect.objectContaining({ level: 'warning' })]);
  });

  test('is reported only in the log if annotations are disabled', async () => {
    const scenario = createScenario({ annotations: 'false', 'api-key': '' });
    const { host } = await scenario.run();
    expect(host.annotations).toEqual([]);
    expect(host.lines.join('\n')).toContain('- api-key: ');
  });

  test('causes no summary if summary is false', async () => {
    const { host } = await createScenario({ summary: 'false' }).run();
    expect(host.summaries).toEqual([]);
  });
});

describe('secret values', () => {
  test('are masked line by line, and never appear in the output', async () => {
    const secret = 'first-secret-line\nsecond-secret-line';
    const scenario = createScenario({ secrets: `PEM<<END\n${secret}\nEND\nPLAIN=third-secret-value` });
    scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    scenario.controlPlane.logs.build = [
      { at: null, level: null, message: 'env: third-secret-value and second-secret-line' },
      { at: null, level: null, message: `key ${API_KEY}` },
    ];
    const { host } = await scenario.run();
    expect(host.masks).toEqual([API_KEY, 'first-secret-line', 'second-secret-line', 'third-secret-value']);
    for (const value of [API_KEY, 'first-secret-line', 'second-secret-line', 'third-secret-value']) {
      expect(host.everything()).not.toContain(value);
    }
    expect(host.everything()).toContain('env: *** and ***');
  });

  test('that the service returns never appear in the output', async () => {
    const scenario = createScenario();
    scenario.controlPlane.add(
      { name: 'my-agent', secrets: [{ name: 'OLD', value: 'returned-by-service' }] },
      OLD_COMMIT,
    );
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    scenario.controlPlane.statusMessage = 'bad value returned-by-service';
    const { host } = await scenario.run();
    expect(host.everything()).not.toContain('returned-by-service');
  });

  test('are not masked if they are too short to be distinctive', async () => {
    const scenario = createScenario({ secrets: 'A=1\nB=true' });
    const { host } = await scenario.run();
    expect(host.masks).toEqual([API_KEY]);
  });
});

describe('the saved state for the post phase', () => {
  test('marks the run as reported when the main phase ends', async () => {
    const { host } = await createScenario().run();
    expect(host.state['agent-deploy']).toContain('"stage":"reported"');
  });
});

describe('the deployed ref and commit', () => {
  test('are looked up for a branch that an input names', async () => {
    const scenario = createScenario({ ref: 'release' });
    scenario.resolved = OTHER_COMMIT;
    scenario.controlPlane.heads.set('release', OTHER_COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': OTHER_COMMIT });
  });

  test('cannot be compared if the lookup of the branch fails, as the log states', async () => {
    const scenario = createScenario({ ref: 'release' });
    scenario.controlPlane.heads.set('release', OTHER_COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': OTHER_COMMIT });
    expect(host.lines.join('\n')).toContain('cannot be compared');
  });

  test('come from the head branch for a pull request', async () => {
    const scenario = createScenario({ action: 'deploy' });
    scenario.controlPlane.heads.set('topic', OTHER_COMMIT);
    scenario.event = {
      name: 'pull_request',
      payload: {
        pull_request: {
          head: { ref: 'topic', sha: OTHER_COMMIT, repo: { full_name: 'acme/agents' } },
          base: { repo: { full_name: 'acme/agents' } },
        },
      },
    };
    scenario.env = { GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: 'd'.repeat(40) };
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': OTHER_COMMIT });
    expect(
      scenario.controlPlane.body<DeploymentCreate>('createDeployment').source_revision_config.repo_ref,
    ).toBe('topic');
  });

  test('are the full ref and the commit of a tag', async () => {
    const scenario = createScenario();
    scenario.event.payload = pushPayload({ ref: 'refs/tags/v1', after: 'e'.repeat(40) });
    scenario.controlPlane.heads.set('refs/tags/v1', COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': COMMIT });
    expect(
      scenario.controlPlane.body<DeploymentCreate>('createDeployment').source_revision_config.repo_ref,
    ).toBe('refs/tags/v1');
  });
});

describe('a run in an unusual situation', () => {
  test('finds the active revision even if it is older than the first page of the list', async () => {
    const { scenario, deployment } = deployedScenario({}, COMMIT);
    for (let count = 0; count < 25; count += 1)
      scenario.controlPlane.addRevision(deployment.id, ['BUILD_FAILED'], OTHER_COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'unchanged',
      'revision-id': deployment.active_revision_id,
    });
  });

  test('deploys if no revision is active', async () => {
    const { scenario, deployment } = deployedScenario();
    deployment.active_revision_id = '20000000-0000-4000-8000-0000000000ff';
    scenario.controlPlane.before('patchDeployment', 1, () => {
      deployment.active_revision_id = null;
    });
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });

  test('fails if no revision appears after its change', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.client.patchDeployment = async () => ({ ...deployment });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ 'reason-code': 'no-revision', changed: 'true' });
  });

  test('deploys even if the workspace has no git integration', async () => {
    const scenario = createScenario();
    scenario.controlPlane.integrations = [];
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });

  test('fails if the list of integrations is forbidden', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('gitIntegrations', apiError('http', 403));
    expect((await scenario.run()).host.outputs['reason-code']).toBe('forbidden');
  });

  test('waits at most ten seconds for a log that does not arrive', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    const limits: number[] = [];
    scenario.controlPlane.client.tailLog = async () => {
      limits.push((scenario.readDeadline() ?? Number.POSITIVE_INFINITY) - scenario.clock.now());
      throw apiError('timeout');
    };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('build-failed');
    expect(limits).toEqual([10_000, 10_000]);
    expect(scenario.readDeadline()).toBeUndefined();
  });

  test('reports a cancellation that arrives while it reads the log', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    scenario.controlPlane.before('tailLog', 1, () => scenario.cancel.abort());
    scenario.controlPlane.fail('tailLog', new Error('cancelled'));
    expect((await scenario.run()).host.outputs['outcome']).toBe('cancelled');
  });

  test('uses the environment variables if the event file is unreadable', async () => {
    const scenario = createScenario();
    scenario.env = { GITHUB_EVENT_PATH: '/nowhere.json' };
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join()).toContain('could not be read');
  });

  test('redacts a secret that another client changed during the run', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
    scenario.controlPlane.before('getRevision', 2, () => {
      deployment.secrets = [{ name: 'LATE', value: 'late-secret-value' }];
      deployment.url = 'https://late-secret-value.example.org';
    });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.everything()).not.toContain('late-secret-value');
  });
});
