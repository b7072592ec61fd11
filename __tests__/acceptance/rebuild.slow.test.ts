import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { scheduleEvent } from '../../harness/events.ts';
import type { FaultRule } from '../../harness/emulator.ts';
import type { FileTree, FixtureRepository } from '../../harness/git.ts';
import { type PrivateRegistry, startPrivateRegistry } from '../../harness/private-registry.ts';
import type { WorkflowRun } from '../../harness/workflow/types.ts';
import { type ExampleRepository, type Examples, jobs, messagesOf, useExamples } from './support/examples.ts';
import { createWithoutAction, deploymentNamed, revisionsOf } from './support/images.ts';
import { errorsOf, summaryOf, type TestEnvironment, useTestEnvironment } from './support/environment.ts';

const PRODUCTION = 'my-agent-production';
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Returns the names of all throw-away deployments. */
async function throwAways({ emulator }: Pick<TestEnvironment, 'emulator'>): Promise<string[]> {
  const { body } = await emulator.api('GET', '/v2/deployments?limit=100&name_contains=-rebuild-');
  return (body as { resources: { name: string }[] }).resources.map(({ name }) => name);
}

/** Returns production as the service shows it, with its revisions. */
async function productionOf(world: Pick<TestEnvironment, 'emulator'>, name: string) {
  const deployment = await deploymentNamed(world, name);
  return { deployment, revisions: await revisionsOf(world, String(deployment?.['id'])) };
}

const step = (run: WorkflowRun, id: string) =>
  run.jobs['rebuild']?.steps.find((one) => one.id === id)?.outputs ?? {};

/** Runs the example workflow at the time of its schedule. */
function runNight(examples: Examples, repository: ExampleRepository): Promise<WorkflowRun> {
  const scheduled = repository.hub.events.schedule();
  return examples.run('nightly-rebuild.yml', repository, {
    event: { ...scheduled, payload: { ...scheduled.payload, schedule: '37 3 * * *' } },
    repository: repository.git.dir,
  });
}

describe('the example workflow nightly-rebuild.yml', () => {
  const world = useTestEnvironment({ runtime: 'process' });
  const examples = useExamples(world, { real: true });
  const TOKEN = 'registry-token-of-the-rebuild-8';
  let registry: PrivateRegistry;
  beforeAll(async () => {
    registry = await startPrivateRegistry({ token: TOKEN, text: 'tomatoes-and-basil-0815' });
  });
  afterAll(() => registry.close());

  /** Returns an agent with a package of the registry. */
  function agent(): FileTree {
    const { host, npm } = registry;
    const manifest = {
      name: 'agent',
      version: '1.0.0',
      private: true,
      type: 'module',
      dependencies: { [npm.name]: '1.0.0' },
    };
    const locked = { version: '1.0.0', resolved: npm.url, integrity: npm.integrity };
    const packages = { '': manifest, [`node_modules/${npm.name}`]: locked };
    return {
      ...plainAgent({ preamble: `import { recipe } from '${npm.name}';\nconsole.log('recipe:', recipe);\n` }),
      'package.json': JSON.stringify(manifest),
      'package-lock.json': JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
      '.npmrc': `@acme:registry=http://${host}/npm/\n//${host}/npm/:_authToken=${TOKEN}\nfetch-retries=0\n`,
    };
  }

  test('builds the deployed commit again, and fails with the cause when a package has disappeared', async () => {
    const repository = await examples.repository(agent());
    const event = await repository.pushed();
    const deployed = await world.deploy({
      event,
      inputs: { 'deployment-name': PRODUCTION, 'repo-url': repository.git.url, 'wait-timeout': '10m' },
    });
    expect([deployed.outputs['outcome'], errorsOf(deployed)]).toEqual(['deployed', []]);
    const commit = await repository.git.head();
    const before = await productionOf(world, PRODUCTION);
    const first = await runNight(examples, repository);
    expect([jobs(first), messagesOf(first)]).toEqual([{ rebuild: 'success' }, []]);
    expect(step(first, 'production')).toMatchObject({ outcome: 'planned', 'commit-sha': commit });
    expect(step(first, 'rebuild')).toMatchObject({
      outcome: 'verified',
      'reason-code': 'rebuilt',
      'deployment-name': PRODUCTION,
      'commit-sha': commit,
      'revision-status': 'DEPLOYED',
      changed: 'false',
      'previous-revision-id': deployed.outputs['revision-id'],
    });
    expect(first.jobs['rebuild']?.permissions).toEqual({ contents: 'read' });

    registry.withdraw();
    const second = await runNight(examples, repository);
    expect(jobs(second)).toEqual({ rebuild: 'failure' });
    expect(step(second, 'rebuild')).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
    const [error = ''] = messagesOf(second);
    expect(error).toContain(`${PRODUCTION} no longer builds from commit ${commit.slice(0, 7)}.`);
    expect(error).toContain('What broke: a package.');
    expect(error).toContain(
      `The rebuild changed nothing in ${PRODUCTION}: revision ${deployed.outputs['revision-id']} is still deployed.`,
    );
    expect(second.jobs['rebuild']?.summary).toContain(`${PRODUCTION} no longer builds`);
    expect(second.jobs['rebuild']?.summary).toContain('the deployed revision');

    expect(await productionOf(world, PRODUCTION)).toEqual(before);
    expect(await throwAways(world)).toEqual([]);
  });
});

