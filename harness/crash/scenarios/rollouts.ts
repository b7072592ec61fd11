import { together } from '../gone.ts';
import type { Scenario } from '../scenario.ts';
import { deploymentPlay } from './deployments.ts';
import { ask } from '../read-deployments.ts';

const REPOSITORY = 'https://git.example/agents.git';

/** Creates, patches, revisions that wait in the queue and are overtaken, failures, and a source that comes later. */
export const rollouts: Scenario = {
  name: 'rollouts',
  options: { runtime: 'stub' },
  prepare: () =>
    Promise.resolve(() =>
      deploymentPlay(async (plane, emulator) => {
        const first = async () => {
          await plane.create({ key: 'one', marker: 'v1', secret: 'clear-one-v1', repoUrl: REPOSITORY });
          await plane.settled('one');
          await plane.revise('one', { marker: 'v2', secret: 'clear-one-v2' });
          // At once, so that they meet in the queue.
          await plane.revise('one', { marker: 'v3' });
          await plane.revise('one', { marker: 'v4', by: 'revisions' });
          await plane.settled('one');
        };
        const second = async () => {
          await plane.create({ key: 'two', marker: '', imageLater: true, expect: 'waits' });
          await plane.look('two');
          await plane.revise('two', { marker: 'two:1', secret: 'clear-two-1' });
          await plane.settled('two');
          await plane.revise('two', { marker: 'two:2' });
          await plane.settled('two');
        };
        const fourth = async () => {
          const stalled = { match: { deployment: 'four', stage: 'BUILDING' }, then: { stall: true } };
          await ask(emulator, 'PUT', '/_local/faults', { seed: 1, rules: [stalled] });
          await plane.create({ key: 'four', marker: 'f1', repoUrl: REPOSITORY });
          await plane.settled('four', 'BUILDING');
          const waiting = await plane.revise('four', { marker: 'f2', secret: 'clear-four-2' });
          await plane.settled('four', 'QUEUED');
          await plane.interrupt(waiting);
          const last = await plane.revise('four', { marker: 'f3' });
          await plane.settled('four', 'QUEUED');
          await ask(emulator, 'DELETE', '/_local/faults');
          await plane.settled('four');
          await plane.interrupt(last);
        };
        await together(first(), second(), fourth());
        await plane.create({ key: 'three', marker: '', expect: 'fails' });
        await plane.settled('three');
        await plane.revise('three', { marker: 'three:1', secret: 'clear-three-1' });
        await plane.settled('three');
      }),
    ),
};
