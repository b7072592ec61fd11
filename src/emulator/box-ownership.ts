import { memoizeAsync } from '../clients/memoize.ts';
import type { BoxOwnership } from './sandboxes/index.ts';
import type { Fleet } from './ports/fleet.ts';
import type { Store } from './ports/store.ts';

const JOB = 'sandboxes';

/**
 * Boxes are one emulator's among those that share a store, since their files are. The first that is asked while none has
 * them takes them, and begins what ran (`recover`); where that fails it is done again for the next request.
 */
export function boxOwnership(
  store: Pick<Store, 'instances'>,
  fleet: Pick<Fleet, 'claimJob'>,
  recover: () => Promise<void>,
): BoxOwnership {
  const recovered = memoizeAsync(recover);
  return {
    async isOurs() {
      if (!(await fleet.claimJob(JOB))) {
        // The emulator that has them meanwhile changes what is to be recovered.
        recovered.forget();
        return false;
      }
      await recovered();
      return true;
    },
    ownerUrl: async () => (await store.instances.claimHolder('job', JOB))?.url,
  };
}
