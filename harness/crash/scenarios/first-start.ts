import path from 'node:path';
import type { Scenario } from '../scenario.ts';
import { deploymentPlay } from './deployments.ts';

const SEEDED_SECRETS = ['clear-seeded-key', 'clear-webhook-secret'];

/** From nothing: the data directory, its lock, its keyring, its tables and what is seeded, up to a first deployment. */
export const firstStart: Scenario = {
  name: 'first-start',
  options: { runtime: 'stub', seed: path.join(import.meta.dirname, 'seed.yaml') },
  fromNothing: true,
  prepare: () =>
    Promise.resolve(() => {
      const play = deploymentPlay(async (plane) => {
        await plane.create({ key: 'first', marker: 'first:1', secret: 'clear-first' });
        await plane.settled('first');
      });
      return { ...play, secrets: () => [...SEEDED_SECRETS, ...play.secrets()] };
    }),
};
