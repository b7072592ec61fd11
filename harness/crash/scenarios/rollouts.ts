import { together } from '../gone.ts';
import type { Scenario } from '../scenario.ts';
import { deploymentPlay } from './deployments.ts';

const REPOSITORY = 'https://git.example/agents.git';

/** Creates, patches, revisions that wait in the queue and are overtaken, failures, and a source that comes later. */
export const rollouts: Scenario = {
  name: 'rollouts',
  options: { runtime: 'stub' },
  prepare: () =>
    Promise.resolve(() =>
      deploymentPlay(async (plane) => {
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
        await together(first(), second());
        await plane.create({ key: 'three', marker: '', expect: 'fails' });
        await plane.settled('three');
        await plane.revise('three', { marker: 'three:1', secret: 'clear-three-1' });
        await plane.settled('three');
      }),
    ),
};
