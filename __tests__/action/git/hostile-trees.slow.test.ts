import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CORPUS, openHostileFolders, type HostileFolders } from './support/hostile-trees.ts';
import { TRIGGERED_TRAPS } from './support/traps.ts';
import { openVerbs, type Verbs } from './support/verbs.ts';

let nursery: HostileFolders;
let verbs: Verbs;
beforeAll(async () => {
  [nursery, verbs] = await Promise.all([openHostileFolders(), openVerbs()]);
});
afterAll(async () => {
  await verbs.close();
  await nursery.remove();
});

describe('a checkout whose git configuration specifies programs', () => {
  // docs/security/checkouts.md#checkout-whose-configuration-hooks
  test('is packed by the action and built by the emulator without starting these programs', async () => {
    expect(CORPUS.length).toBeGreaterThan(400);
    const sprung = CORPUS.filter(({ trap }) => TRIGGERED_TRAPS.includes(trap.name));
    const sample = fc.tuple(
      fc.constantFrom(...sprung),
      fc.constantFrom(...sprung),
      fc.constantFrom(...CORPUS),
    );
    await fc.assert(
      fc.asyncProperty(sample, async (some) => {
        for (const hostile of some) {
          const tree = await nursery.make(hostile);
          const { packed } = await verbs.run(tree);
          expect([tree.name, packed > 0, tree.fired()]).toEqual([tree.name, true, false]);
          // The test would prove nothing if plain git did not start the program.
          await tree.spring();
          expect([tree.name, tree.fired()]).toEqual([tree.name, true]);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
