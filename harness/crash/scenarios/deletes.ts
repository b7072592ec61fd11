import { together } from '../gone.ts';
import type { Scenario } from '../scenario.ts';
import { deploymentPlay } from './deployments.ts';

const REPOSITORY = 'https://git.example/agents.git';

/** Deletes what serves, what is at work and what waits, and uses the freed names again. */
export const deletes: Scenario = {
  name: 'deletes',
  options: { runtime: 'stub' },
  prepare: () =>
    Promise.resolve(() =>
      deploymentPlay(async (plane) => {
        const serving = async () => {
          await plane.create({ key: 'serving', marker: 's1', secret: 'clear-serving', repoUrl: REPOSITORY });
          await plane.settled('serving');
          await plane.revise('serving', { marker: 's2' });
          await plane.settled('serving');
          await plane.remove('serving');
          await plane.gone('serving');
          await plane.create({ key: 'again', name: 'serving', marker: 's3', secret: 'clear-again' });
          await plane.settled('again');
        };
        const atWork = async () => {
          await plane.create({ key: 'at-work', marker: 'w1', repoUrl: REPOSITORY });
          await plane.revise('at-work', { marker: 'w2' });
          await plane.remove('at-work');
          // Twice is no mistake.
          await plane.remove('at-work');
          await plane.gone('at-work');
        };
        const waiting = async () => {
          await plane.create({ key: 'waiting', marker: '', imageLater: true, expect: 'waits' });
          await plane.create({ key: 'staying', marker: 'y1', secret: 'clear-staying' });
          await plane.settled('staying');
          await plane.remove('waiting');
          await plane.gone('waiting');
          await plane.look('staying');
        };
        await together(serving(), atWork(), waiting());
      }),
    ),
};
