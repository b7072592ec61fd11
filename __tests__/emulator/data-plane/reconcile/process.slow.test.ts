import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { missingExport, plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import {
  createFakeLauncher,
  openDataPlaneFixture,
  type DataPlaneFixture,
  type DataPlaneFixtureOptions,
} from './fixture.ts';

let repository: FixtureRepository;
let plant: DataPlaneFixture;
beforeEach(async () => {
  repository = await createRepository(plainAgent());
});
afterEach(async () => {
  await plant.close();
  await repository.remove();
});

async function open({ manual = false, ...options }: DataPlaneFixtureOptions & { manual?: boolean } = {}) {
  const fake = createFakeLauncher({ manual });
  plant = await openDataPlaneFixture({ launcher: () => fake.launcher, ...options });
  return fake;
}
const deploy = (more: Parameters<DataPlaneFixture['deploy']>[0] = {}) =>
  plant.deploy({ sourceConfig: { repo_url: repository.url }, ...more });
const active = async (id: string) => (await plant.store.deployments.findById(id))?.activeRevisionId;
const deployed = async (revisionId: string) => {
  const row = await plant.final(revisionId);
  expect([row.status, row.statusMessage]).toEqual(['DEPLOYED', null]);
  return row;
};

describe('a revision from git', () => {
  test('is built from the pushed commit, and gets its secrets but no variable of the emulator', async () => {
    const fake = await open({ env: { ...process.env, EMULATOR_API_KEY: 'k', npm_config_x: 'x' } });
    const { deploymentId, revisionId } = await deploy({
      name: 'greeter',
      secrets: [{ name: 'GREETING', value: 'hello-secret' }],
    });
    const row = await deployed(revisionId);
    expect(row.config.repo_commit_sha).toBe(await repository.head());
    const [worker] = fake.workers;
    expect(worker?.spec).toMatchObject({
      deploymentId,
      revisionId,
      graphs: { agent: { exportName: 'graph', module: expect.stringContaining('.agent-deploy') } },
    });
    const env = worker?.spec.env ?? {};
    expect(env).toMatchObject({
      GREETING: 'hello-secret',
      LANGSMITH_DEPLOYMENT_NAME: 'greeter',
      LANGSMITH_HOST_REVISION_ID: revisionId,
      LANGSMITH_LANGGRAPH_GIT_REF_SHA: await repository.head(),
    });
    expect(Object.keys(env).filter((name) => /^(EMULATOR|npm_|NODE_|GIT_)/.test(name))).toEqual([]);
    const { port } = (await plant.store.deployments.findById(deploymentId))!;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({
      active: revisionId,
      worker: revisionId,
    });
  });

  test('has the configured environment, overridden by secrets, and reports missing variables', async () => {
    const fake = await open();
    const config = (env: unknown) => JSON.stringify({ graphs: { agent: './src/agent.ts:graph' }, env });
    const values = { MODEL: 'small', GREETING: 'from config', LANGSMITH_PROJECT: 'mine' };
    await repository.commit({ 'langgraph.json': config(values) });
    const { deploymentId, revisionId } = await deploy({
      secrets: [{ name: 'GREETING', value: 'from secret' }],
    });
    await deployed(revisionId);
    expect(fake.workers[0]?.spec.env).toMatchObject({ MODEL: 'small', GREETING: 'from secret' });
    expect(fake.workers[0]?.spec.env).not.toHaveProperty('LANGSMITH_PROJECT');
    expect(await plant.log(revisionId, 'deploy')).toContain('sets LANGSMITH_PROJECT');

    await repository.commit({ 'langgraph.json': config('.env'), '.env': 'MODEL="big one"\n# comment\n' });
    await deployed(await plant.revise(deploymentId));
    expect(fake.workers[1]?.spec.env).toMatchObject({ MODEL: 'big one', GREETING: 'from secret' });

    await repository.commit({ '.env': null });
    const last = await plant.revise(deploymentId);
    await deployed(last);
    expect(await plant.log(last, 'deploy')).toContain(
      'environment file .env, but this commit does not contain it, so none of its variables is set. For dev, create the file in the folder of the configuration. For a deployment, add its variables as secrets.',
    );
    expect(plant.plane.health()).toMatchObject({
      isolation: 'process',
      serving: [{ deployment_id: deploymentId, revision_id: last, pid: fake.workers[2]?.pid }],
    });
  });

  test('is replaced by the next revision, and every request finds a worker', async () => {
    const fake = await open({ manual: true });
    const { deploymentId, revisionId } = await deploy();
    (await fake.launched(1)).becomeReady();
    await deployed(revisionId);
    const held = plant.plane.live.acquire(deploymentId);
    expect(held?.worker).toBe(fake.workers[0]);

    const commit = await repository.commit(plainAgent({ version: 'v2' }));
    const next = await plant.revise(deploymentId);
    const second = await fake.launched(2);
    expect(plant.plane.live.acquire(deploymentId)?.worker).toBe(fake.workers[0]);
    second.becomeReady();
    const row = await deployed(next);
    expect(row.config.repo_commit_sha).toBe(commit);
    expect(await active(deploymentId)).toBe(next);
    expect(plant.plane.live.acquire(deploymentId)?.worker).toBe(second);
    // The old worker runs until no request uses it any more.
    expect(fake.workers[0]?.stopped).toBe(false);
  });

  test('lets the worker of the previous revision finish its last request', async () => {
    const fake = await open();
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    const held = plant.plane.live.acquire(deploymentId);
    await deployed(await plant.revise(deploymentId));
    expect(fake.workers[0]?.stopped).toBe(false);
    held?.release();
    await fake.workers[0]?.exited;
    expect(fake.workers).toHaveLength(2);
  });

  test("ends the previous revision's worker at the drain deadline, even if the worker is in use", async () => {
    const fake = await open({ timing: { drainMs: 20 } });
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    plant.plane.live.acquire(deploymentId);
    await deployed(await plant.revise(deploymentId));
    await fake.workers[0]?.exited;
    expect(fake.workers[0]?.stopped).toBe(true);
  });

  test('leaves the previous revision active if its build fails, and reports the reason', async () => {
    const fake = await open();
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    await repository.commit(missingExport);
    const next = await plant.revise(deploymentId);
    const row = await plant.final(next);
    expect(row).toMatchObject({
      status: 'BUILD_FAILED',
      statusMessage: expect.stringContaining('Did you mean "graph"?'),
    });
    expect(row.config.repo_commit_sha).toBe(await repository.head());
    expect(await plant.log(next, 'build')).toContain('the key "graphs.agent" names the export "grpah"');
    expect(await active(deploymentId)).toBe(revisionId);
    expect(plant.plane.live.acquire(deploymentId)?.worker).toBe(fake.workers[0]);
    // The files of the failed revision are removed, and the files of the old revision stay.
    const stored = () => readdir(join(plant.folder, 'revisions'));
    while ((await stored()).length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await stored()).toEqual([revisionId]);
  });

  test('leaves the previous revision active if it never becomes healthy, and reports its last log line', async () => {
    const fake = await open({ manual: true, timing: { healthDeadlineMs: 60 } });
    const { deploymentId, revisionId } = await deploy();
    (await fake.launched(1)).becomeReady();
    await deployed(revisionId);
    const next = await plant.revise(deploymentId);
    const worker = await fake.launched(2);
    worker.print('warming up the model');
    expect(await plant.final(next)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringMatching(
        /did not become healthy within 0.06 s.*Last output: warming up the model/,
      ),
    });
    expect(worker.stopped).toBe(true);
    expect(await plant.log(next, 'deploy')).toContain('warming up the model');
    expect(await active(deploymentId)).toBe(revisionId);
    expect(plant.plane.live.activeRevision(deploymentId)).toBe(revisionId);
  });

  test('fails with the reason if its agent exits while it loads', async () => {
    const fake = await open({ manual: true });
    const { revisionId } = await deploy();
    (await fake.launched(1)).failToStart('cannot find package "left-pad"');
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringContaining('cannot find package "left-pad"'),
    });
  });

  test('fails if its agent loads its graphs but does not respond', async () => {
    const fake = await open({ manual: true });
    const { revisionId } = await deploy();
    const worker = await fake.launched(1);
    worker.healthy = false;
    worker.becomeReady();
    expect(await plant.final(revisionId)).toMatchObject({
      statusMessage: expect.stringContaining('does not respond to its health check'),
    });
  });

  test('never shows secrets in its log or status message, in any encoding', async () => {
    const fake = await open({ manual: true });
    const secret = 'very-secret-value';
    const { revisionId } = await deploy({ secrets: [{ name: 'TOKEN', value: secret }] });
    const worker = await fake.launched(1);
    worker.print(`config: ${secret}`);
    worker.print(`basic ${Buffer.from(secret).toString('base64')}`);
    worker.failToStart(`bad token ${secret}`);
    const row = await plant.final(revisionId);
    const all = `${row.statusMessage}\n${await plant.log(revisionId, 'deploy')}`;
    expect(all).toContain('config: ***');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString('base64'));
  });

  test('builds the given commit, not the latest commit of the branch', async () => {
    await open();
    const first = await repository.head();
    await repository.commit(plainAgent({ version: 'v2' }));
    const { revisionId } = await deploy({ config: { repo_commit_sha: first } });
    expect((await deployed(revisionId)).config.repo_commit_sha).toBe(first);
  });
});

