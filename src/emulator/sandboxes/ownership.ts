import { memoizeAsync } from '../../clients/memoize.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Store } from '../ports/store.ts';
import type { Route } from '../server/route.ts';
import { refusal, refusedAnswer } from './refusal.ts';

/** Which of the emulators that share a store runs the boxes. */
export interface BoxOwnership {
  /** Whether this one is the owner; claims the boxes, and recovers them, when there is none. */
  isOwner: () => Promise<boolean>;
  /** The owner's URL; undefined while there is none. */
  ownerUrl: () => Promise<string | undefined>;
}

/** The same routes, but those that change or use a box answer on the owner only; the others name it in a 503. */
export function requireBoxOwnership(routes: readonly Route[], { isOwner, ownerUrl }: BoxOwnership): Route[] {
  return routes.map((route) => {
    if (route.method === 'GET' && !route.path.startsWith('/s/')) return route;
    return {
      ...route,
      responses: {
        ...route.responses,
        503: route.responses[503] ?? refusedAnswer('Another emulator runs the boxes'),
      },
      handler: async (request) => {
        if (await isOwner()) return route.handler(request);
        const url = await ownerUrl();
        throw refusal(
          503,
          'ServiceUnavailable',
          `The sandboxes of this database are run by ${url === undefined ? 'another emulator' : `the emulator at ${url}`}: ask that one.`,
          { headers: { 'retry-after': '1' } },
        );
      },
    };
  });
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
