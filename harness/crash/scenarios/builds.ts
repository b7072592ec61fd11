import { plainAgent } from '../../agents/index.ts';
import { createRepository } from '../../git/index.ts';
import { together } from '../gone.ts';
import type { Scenario } from '../scenario.ts';
import { deploymentPlay } from './deployments.ts';

/** Rollouts and deletes as they really happen: commits are fetched, built and run, each in processes of their own. */
export const builds: Scenario = {
  name: 'builds',
  options: { runtime: 'process' },
  async prepare(_, scratch) {
    const repoUrl = await agentsRepository(scratch);
    return () =>
      deploymentPlay(async (plane) => {
        const rolling = async () => {
          await plane.create({ key: 'rolling', marker: 'b1', secret: 'clear-rolling-b1', repoUrl });
          await plane.settled('rolling');
          await plane.revise('rolling', { marker: 'b2', secret: 'clear-rolling-b2' });
          await plane.revise('rolling', { marker: 'b3' });
          await plane.settled('rolling');
          await plane.revise('rolling', { marker: 'broken', expect: 'fails' });
          await plane.settled('rolling');
          await plane.revise('rolling', { marker: 'b4' });
          await plane.settled('rolling');
        };
        const leaving = async () => {
          await plane.create({ key: 'leaving', marker: 'c1', secret: 'clear-leaving', repoUrl });
          await plane.settled('leaving');
          await plane.remove('leaving');
          await plane.gone('leaving');
          await plane.create({ key: 'cut-short', marker: 'd1', repoUrl });
          await plane.remove('cut-short');
          await plane.gone('cut-short');
        };
        await together(rolling(), leaving());
      });
  },
};

/** A repository with an agent on every branch the scenarios deploy, and one that cannot be built. Gives its URL. */
export async function agentsRepository(scratch: string): Promise<string> {
  const repository = await createRepository(plainAgent({ version: 'main' }), 'main', scratch);
  for (const version of ['b1', 'b2', 'b3', 'b4', 'c1', 'd1']) {
    await repository.branch(version);
    await repository.commit(plainAgent({ version }));
  }
  await repository.branch('broken');
  await repository.commit({ 'langgraph.json': '{}' });
  return repository.url;
}
