import type { Ownership } from './sandboxes/index.ts';
import type { Fleet } from './seams/fleet.ts';
import type { Store } from './seams/store.ts';

const JOB = 'sandboxes';

/**
 * Boxes are one emulator's among those that share a store, since their files are. Whoever is asked first while nobody has
 * them takes them, and begins what ran (`recover`).
 */
export function boxOwnership(
  store: Pick<Store, 'instances'>,
  fleet: Pick<Fleet, 'does'>,
  recover: () => Promise<void>,
): Ownership {
  let recovered: Promise<void> | undefined;
  return {
    async isOurs() {
      if (!(await fleet.does(JOB))) return false;
      recovered ??= recover();
      await recovered;
      return true;
    },
    ownerUrl: async () => (await store.instances.holder('job', JOB))?.url,
  };
}
