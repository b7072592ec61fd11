import { memoizeAsync } from '../../clients/memoize.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Store } from '../ports/store.ts';

/** Which of the emulators that share a store runs the boxes. */
export interface BoxOwnership {
  /** Whether this one is the owner; claims the boxes, and recovers them, when there is none. */
  isOwner: () => Promise<boolean>;
  /** The owner's URL; undefined while there is none. */
  ownerUrl: () => Promise<string | undefined>;
}

const JOB = 'sandboxes';

/**
 * Boxes belong to one emulator among those that share a store, since their files do. Without an owner, the first one to
 * be called claims them and calls `recover`; when that fails, the next request retries.
 */
export function boxOwnership(
  store: Pick<Store, 'instances'>,
  fleet: Pick<Fleet, 'claimJob'>,
  recover: () => Promise<void>,
): BoxOwnership {
  const recovered = memoizeAsync(recover);
  return {
    async isOwner() {
      if (!(await fleet.claimJob(JOB))) {
        // The state to recover changes while another emulator is the owner.
        recovered.forget();
        return false;
      }
      await recovered();
      return true;
    },
    ownerUrl: async () => (await store.instances.claimHolder('job', JOB))?.url,
  };
}
