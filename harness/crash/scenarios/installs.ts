import { GONE_WITHIN_MS } from '../attempt.ts';
import type { Scenario } from '../scenario.ts';
import { agentsRepository } from './builds.ts';
import { deploymentPlay } from './deployments.ts';

/** A program that would go on for longer than anything may outlive its emulator, were it left alone. */
const LONG = `sleep ${GONE_WITHIN_MS / 1_000 + 2}`;

/** A rollout whose install takes long. */
export const installs: Scenario = {
  name: 'installs',
  options: { runtime: 'process' },
  async prepare(_, scratch) {
    const repoUrl = await agentsRepository(scratch);
    return () =>
      deploymentPlay(async (plane) => {
        await plane.create({ key: 'long', marker: 'b1', repoUrl, installCommand: LONG });
        await plane.settled('long');
      });
  },
};
