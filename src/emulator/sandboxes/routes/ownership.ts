import { memoizeAsync } from '../../../clients/memoize.ts';
import type { Fleet } from '../../ports/fleet.ts';
import type { Store } from '../../ports/store.ts';
import type { Route } from '../../server/route.ts';
import { refusal, refusedAnswer } from '../refusal.ts';

/** Who runs the boxes of a store that several emulators share. */
export interface BoxOwnership {
  /** Whether it is we, now; what another one left is taken up by asking. */
  isOurs: () => Promise<boolean>;
  /** Where the one who does is reached; undefined when nobody does yet. */
  ownerUrl: () => Promise<string | undefined>;
}

/**
 * The same rows where boxes are one emulator's at a time: what changes or asks a box is refused by the others, who say
 * whom to ask. Looking is answered by every one of them.
 */
export function requireBoxOwnership(rows: readonly Route[], { isOurs, ownerUrl }: BoxOwnership): Route[] {
  return rows.map((row) => {
    if (row.method === 'GET' && !row.path.startsWith('/s/')) return row;
    return {
      ...row,
      responses: {
        ...row.responses,
        503: row.responses[503] ?? refusedAnswer('Another emulator runs the boxes'),
      },
      handler: async (request) => {
        if (await isOurs()) return row.handler(request);
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
