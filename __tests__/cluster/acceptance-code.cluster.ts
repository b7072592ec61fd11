// Tests of the built action with a control plane of two replicas, whose agents are built from code and run as pods.
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { PATIENT_WAIT_TIMEOUT, WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { plainAgent, syntaxError } from '../../harness/agents/fixtures.ts';
import { dispatchEvent } from '../../harness/events.ts';
import type { FixtureRepository } from '../../harness/git.ts';
import { agentClient } from '../../harness/start/agent.ts';
import { until } from '../../harness/until.ts';
import { errorsOf, useTestEnvironment } from '../acceptance/support/environment.ts';
import { deploymentNamed, revisionsOf } from '../acceptance/support/images.ts';
import { type ControlPlane, startControlPlane } from './support/control-plane.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'acceptance-code-'));
let plane: ControlPlane;
const world = useTestEnvironment({}, async () => {
  plane = await startControlPlane(2, { healthTimeout: WAIT_LIMIT_MS / 1_000 });
  return plane.emulator;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Deploys the head of a repository, as a push to its branch does. */
const push = async (repository: FixtureRepository, name: string, more: Record<string, string> = {}) =>
  world.deploy({
    event: await world.push(repository),
    inputs: {
      'deployment-name': name,
      'repo-url': repository.url,
      'wait-timeout': PATIENT_WAIT_TIMEOUT,
      ...more,
    },
  });

/** Returns the agent's response through each replica. */
const answers = (id: string | undefined): Promise<string[]> =>
  Promise.all(
    plane.replicas.running.map((replica) => {
      const url = `${replica.urls.controlPlane}/d/${id}`;
      return agentClient(url, replica.apiKey, AbortSignal.timeout(WAIT_LIMIT_MS)).converse('hello');
    }),
  );
const saying = (version: string): unknown[] =>
  plane.replicas.running.map(() => expect.stringContaining(`echo ${version}: hello`));

describe('a push of code to a cluster', () => {
  test('is built once and responds through each replica, even after the next push cannot be built', async () => {
    const repository = await world.repository(plainAgent({ version: 'one' }));
    const name = world.name();
    const first = await push(repository, name);
    const id = first.outputs['deployment-id'];
    expect(first.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': await repository.head() });
    expect(await answers(id)).toEqual(saying('one'));
    expect((await push(repository, name)).outputs).toMatchObject({ outcome: 'unchanged' });

    await repository.commit(syntaxError);
    const broken = await push(repository, name);
    expect(broken.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
    expect(errorsOf(broken)).toHaveLength(1);
    expect(await answers(id)).toEqual(saying('one'));
  });

  test("is rolled back to the previous build if the agent's responses are wrong", async () => {
    const repository = await world.repository(plainAgent({ version: 'right' }));
    const name = world.name();
    const checked = {
      verify: 'input: { messages: [{ role: user, content: hello }] }\nexpect: { last-message: /right/ }',
      'rollback-on-failure': 'true',
    };
    const first = await push(repository, name, checked);
    expect(first.outputs).toMatchObject({ outcome: 'deployed', verified: 'true' });
    await repository.commit(plainAgent({ version: 'wrong' }));
    const run = await push(repository, name, checked);
    expect([run.exitCode, run.outputs['rollback-revision-id']]).toEqual([1, expect.stringMatching(/./)]);
    expect(await answers(first.outputs['deployment-id'])).toEqual(saying('right'));
  });

  test('can be rolled back manually', async () => {
    const repository = await world.repository(plainAgent({ version: 'one' }));
    const name = world.name();
    const first = await push(repository, name);
    await repository.commit(plainAgent({ version: 'two' }));
    await push(repository, name);
    expect(await answers(first.outputs['deployment-id'])).toEqual(saying('two'));
    const run = await world.deploy({
      event: dispatchEvent({ ref: 'refs/heads/main', sha: 'd'.repeat(40) }),
      inputs: { 'deployment-name': name, 'rollback-to': 'previous', 'wait-timeout': PATIENT_WAIT_TIMEOUT },
    });
    expect(run.outputs).toMatchObject({
      'reason-code': 'rolled-back-to',
      'commit-sha': first.outputs['commit-sha'],
    });
    expect(await answers(first.outputs['deployment-id'])).toEqual(saying('one'));
  });
});

// docs/kubernetes/guarantees.md#acceptance-code
test('an upload of the checkout is deployed, without a connection to a repository', async () => {
  const { dir: workspace } = await world.repository(plainAgent({ version: 'uploaded' }));
  const run = await world.deploy({
    workspace,
    inputs: {
      'deployment-name': world.name(),
      source: 'internal_source',
      'wait-timeout': PATIENT_WAIT_TIMEOUT,
    },
  });
  expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  expect(await answers(run.outputs['deployment-id'])).toEqual(saying('uploaded'));
});

describe('a build whose waiting replica is killed', () => {
  test('continues and is deployed by another replica, and the run reports the deployment', async () => {
    const [began, gate, script] = ['began', 'gate', 'build.mjs'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(
      script,
      `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
appendFileSync(${JSON.stringify(began)}, '.');
while (!existsSync(${JSON.stringify(gate)})) await setTimeout(20);
`,
    );
    const repository = await world.repository(plainAgent({ version: 'built' }));
    const name = world.name();
    const running = push(repository, name, { 'build-command': `node ${script}` });
    await until(
      async () =>
        access(began).then(
          () => true,
          () => false,
        ),
      'the build',
    );
    const id = String((await deploymentNamed(world, name))?.['id']);
    const [revision] = await revisionsOf(world, id);
    await plane.replace(await plane.workerOf(String(revision?.['id']), 'BUILDING'));
    await writeFile(gate, '');
    const run = await running;
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'revision-id': revision?.['id'] });
    expect(await revisionsOf(world, id)).toHaveLength(1);
    expect(await answers(id)).toEqual(saying('built'));
    expect(await readFile(began, 'utf8')).toBe('.');
  });
});