test('the files of unneeded revisions are removed, except for the latest revisions', async () => {
  await open();
  const { deploymentId, revisionId } = await deploy();
  await deployed(revisionId);
  const ids = [revisionId];
  for (let count = 0; count < 4; count += 1) {
    const id = await plant.revise(deploymentId);
    await deployed(id);
    ids.push(id);
  }
  const stored = () => readdir(join(plant.folder, 'revisions'));
  while ((await stored()).length > 3) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await stored()).sort()).toEqual(ids.slice(-3).sort());
});

test('a deleted deployment leaves no worker, files or used port behind', async () => {
  const fake = await open();
  const { deploymentId, revisionId } = await deploy();
  await deployed(revisionId);
  await plant.store.deployments.update(deploymentId, { status: 'AWAITING_DELETE' });
  plant.plane.wake();
  while (await plant.store.deployments.findById(deploymentId))
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(fake.workers[0]?.stopped).toBe(true);
  expect(await readdir(join(plant.folder, 'revisions'))).toEqual([]);
});

describe('an active worker', () => {
  test('is restarted when it ends, and waiting requests then continue', async () => {
    const fake = await open({ timing: { healthIntervalMs: 5 } });
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    const served = new Promise<string>((resolve) => plant.plane.live.onServe(resolve));
    fake.workers[0]?.die(137);
    const second = await fake.launched(2);
    expect(await served).toBe(deploymentId);
    expect(plant.plane.live.acquire(deploymentId)?.worker).toBe(second);
    await plant.until(revisionId, () => true);
    await plant.plane.close();
    expect(await plant.log(revisionId, 'deploy')).toContain("The agent's process ended with exit code 137");
  });

  test('is not replaced if it only stops responding for a while, which is logged', async () => {
    const fake = await open({ timing: { healthIntervalMs: 5 } });
    const { revisionId } = await deploy();
    await deployed(revisionId);
    fake.workers[0]!.healthy = false;
    const reported = async (text: string) => {
      while (!(await plant.log(revisionId, 'deploy')).includes(text))
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await reported('no longer responds');
    fake.workers[0]!.healthy = true;
    await reported('responds to its health check again');
    expect(fake.workers).toHaveLength(1);
  });

  test('is replaced by another worker if it does not respond until the deadline', async () => {
    const fake = await open({ timing: { healthIntervalMs: 5, stuckMs: 20 } });
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    fake.workers[0]!.healthy = false;
    const second = await fake.launched(2);
    while (plant.plane.live.acquire(deploymentId)?.worker !== second)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await plant.log(revisionId, 'deploy')).toContain('The agent is stuck');
  });
});

describe('an emulator after a restart', () => {
  test('starts the active revision from its stored build', async () => {
    const fake = await open();
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    await rm(repository.origin, { recursive: true });
    await plant.restart();
    const worker = await fake.launched(2);
    expect(worker.revisionId).toBe(revisionId);
    while (!plant.plane.live.acquire(deploymentId)) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('rebuilds the active revision if its files are gone', async () => {
    const fake = await open();
    const { revisionId } = await deploy();
    const row = await deployed(revisionId);
    await repository.commit(plainAgent({ version: 'v2' }));
    await rm(join(plant.folder, 'revisions'), { recursive: true });
    await plant.restart();
    const worker = await fake.launched(2);
    expect(worker.spec.env['LANGSMITH_LANGGRAPH_GIT_REF_SHA']).toBe(row.config.repo_commit_sha);
  });

  test.each(['BUILDING', 'DEPLOYING'])('finishes a revision that was interrupted in %s', async (stage) => {
    await open();
    plant.rules.set(stage, { stall: true });
    const { revisionId } = await deploy();
    await plant.until(revisionId, ({ status }) => status === stage);
    await plant.restart({ crash: true });
    plant.rules.clear();
    plant.plane.wake();
    await deployed(revisionId);
  });
});
