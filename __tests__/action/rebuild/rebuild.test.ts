import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { REBUILD_MARKER } from '../../../src/action/inputs/secrets.ts';
import { markText } from '../../../src/action/rebuild/throw-away.ts';
import type { Deployment, DeploymentCreate } from '../../../src/contract/deployment.ts';
import { AGENT, addToTree, commitTree, makeTree } from '../support/checkout.ts';
import { apiError } from '../support/control-plane.ts';
import { COMMIT, createScenario, OLD_COMMIT, type Scenario } from '../support/scenario.ts';

const HOUR = 3_600_000;

/** Creates a rebuild of `my-agent`, whose deployed commit is the head of main. */
function night(inputs: Record<string, string> = {}, shared: Parameters<typeof createScenario>[1] = {}) {
  const scenario = createScenario({ action: 'rebuild', ...inputs }, shared);
  scenario.event = { name: 'schedule', payload: { repository: { full_name: 'acme/agents' } } };
  scenario.resolved = OLD_COMMIT;
  scenario.controlPlane.heads.set('main', OLD_COMMIT);
  return scenario;
}

function nightOfProduction(inputs: Record<string, string> = {}) {
  const scenario = night(inputs);
  const production = scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
  return { scenario, production };
}

const namesOf = ({ controlPlane }: Scenario) =>
  [...controlPlane.deployments.values()].map(({ name }) => name).toSorted();

/** Adds a throw-away deployment that the rebuild of another run created. */
function addThrowAway(
  { controlPlane, clock }: Scenario,
  id: string,
  untilHours: number,
  ageHours = 1,
  name = 'my-agent-rebuild-aaaaaa',
) {
  const value = markText({
    repository: 'acme/agents',
    productionId: id,
    until: clock.now() + untilHours * HOUR,
  });
  return controlPlane.add({
    name,
    secrets: [{ name: REBUILD_MARKER, value }],
    created_at: new Date(clock.now() - ageHours * HOUR).toISOString(),
  });
}

