import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { realClock } from '../../../../src/clients/clock.ts';
import { interruptRevision } from '../../../../src/emulator/control-plane/revisions.ts';
import { toServiceClock } from '../../../../src/emulator/ports/clock.ts';
import { isGroupAlive } from '../../../../src/os/processes.ts';
import { createFakeLauncher, openDataPlaneFixture, type DataPlaneFixture, WORKSPACE } from './fixture.ts';

let plant: DataPlaneFixture;
let repository: FixtureRepository | undefined;
afterEach(async () => {
  await plant.close();
  await repository?.remove();
  repository = undefined;
});

/** Interrupts a revision as the control plane does. */
const interrupt = (deploymentId: string, revisionId: string) =>
  interruptRevision(
    {
      store: plant.store,
      clock: toServiceClock(realClock),
      wakeDataPlane: () => plant.plane.wake(),
    },
    WORKSPACE,
    deploymentId,
    revisionId,
  );
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));
const active = async (id: string) => (await plant.store.deployments.findById(id))?.activeRevisionId;

describe('an interrupted revision', () => {
  test.each(['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'])(
    'in %s frees the deployment for the newest queued revision, while the old revision stays active',
    async (stage) => {
      plant = await openDataPlaneFixture({ runtime: 'stub' });
      const { deploymentId, revisionId: first } = await plant.deploy({});
      await plant.final(first);
      plant.rules.set(stage, { stall: true });
      const stuck = await plant.revise(deploymentId);
      await plant.until(stuck, ({ status }) => status === stage);
      expect(await active(deploymentId)).toBe(first);
      const queued = [await plant.revise(deploymentId), await plant.revise(deploymentId)];
      for (const id of queued) await plant.until(id, ({ status }) => status === 'QUEUED');
      await interrupt(deploymentId, stuck);
      expect(plant.plane.live.activeRevision(deploymentId)).toBe(first);
      plant.rules.clear();
      plant.plane.wake();
      const ends = await Promise.all([stuck, ...queued].map((id) => plant.final(id)));
      expect(ends.map(({ status }) => status)).toEqual(['INTERRUPTED', 'SKIPPED', 'DEPLOYED']);
      expect(ends[0]?.history.at(-1)?.status).toBe('INTERRUPTED');
      expect(await active(deploymentId)).toBe(queued[1]);
      expect(plant.plane.live.activeRevision(deploymentId)).toBe(queued[1]);
    },
  );

  test('never runs if it was waiting in the queue', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('BUILDING', { stall: true });
    const { deploymentId, revisionId } = await plant.deploy({});
    await plant.until(revisionId, ({ status }) => status === 'BUILDING');
    const older = await plant.revise(deploymentId);
    const newer = await plant.revise(deploymentId);
    for (const id of [older, newer]) await plant.until(id, ({ status }) => status === 'QUEUED');
    await interrupt(deploymentId, newer);
    plant.rules.clear();
    plant.plane.wake();
    // The next newest revision runs after the newest revision is interrupted.
    expect((await plant.final(older)).status).toBe('DEPLOYED');
    expect((await plant.final(newer)).history.map(({ status }) => status)).toEqual([
      'CREATING',
      'QUEUED',
      'INTERRUPTED',
    ]);
  });

  test('is still interrupted after a restart, even if its work had not ended', async () => {
    plant = await openDataPlaneFixture({ runtime: 'stub' });
    plant.rules.set('BUILDING', { stall: true });
    const { deploymentId, revisionId } = await plant.deploy({});
    await plant.until(revisionId, ({ status }) => status === 'BUILDING');
    await interrupt(deploymentId, revisionId);
    await plant.restart();
    plant.rules.clear();
    plant.plane.wake();
    const next = await plant.revise(deploymentId);
    expect((await plant.final(next)).status).toBe('DEPLOYED');
    expect((await plant.final(revisionId)).status).toBe('INTERRUPTED');
  });

  test('ends the programs of its build with all child processes, and leaves no files', async () => {
    repository = await createRepository(plainAgent());
    plant = await openDataPlaneFixture({ launcher: () => createFakeLauncher().launcher });
    const pids = path.join(plant.folder, 'pids');
    const script = `const fs=require('fs'),child=require('child_process').spawn(process.execPath,['-e','setInterval(()=>0,1e3)']);fs.writeFileSync(${JSON.stringify(pids)},process.pid+' '+child.pid+' .');setInterval(()=>0,1e3)`;
    const encoded = Buffer.from(script).toString('base64');
    const { deploymentId, revisionId } = await plant.deploy({
      sourceConfig: {
        repo_url: repository.url,
        install_command: `node -e "eval(Buffer.from('${encoded}','base64').toString())"`,
      },
    });
    const started = async () => (await readFile(pids, 'utf8').catch(() => '')).split(' ');
    while ((await started()).length < 3) await nextTurn();
    const [program, child] = (await started()).map(Number);
    const alive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect([alive(program ?? 0), alive(child ?? 0)]).toEqual([true, true]);
    await interrupt(deploymentId, revisionId);
    while (alive(program ?? 0) || alive(child ?? 0) || isGroupAlive(program ?? 0)) await nextTurn();
    const revisions = path.join(plant.folder, 'revisions');
    while ((await readdir(revisions)).length > 0) await nextTurn();
    expect(await plant.store.processes.list()).toEqual([]);
    expect((await plant.final(revisionId)).status).toBe('INTERRUPTED');

    // No older revision blocks the next revision.
    const row = await plant.store.deployments.findById(deploymentId);
    const sourceConfig = { ...row?.sourceConfig, install_command: 'node -e 0' };
    await plant.store.deployments.update(deploymentId, { sourceConfig });
    expect((await plant.final(await plant.revise(deploymentId))).status).toBe('DEPLOYED');
  });

  test('ends the agent that it was starting', async () => {
    repository = await createRepository(plainAgent());
    const fake = createFakeLauncher({ manual: true });
    plant = await openDataPlaneFixture({ launcher: () => fake.launcher });
    const { deploymentId, revisionId } = await plant.deploy({ sourceConfig: { repo_url: repository.url } });
    (await fake.launched(1)).becomeReady();
    await plant.final(revisionId);
    const next = await plant.revise(deploymentId);
    const worker = await fake.launched(2);
    await interrupt(deploymentId, next);
    await worker.exited;
    expect(worker.stopped).toBe(true);
    expect(plant.plane.live.acquire(deploymentId)?.worker).toBe(fake.workers[0]);
    expect(fake.workers[0]?.stopped).toBe(false);
    while ((await readdir(path.join(plant.folder, 'revisions'))).length > 1) await nextTurn();
    expect(await readdir(path.join(plant.folder, 'revisions'))).toEqual([revisionId]);
  });
});
