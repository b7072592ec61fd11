import { expect, test } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '../../../harness/crash/sweep.ts';
import { openSeveralReplicas, type SeveralReplicas } from './several-replicas.ts';

type Running = Awaited<ReturnType<SeveralReplicas['start']>>;

/** Keeps a replica that joins again with a new ID whenever its lease is lost, as an emulator does. */
async function keep(several: SeveralReplicas, name: string) {
  let current: Running = await several.start(name);
  let isOver = false;
  const watch = async (): Promise<void> => {
    const one = current;
    await one.lost;
    if (isOver || one !== current) return;
    await one.close();
    current = await several.start(name);
    void watch();
  };
  void watch();
  return {
    get now() {
      return current;
    },
    async kill() {
      const one = current;
      one.cut();
      current = await several.start(name);
      void watch();
      return one;
    },
    async restart() {
      const one = current;
      current = await several.start(name);
      void watch();
      await one.close();
    },
    end: () => void (isOver = true),
  };
}

// docs/kubernetes/guarantees.md#any-order
test.each([1, 2, 3, 4])(
  'replicas that are killed, suspended and restarted at random finish all work once (seed %d)',
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const several = await openSeveralReplicas({ leaseMs: 300, maxBuilds: 2 });
    const dead: Running[] = [];
    try {
      const replicas = [await keep(several, 'a'), await keep(several, 'b'), await keep(several, 'c')];
      const made: { deploymentId: string; revisionIds: string[]; isDeleted: boolean }[] = [];
      let blows = 0;
      for (let step = 0; step < 40; step += 1) {
        const one = pick(replicas);
        const draw = random();
        // A suspended task is interrupted by the kill of its replica.
        if (random() < 0.5) several.hold();
        else several.release();
        if (draw < 0.3 || made.length === 0) {
          const { deploymentId, revisionId } = await several.deploy(one.now);
          made.push({ deploymentId, revisionIds: [revisionId], isDeleted: false });
        } else if (draw < 0.5) {
          const deployment = pick(made);
          if (!deployment.isDeleted)
            deployment.revisionIds.push(await several.revise(deployment.deploymentId));
          one.now.wake();
        } else if (draw < 0.6) {
          const deployment = pick(made);
          deployment.isDeleted = true;
          await several.store.deployments.update(deployment.deploymentId, { status: 'AWAITING_DELETE' });
        } else if (draw < 0.75) {
          dead.push(await one.kill());
          blows += 1;
        } else if (draw < 0.9) {
          const { now } = one;
          now.hold();
          await setTimeout(random() * 700);
          now.resume();
          blows += 1;
        } else await one.restart();
        await setTimeout(random() * 60);
      }
      several.release();
      for (const { deploymentId, revisionIds, isDeleted } of made) {
        if (isDeleted) {
          while ((await several.store.deployments.findById(deploymentId)) !== undefined) await setTimeout(10);
          continue;
        }
        for (const id of revisionIds) {
          const { status, statusMessage, history } = await several.until(id);
          // The only possible failure is that the revision was in progress on two replicas that were killed.
          if (/FAILED/.test(status)) expect(statusMessage).toMatch('exited twice');
          else expect(['DEPLOYED', 'SKIPPED']).toContain(status);
          const times = history.filter((entry) => entry.status === status).length;
          expect(times).toBe(1);
        }
        const deployed = await several.store.revisions.list(deploymentId, {
          status: ['DEPLOYED'],
          limit: 100,
          offset: 0,
        });
        const deployment = await several.store.deployments.findById(deploymentId);
        expect(deployment?.activeRevisionId).toBe(deployed[0]?.id ?? null);
      }
      expect(blows).toBeGreaterThan(3);
      for (const replica of replicas) replica.end();
    } finally {
      for (const one of dead) await one.close();
      await several.close();
    }
  },
);