describe('a rebuild', () => {
  test('gives the settings of the build, but no variable of production, to its throw-away deployment', async () => {
    const { scenario, production } = nightOfProduction({ secrets: 'INDEX_TOKEN=a-token-of-the-index-01' });
    production.secrets = [{ name: 'MODEL_KEY', value: 'a-secret-of-production-01' }];
    production.image_version = '0.7';
    production.source_config = {
      ...production.source_config,
      build_command: 'make',
      build_on_push: true,
      deployment_type: 'prod',
      custom_url: 'https://agent.example.org',
    };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuilt');
    const body = scenario.controlPlane.body<DeploymentCreate>('createDeployment');
    expect(body).toMatchObject({
      source_config: { build_command: 'make', build_on_push: false, deployment_type: 'dev' },
      image_version: '0.7',
      secrets: [{ name: 'INDEX_TOKEN' }, { name: REBUILD_MARKER }],
    });
    expect(body.source_config).not.toHaveProperty('custom_url');
    expect(host.lines.join('\n')).toContain('lacks variables of production: MODEL_KEY.');
    expect(namesOf(scenario)).toEqual(['my-agent']);
    expect(scenario.controlPlane.projects).toEqual(new Set());
  });

  test('does not use the throw-away deployment of a rebuild at the same time', async () => {
    const one = night();
    one.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    const other = night({}, { clock: one.clock, plane: one.controlPlane });
    const runs = await Promise.all([one.run(), other.run()]);
    expect(runs.map(({ host }) => host.outputs['reason-code'])).toEqual(['rebuilt', 'rebuilt']);
    expect(one.controlPlane.count('createDeployment')).toBe(2);
    expect(namesOf(one)).toEqual(['my-agent']);
  });

  test('deletes both deployments if the service creates two for one request', async () => {
    const { scenario } = nightOfProduction();
    const { controlPlane } = scenario;
    controlPlane.allowsDuplicates = true;
    controlPlane.before('getRevision', 1, () => {
      const made = [...controlPlane.deployments.values()].find(({ name }) => name !== 'my-agent');
      if (made !== undefined) controlPlane.add({ name: made.name, secrets: made.secrets ?? [] });
    });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('failed');
    expect(host.annotations[0]?.message).toContain('What broke: the service.');
    expect(namesOf(scenario)).toEqual(['my-agent']);
  });

  // docs/security/pull-requests.md#rebuild-deletes
  test('does not delete a deployment with the name of its throw-away deployment but without the marker', async () => {
    const { scenario } = nightOfProduction();
    const { controlPlane } = scenario;
    controlPlane.allowsDuplicates = true;
    controlPlane.before('deleteDeployment', 1, () => {
      const made = [...controlPlane.deployments.values()].find(({ name }) => name !== 'my-agent');
      if (made !== undefined) made.secrets = [];
    });
    controlPlane.fail('deleteDeployment', apiError('http', 503));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuild-left');
    const { host: next } = await scenario.run();
    expect(next.outputs['reason-code']).toBe('rebuilt');
    expect(namesOf(scenario)).toHaveLength(2);
  });

  /** Makes every later list show the throw-away deployment differently than a request by ID does. */
  function lieInLists({ controlPlane }: Scenario, lie: (shown: Deployment) => Partial<Deployment>) {
    controlPlane.shows = (shown, by) =>
      by === undefined && shown.name !== 'my-agent' ? { ...shown, ...lie(shown) } : shown;
  }

  test('deletes its throw-away deployment even if the list does not contain it', async () => {
    const { scenario } = nightOfProduction();
    const { controlPlane } = scenario;
    controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    controlPlane.before('listDeployments', 3, () => lieInLists(scenario, () => ({ name: 'another-agent' })));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('build-failed');
    expect(namesOf(scenario)).toEqual(['my-agent']);
  });

  // docs/security/pull-requests.md#rebuild-deletes
  test('does not delete production if the list shows the throw-away deployment with the ID of production', async () => {
    const { scenario, production } = nightOfProduction();
    const { controlPlane } = scenario;
    controlPlane.before('listDeployments', 3, () => lieInLists(scenario, () => ({ id: production.id })));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuild-left');
    expect(host.annotations[0]?.message).toContain(production.id);
    expect(namesOf(scenario)).toEqual(['my-agent']);
  });

  test('deletes its throw-away deployment if the service does not show which variables a deployment has', async () => {
    for (const moved of [false, true]) {
      const scenario = night();
      scenario.workspace = makeTree(AGENT);
      const commit = commitTree(scenario.workspace);
      scenario.resolved = moved ? COMMIT : commit;
      scenario.controlPlane.heads.set('main', commit);
      scenario.controlPlane.add({ name: 'my-agent' }, commit);
      scenario.controlPlane.shows = (shown) => ({ ...shown, secrets: null });
      const { host } = await scenario.run();
      expect(host.outputs['reason-code']).toBe('rebuilt');
      expect(namesOf(scenario)).toEqual(['my-agent']);
    }
  });

  test('states that the throw-away deployment may still appear if the response to the create was lost', async () => {
    const { scenario } = nightOfProduction();
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('lost-answer');
    expect(host.annotations[0]?.message).toMatch(
      /my-agent-rebuild-\w{6} may still appear\. The next rebuild or a sweep deletes it after its time has passed/,
    );
    expect(host.annotations[0]?.message).not.toContain('it checks for the deployment first');
  });

  test.each([
    ['a leftover of a killed run', -1, 1, 1],
    ['no deployment of a run that may still be in progress', 1, 1, 2],
  ])('deletes %s', async (_what, until, age, left) => {
    const { scenario, production } = nightOfProduction();
    addThrowAway(scenario, production.id, until, age);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuilt');
    expect(namesOf(scenario)).toHaveLength(left);
  });

  // docs/security/pull-requests.md#rebuild-deletes
  test('does not delete a deployment to which the variables of a leftover were copied', async () => {
    const { scenario, production } = nightOfProduction();
    const copy = addThrowAway(scenario, production.id, -1, 100, 'my-agent-rebuild');
    production.secrets = copy.secrets ?? [];
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuilt');
    expect(namesOf(scenario)).toEqual(['my-agent', 'my-agent-rebuild']);
  });

  test('warns about a leftover that it cannot delete, and still builds', async () => {
    const { scenario, production } = nightOfProduction();
    addThrowAway(scenario, production.id, -1);
    scenario.controlPlane.fail('deleteDeployment', apiError('http', 500));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuilt');
    expect(host.annotations.map(({ level, message }) => [level, message])).toEqual([
      ['warning', expect.stringMatching(/^my-agent-rebuild-aaaaaa .* was not deleted: .*500/)],
    ]);
  });

  test('does not read the lock of production, because it changes nothing in production', async () => {
    const { scenario } = nightOfProduction({ locks: 'required' });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuilt');
  });

  test('only returns the deployed commit with dry-run, and deletes no leftover', async () => {
    const { scenario, production } = nightOfProduction({ 'dry-run': 'true' });
    addThrowAway(scenario, production.id, -1);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'planned', 'commit-sha': OLD_COMMIT, changed: 'false' });
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
    expect(namesOf(scenario)).toHaveLength(2);
  });

  test('fails if the branch moves before the service fetches it', async () => {
    const { scenario } = nightOfProduction();
    scenario.controlPlane.heads.set('main', COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuild-impossible');
    expect(namesOf(scenario)).toEqual(['my-agent']);
  });

  test.each([
    ['is green if main points to the deployed commit before and after the build', OLD_COMMIT, 'rebuilt'],
    ['fails if main has moved during the build', COMMIT, 'rebuild-impossible'],
    ['fails if the commit of main is unknown', undefined, 'rebuild-impossible'],
  ])('without a commit in the responses, %s', async (_what, after, reason) => {
    const scenario = night({ commit: OLD_COMMIT });
    const { controlPlane } = scenario;
    const production = controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    for (const one of controlPlane.revisions.get(production.id) ?? [])
      one.source_revision_config = { repo_ref: 'main' };
    controlPlane.heads.clear();
    if (after === undefined) scenario.resolved = undefined;
    controlPlane.before('getRevision', 1, () => {
      scenario.resolved = after;
    });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe(reason);
    expect(namesOf(scenario)).toEqual(['my-agent']);
  });

  test('does not blame the deployed commit for the failed build of a commit to which main moved', async () => {
    const { scenario } = nightOfProduction();
    scenario.controlPlane.heads.set('main', COMMIT);
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuild-impossible');
    expect(host.annotations[0]?.message).not.toContain('no longer builds');
  });

  test('builds a repository although the service shows the image of the earlier build', async () => {
    const { scenario, production } = nightOfProduction();
    for (const one of scenario.controlPlane.revisions.get(production.id) ?? [])
      one.source_revision_config = {
        ...one.source_revision_config,
        image_uri: 'registry.example.org/built:1',
      };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuilt');
  });

  test.each([
    ['the head of main, if the checkout has another commit', false, 'git_host'],
    ['the checkout, if the checkout has the deployed commit', true, 'internal_source'],
  ])('builds %s and the head of main is unknown', async (_what, isSame, source) => {
    const scenario = night();
    scenario.resolved = undefined;
    scenario.workspace = makeTree(AGENT);
    const head = commitTree(scenario.workspace);
    const commit = isSame ? head : OLD_COMMIT;
    scenario.controlPlane.heads.set('main', commit);
    scenario.controlPlane.add({ name: 'my-agent' }, commit);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ 'reason-code': 'rebuilt', 'commit-sha': commit });
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment').source).toBe(source);
  });

  test.each(['--output=x', 'main', 'bbbbbbb'])('refuses %s as the deployed commit', async (commit) => {
    const scenario = night();
    scenario.workspace = makeTree(AGENT);
    commitTree(scenario.workspace);
    scenario.controlPlane.add({ name: 'my-agent' }, commit);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('rebuild-impossible');
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });

  // docs/security/pull-requests.md#rebuild-exact-commit
  test.each([
    [
      'an additional file',
      (tree: string) => addToTree(tree, { 'src/evil.ts': 'export {};\n' }),
      'src/evil.ts is not a file of the deployed commit',
    ],
    [
      'a missing file',
      (tree: string) => rmSync(path.join(tree, 'src/agent.ts')),
      'src/agent.ts of the deployed commit is missing',
    ],
  ])('refuses a checkout of the deployed commit with %s', async (_what, change, message) => {
    const scenario = night();
    scenario.resolved = COMMIT;
    scenario.workspace = makeTree(AGENT);
    scenario.controlPlane.add({ name: 'my-agent' }, commitTree(scenario.workspace));
    change(scenario.workspace);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deployed-commit-missing');
    expect(host.annotations[0]?.message).toContain(message);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });

  test('states which part of the build broke', async () => {
    const { scenario } = nightOfProduction();
    scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    scenario.controlPlane.logs = {
      build: [{ at: null, level: 'error', message: 'manifest for python:3.9-old not found' }],
    };
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ 'reason-code': 'build-failed', 'revision-status': 'BUILD_FAILED' });
    expect(host.annotations[0]?.message).toMatch(
      /^my-agent no longer builds from commit bbbbbbb\. What broke: an image\. .* The rebuild changed nothing in my-agent: revision \S+ is still deployed\./,
    );
  });

  test('names the variables of production that the throw-away deployment lacked if the start fails', async () => {
    const { scenario, production } = nightOfProduction({ secrets: 'INDEX_TOKEN=a-token-of-the-index-01' });
    production.secrets = ['MODEL_KEY', 'INDEX_TOKEN', 'x\n::error::y'].map((name) => ({ name, value: null }));
    scenario.controlPlane.nextRollout = ['DEPLOYING', 'DEPLOY_FAILED'];
    const { host } = await scenario.run();
    expect(host.annotations[0]?.message).toContain(
      'The throw-away deployment lacked variables of production, which the start may need: MODEL_KEY and 1 more.',
    );
  });

  test('runs the checks of `verify` on the throw-away deployment, and deletes it if a check fails', async () => {
    const verify = 'name: greets\ntime-limit: 100ms\ninput: {messages: []}\nexpect: {last-message: ^never$}';
    const { scenario } = nightOfProduction({ verify });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('verification-failed');
    expect(scenario.agent.urls[0]).toMatch(/^https:\/\/my-agent-rebuild-\w{6}\.example\.org/);
    expect(host.annotations[0]?.message).toMatch(
      /^my-agent does not pass its checks after a new build of commit bbbbbbb\. .*greets/s,
    );
    expect(namesOf(scenario)).toEqual(['my-agent']);
  });

  test('refuses `wait: false`, because it deletes its throw-away deployment', async () => {
    const { scenario } = nightOfProduction({ wait: 'false' });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.annotations[0]?.message).toContain('wait: wait is false, but a rebuild waits');
  });

  test('reports that the throw-away deployment may remain if the run is cancelled and the deletion fails', async () => {
    const { scenario } = nightOfProduction();
    scenario.controlPlane.fail('deleteDeployment', apiError('http', 500), { times: 9 });
    scenario.controlPlane.before('getRevision', 2, () => scenario.cancel.abort(new Error('received SIGINT')));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({
      outcome: 'cancelled',
      'deployment-name': 'my-agent',
      changed: 'false',
    });
    expect(host.annotations[0]?.message).toMatch(/my-agent-rebuild-\w{6} may remain: the post step/);
  });
});
