import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { createFakeLauncher, openPlant, type Plant } from './plant.ts';

let repository: FixtureRepository;
let plant: Plant;
beforeEach(async () => {
  repository = await createRepository(plainAgent());
});
afterEach(async () => {
  await plant.close();
  await repository.remove();
});

async function open(options: { manual?: boolean; timing?: Parameters<typeof openPlant>[0] } = {}) {
  const fake = createFakeLauncher({ manual: options.manual ?? false });
  plant = await openPlant({ launcher: () => fake.launcher, ...options.timing });
  return fake;
}
const deploy = (more: Parameters<Plant['deploy']>[0] = {}) =>
  plant.deploy({ sourceConfig: { repo_url: repository.url }, ...more });
const deployed = async (revisionId: string) => {
  const row = await plant.final(revisionId);
  expect([row.status, row.statusMessage]).toEqual(['DEPLOYED', null]);
  return row;
};

describe('a worker that serves', () => {
  test('is started again when it ends, and those who wait for one are told', async () => {
    const fake = await open({ timing: { timing: { healthIntervalMs: 5 } } });
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

  test('that stops answering stays in place, and the log tells', async () => {
    const fake = await open({ timing: { timing: { healthIntervalMs: 5 } } });
    const { revisionId } = await deploy();
    await deployed(revisionId);
    fake.workers[0]!.healthy = false;
    const told = async (text: string) => {
      while (!(await plant.log(revisionId, 'deploy')).includes(text))
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await told('no longer answers');
    fake.workers[0]!.healthy = true;
    await told('answers its health check again');
    expect(fake.workers).toHaveLength(1);
  });
});

describe('after a restart', () => {
  test('the active revision is started from what was built', async () => {
    const fake = await open();
    const { deploymentId, revisionId } = await deploy();
    await deployed(revisionId);
    await rm(repository.origin, { recursive: true });
    await plant.restart();
    const worker = await fake.launched(2);
    expect(worker.revisionId).toBe(revisionId);
    while (!plant.plane.live.acquire(deploymentId)) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('the active revision is built again when its files are gone', async () => {
    const fake = await open();
    const { revisionId } = await deploy();
    const row = await deployed(revisionId);
    await repository.commit(plainAgent({ version: 'v2' }));
    await rm(join(plant.folder, 'revisions'), { recursive: true });
    await plant.restart();
    const worker = await fake.launched(2);
    expect(worker.spec.env['LANGSMITH_LANGGRAPH_GIT_REF_SHA']).toBe(row.config.repo_commit_sha);
  });

  test.each(['BUILDING', 'DEPLOYING'])('a revision cut short in %s is finished', async (stage) => {
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
