import { expect, test } from '@jest/globals';
import { runsRoute } from '../../../../src/emulator/data-plane/artifacts/routes.ts';
import type { RevisionRow } from '../../../../src/emulator/ports/store.ts';

const REVISION = '33333333-3333-4333-8333-333333333333';
const asked: [string, number][] = [];
const { handler } = runsRoute({
  tokenOf: (id) => Promise.resolve(id === REVISION ? 'token' : undefined),
  store: {
    revisions: { findById: async () => ({ deploymentId: 'deployment' }) as RevisionRow },
    runs: {
      countUnfinished: (...of) => {
        asked.push(of);
        return Promise.resolve({ pending: 3, running: 2 });
      },
    },
  },
  clock: { now: () => 7 },
});
const ask = (revisionId: string, authorization?: string) =>
  handler({ params: { revision_id: revisionId }, headers: { authorization } } as never);

test("only a caller with a revision's token can read the number of runs of the revision's deployment", async () => {
  expect(await ask(REVISION, 'Bearer token')).toEqual({
    status: 200,
    body: { pending: 3, running: 2, runs: 5 },
  });
  expect(asked).toEqual([['deployment', 7]]);
  const other = '44444444-4444-4444-8444-444444444444';
  for (const [revision, authorization] of [
    [REVISION, undefined],
    [REVISION, 'Bearer another'],
    [other, 'Bearer token'],
    [other, 'Bearer undefined'],
  ] as const) {
    await expect(ask(revision, authorization)).rejects.toMatchObject({ status: 401 });
  }
  expect(asked).toHaveLength(1);
});
