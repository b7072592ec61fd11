import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../../../../harness/agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../../../../../harness/git.ts';
import { until } from '../../../../../harness/until.ts';
import { createCheckpointService } from '../../../../../src/emulator/agent-server/checkpoint-service.ts';
import { createWorkerLauncher } from '../../../../../src/emulator/data-plane/worker/launcher.ts';
import { openDataPlaneFixture, type DataPlaneFixture } from '../../reconcile/fixture.ts';
import { type FakeEngine, makeEngine } from './fake-engine.ts';

// The fake engine is a shell script whose containers are processes of this machine.
const onUnix = process.platform === 'win32' ? describe.skip : describe;

let engine: FakeEngine;
let plant: DataPlaneFixture;
let repository: FixtureRepository;
afterEach(async () => {
  await plant.close();
  await engine.close();
  await repository.remove();
});

const KEYS = {
  dockerfile_lines: ['RUN apt-get install -y ffmpeg'],
  image_distro: 'wolfi',
  node_version: '24',
};

async function open(keys: object, program: 'podman' | 'docker' = 'podman'): Promise<void> {
  engine = await makeEngine(program);
  if (program === 'docker') {
    // Without this fake, a real Podman of this machine would be used first.
    await engine.set('podman', '#!/bin/sh\nexit 1\n');
    await chmod(join(engine.folder, 'podman'), 0o755);
  }
  repository = await createRepository(agent('v1', keys));
  plant = await openDataPlaneFixture({
    env: { ...engine.env, PATH: `${engine.env.PATH}:${process.env['PATH'] ?? ''}` },
    launcher: (store) =>
      createWorkerLauncher({
        storeCallsOf: (deploymentId, language) => createCheckpointService(store, deploymentId, language),
      }),
  });
}
const agent = (version: string, keys: object) => ({
  ...plainAgent({ version, preamble: 'console.log("loading");' }),
  'langgraph.json': JSON.stringify({ graphs: { agent: './src/agent.ts:graph' }, ...keys }),
});
const deploy = async (secrets: { name: string; value: string }[] = []) => {
  const made = await plant.deploy({ sourceConfig: { repo_url: repository.url }, secrets });
  return { ...made, row: await plant.final(made.revisionId) };
};
async function say(deploymentId: string, content: string): Promise<string> {
  const held = plant.plane.live.acquire(deploymentId);
  if (!held) throw new Error('no worker serves');
  const job = { runId: crypto.randomUUID(), threadId: crypto.randomUUID(), graphId: 'agent', fence: 1 };
  const input = { messages: [{ role: 'user', content }] };
  const outcome = await held.worker.run({ ...job, input, config: {} }, new AbortController().signal);
  held.release();
  return JSON.stringify(outcome);
}
/** Resolves once a worker serves the deployment. */
const serves = (deploymentId: string) =>
  until(() => {
    const held = plant.plane.live.acquire(deploymentId);
    held?.release();
    return held !== undefined;
  });
const imageOf = (revisionId: string) => `localhost/agent-deploy:${revisionId}`;

// docs/emulator.md#image-keys
// docs/departures/graphs.md#image-keys
onUnix('an agent whose configuration requires an image', () => {
  test.each(['podman', 'docker'] as const)(
    "an agent's image is built with %s; its container gets the deployment's variables and stops when replaced",
    async (program) => {
      await open(KEYS, program);
      const { deploymentId, revisionId, row } = await deploy([{ name: 'GREETING', value: 'hello there' }]);
      expect([row.status, row.statusMessage]).toEqual(['DEPLOYED', null]);
      expect(await say(deploymentId, 'hi')).toContain('echo v1: hi (GREETING is set)');

      const lines = (await engine.dockerfile()).split('\n');
      expect(lines.slice(0, 2)).toEqual([
        'FROM docker.io/langchain/langgraphjs-api:24-wolfi',
        'RUN apt-get install -y ffmpeg',
      ]);
      const image = imageOf(revisionId);
      expect(await engine.variables(image)).toMatchObject({ GREETING: 'hello there' });
      const commands = JSON.stringify(await engine.calls());
      expect(commands).not.toContain('hello there');
      const [run = []] = (await engine.runs(image)).filter((call) => call.includes('--interactive'));
      const mounts = run.filter((_, at) => run[at - 1] === '--mount');
      expect(mounts.every((mount) => mount.endsWith(',readonly'))).toBe(true);
      const log = await plant.log(revisionId, 'build');
      expect(log).toContain(`Building the image with ${program} 9.9.9, from docker.io/langchain`);
      expect(log).toContain('Built the image for agent');
      expect(log).not.toContain('not supported');
      expect(await plant.log(revisionId, 'deploy')).toContain('loading');

      const [before = ''] = await engine.held();
      await repository.commit(agent('v2', KEYS));
      const next = await plant.revise(deploymentId);
      expect((await plant.final(next)).status).toBe('DEPLOYED');
      expect(await say(deploymentId, 'hi')).toContain('echo v2');
      await until(async () => !(await engine.held()).includes(before));
      expect(await engine.held()).toHaveLength(1);
    },
  );

  test('an agent starts again from its image after a restart, and a missing image is rebuilt', async () => {
    await open(KEYS);
    const { deploymentId, revisionId } = await deploy();
    await plant.restart();
    await serves(deploymentId);
    expect(await say(deploymentId, 'hi')).toContain('echo v1');
    const builds = async () => (await engine.calls()).filter(([verb]) => verb === 'build').length;
    expect(await builds()).toBe(1);
    await rm(join(engine.folder, `image-${imageOf(revisionId).replaceAll('/', '_')}`));
    await plant.restart();
    await serves(deploymentId);
    expect(await say(deploymentId, 'hi')).toContain('echo v1');
    expect(await builds()).toBe(2);
  });

  test("a failed image build is reported with the container engine's last output, and leaves no image", async () => {
    await open(KEYS);
    await engine.set(
      'broken-build',
      'E: Unable to locate package ffmpegg\nError: building at STEP "RUN x"\n',
    );
    const { row } = await deploy();
    expect(row.status).toBe('BUILD_FAILED');
    expect(row.statusMessage).toBe(
      'podman could not build the image: it ended with exit code 1. Last output: E: Unable to locate package ffmpegg | Error: building at STEP "RUN x". To run agents on this machine without an image, start the emulator with --image-engine none.',
    );
    expect(await engine.images()).toEqual([]);
    expect(await readdir(join(plant.folder, 'revisions'))).toEqual([]);
  });

  test('an agent that requires an image runs without a container if no engine works, with one warning', async () => {
    await open(KEYS);
    await engine.set('down');
    const { deploymentId, revisionId, row } = await deploy();
    expect(row.status).toBe('DEPLOYED');
    expect(await say(deploymentId, 'hi')).toContain('echo v1');
    const warnings = (await plant.log(revisionId, 'build'))
      .split('\n')
      .filter((line) => line.includes('not supported'));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Graph configuration langgraph\.json: the keys "dockerfile_lines", "image_distro" are not supported here, because no container engine works \(podman: .*\), so the agent runs on this machine\. Software that these keys add, such as system packages, must be installed there$/,
      ),
    ]);
  });

  test('an agent is built without an image if the configuration only chooses a base image of the service', async () => {
    await open({ image_distro: 'wolfi', node_version: '24' });
    const { revisionId, row } = await deploy();
    expect(row.status).toBe('DEPLOYED');
    expect(await plant.log(revisionId, 'build')).toContain(
      'the key "image_distro" is not supported without "base_image" or "dockerfile_lines": no image is built',
    );
    expect(await engine.images()).toEqual([]);
  });
});