describe('the built action with action: rebuild', () => {
  const world = useTestEnvironment({ runtime: 'stub' });
  const examples = useExamples(world);
  const CREATE = { surface: 'control-plane', method: 'POST', path: '/v2/deployments' };
  const DELETE = { surface: 'control-plane', method: 'DELETE', path: '/v2/deployments/*' };

  /** Deploys a repository as production, and returns how to rebuild it. */
  async function production() {
    const repository = await world.repository({ 'langgraph.json': '{}' });
    const name = world.name();
    const event = await world.push(repository);
    const run = await world.deploy({
      event,
      inputs: {
        'deployment-name': name,
        'repo-url': repository.url,
        secrets: 'MODEL_KEY=a-secret-of-production-4711',
      },
      secrets: ['a-secret-of-production-4711'],
    });
    expect(run.outputs['outcome']).toBe('deployed');
    return { name, repository, before: await productionOf(world, name) };
  }
  type Production = Awaited<ReturnType<typeof production>>;

  const request = ({ name }: Production, inputs: Record<string, string> = {}) => ({
    event: scheduleEvent({ sha: 'd'.repeat(40) }),
    inputs: {
      'deployment-name': name,
      action: 'rebuild',
      secrets: 'MODEL_KEY=a-secret-of-rebuilds-0815',
      ...inputs,
    },
    secrets: ['a-secret-of-production-4711', 'a-secret-of-rebuilds-0815'],
  });
  const rebuild = async (
    of: Production,
    { faults = [], inputs = {} }: { faults?: FaultRule[]; inputs?: Record<string, string> } = {},
  ) => {
    await world.emulator.setFaults(faults);
    const watched = await world.watch(() => world.deploy(request(of, inputs)));
    await world.emulator.clearFaults();
    return watched;
  };
  const expectUntouched = async ({ name, before }: Production) =>
    expect(await productionOf(world, name)).toEqual(before);

  // docs/security/pull-requests.md#rebuild-changes-nothing
  test('creates a deployment of the development type with only the given variables, and deletes it', async () => {
    const of = await production();
    const { result: run, writes } = await rebuild(of);
    expect(run.outputs).toMatchObject({ outcome: 'verified', 'reason-code': 'rebuilt' });
    expect(writes.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(writes[0]?.request).toMatchObject({
      name: expect.stringMatching(/^.+-rebuild-[0-9a-z]{6}$/),
      source: 'git_host',
      source_config: { deployment_type: 'dev', build_on_push: false, repo_url: of.repository.url },
      source_revision_config: { repo_ref: 'main' },
      secrets: [{ name: 'MODEL_KEY' }, { name: 'AGENT_DEPLOY_REBUILD' }],
    });
    await expectUntouched(of);
    expect(await throwAways(world)).toEqual([]);
  });

  test('builds the checkout of the example workflow if main has moved since the deploy', async () => {
    const repository = await examples.repository({ 'langgraph.json': '{}' });
    const event = await repository.pushed();
    const commit = await repository.git.head();
    const inputs = { 'deployment-name': PRODUCTION, 'repo-url': repository.git.url };
    expect((await world.deploy({ event, inputs })).outputs['outcome']).toBe('deployed');
    const before = await productionOf(world, PRODUCTION);
    await repository.git.commit({ 'README.md': 'A change that is not deployed.' }, 'Describe');
    await repository.pushed();
    const run = await runNight(examples, repository);
    expect([jobs(run), messagesOf(run)]).toEqual([{ rebuild: 'success' }, []]);
    expect(step(run, 'rebuild')).toMatchObject({ 'reason-code': 'rebuilt', 'commit-sha': commit });
    expect(JSON.parse(step(run, 'rebuild')['result'] ?? '')).toMatchObject({
      source: { commit_sha: commit },
    });
    expect(await productionOf(world, PRODUCTION)).toEqual(before);
    expect(await throwAways(world)).toEqual([]);
  });

  test('creates only one throw-away deployment if the response to the create is lost or late', async () => {
    const of = await production();
    for (const effect of [{ drop_answer: true }, { drop_answer: true, hang: true }]) {
      const { result: run, writes } = await rebuild(of, {
        faults: [{ match: CREATE, when: { nth: [1] }, effect }],
        inputs: { 'request-timeout': '2s' },
      });
      expect(run.outputs).toMatchObject({ outcome: 'verified', 'reason-code': 'rebuilt' });
      expect(writes.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
      expect(await throwAways(world)).toEqual([]);
    }
    await expectUntouched(of);
  });

  test('states that the service broke if it refuses the create, or that the start broke', async () => {
    const of = await production();
    const refused = await rebuild(of, { faults: [{ match: CREATE, effect: { status: 500 } }] });
    expect([refused.result.exitCode, refused.result.outputs['outcome']]).toEqual([1, 'failed']);
    expect(errorsOf(refused.result)[0]).toContain('What broke: the service.');
    const failed = await rebuild(of, {
      faults: [
        { match: { deployment: '*-rebuild-*', stage: 'DEPLOYING' }, effect: { fail: 'no such image' } },
      ],
    });
    expect(failed.result.outputs).toMatchObject({ 'reason-code': 'deploy-failed' });
    expect(errorsOf(failed.result)[0]).toMatch(/no longer starts after a new build .*no such image/s);
    expect(summaryOf(failed.result)).toContain('builds, but no longer starts');
    await expectUntouched(of);
    expect(await throwAways(world)).toEqual([]);
  });

  test('fails if the throw-away deployment cannot be deleted, and deletes it in a later night', async () => {
    const of = await production();
    const { result: run } = await rebuild(of, { faults: [{ match: DELETE, effect: { status: 409 } }] });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'rebuild-left' });
    const [left = ''] = await throwAways(world);
    expect(errorsOf(run)[0]).toContain(left);
    expect(run.annotations.map(({ title }) => title)).toContain('Agent Deploy: rebuild');
    // Another run in the same hour could still use the deployment.
    expect((await rebuild(of)).result.outputs['reason-code']).toBe('rebuilt');
    expect(await throwAways(world)).toEqual([left]);
    await world.emulator.clock.advance(24 * HOUR);
    const { result: later } = await rebuild(of);
    expect(later.outputs['reason-code']).toBe('rebuilt');
    expect(later.log).toContain(`Deleted ${left}`);
    expect(await throwAways(world)).toEqual([]);
    await expectUntouched(of);
  });

  test('deletes the throw-away deployment of a cancelled run, and of a killed run in the post step', async () => {
    const of = await production();
    const stall = () => world.fault('*-rebuild-*', 'BUILDING', { stall: true });
    await stall();
    const run = await world.deployCancelled({ ...request(of), when: (clock) => clock.sleep(MINUTE) });
    expect(run.outputs).toMatchObject({
      'reason-code': 'signal',
      'deployment-name': of.name,
      changed: 'false',
    });
    expect(run.log).toMatch(/The throw-away deployment \S+ was deleted\./);
    expect(await throwAways(world)).toEqual([]);

    await stall();
    let pid = 0;
    const killed = await world.deploy({
      ...request(of),
      onStart: (started, phase) => {
        if (phase === 'main') pid = started;
      },
      meanwhile: async (clock, over) => {
        await clock.sleep(MINUTE);
        expect(await throwAways(world)).toHaveLength(1);
        process.kill(pid, 'SIGKILL');
        await over;
      },
    });
    expect(killed.main?.endedBy).toBe('SIGKILL');
    expect(summaryOf(killed)).toMatch(/The throw-away deployment \S+ was deleted\./);
    expect(await throwAways(world)).toEqual([]);
    await expectUntouched(of);
  });

  test('ends as timed-out without waiting for the build, and deletes the throw-away deployment', async () => {
    const of = await production();
    const faults = [{ match: { deployment: '*-rebuild-*', stage: 'BUILDING' }, effect: { stall: true } }];
    const { result: run } = await rebuild(of, { faults, inputs: { 'wait-timeout': '5m' } });
    expect(run.outputs).toMatchObject({ outcome: 'timed-out', 'reason-code': 'deadline' });
    expect(errorsOf(run)[0]).toContain('was not built again in time');
    expect(await throwAways(world)).toEqual([]);
    await expectUntouched(of);
  });

  test('explains what to do about an image, an upload, a moved branch and a deployment without a revision', async () => {
    const of = await production();
    const image = world.name('image');
    await createWithoutAction(world, image);
    await world.emulator.clock.advance(MINUTE);
    const ofImage = await rebuild({ ...of, name: image });
    expect(ofImage.result.outputs['reason-code']).toBe('rebuild-impossible');
    expect(errorsOf(ofImage.result)[0]).toContain('which the service does not build');

    const { repository } = of;
    const commit = await repository.head();
    const upload = world.name('upload');
    const uploaded = await world.deploy({
      event: await world.push(repository),
      workspace: repository.dir,
      inputs: { 'deployment-name': upload, source: 'internal_source' },
    });
    expect(uploaded.outputs['outcome']).toBe('deployed');
    const ofUpload = { ...of, name: upload };
    const unknown = await rebuild(ofUpload);
    expect(errorsOf(unknown.result)[0]).toContain('the service does not report the commit of an upload');
    const inputs = { commit };
    const built = await world.deploy({ ...request(ofUpload, inputs), workspace: repository.dir });
    expect(built.outputs).toMatchObject({ 'reason-code': 'rebuilt', 'commit-sha': commit });

    await force(repository);
    const elsewhere = await world.deploy({ ...request(of), workspace: repository.dir });
    expect(elsewhere.outputs['reason-code']).toBe('deployed-commit-missing');
    expect(errorsOf(elsewhere)[0]).toContain(`\`ref: ${commit}\``);
    const changed = await world.deploy({ ...request(ofUpload, inputs), workspace: repository.dir });
    expect(changed.outputs['reason-code']).toBe('deployed-commit-missing');

    const never = world.name('never');
    await world.fault(never, 'BUILDING', { fail: 'broken' });
    const failed = await world.deploy({
      event: await world.push(repository),
      inputs: { 'deployment-name': never, 'repo-url': repository.url },
    });
    expect(failed.outputs['outcome']).toBe('failed');
    expect((await rebuild({ ...of, name: never })).result.outputs['reason-code']).toBe('nothing-to-rebuild');
    await expectUntouched(of);
    expect(await throwAways(world)).toEqual([]);
  });

  /** Replaces the only commit of main by another commit. */
  async function force(repository: FixtureRepository): Promise<void> {
    await repository.git('commit', '--quiet', '--amend', '--message', 'Another commit');
    await repository.git('push', '--quiet', '--force', 'origin', 'main');
  }
});
