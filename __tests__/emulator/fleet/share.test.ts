import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deploymentsToClaim, UNCLAIMED_GRACE_MS } from '../../../src/emulator/fleet/lease-rules.ts';

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 5 });
const loads = names.chain((ids) =>
  fc
    .array(fc.nat(20), { minLength: ids.length, maxLength: ids.length })
    .map((counts) => new Map(ids.map((id, at) => [id, counts[at] ?? 0]))),
);
const ids = fc.uniqueArray(fc.uuid(), { maxLength: 40 });

describe('what each instance claims of the unclaimed', () => {
  test('is all of it together, and nothing twice, when all see the same', () => {
    fc.assert(
      fc.property(loads, ids, (seen, free) => {
        const shares = [...seen.keys()].map((own) =>
          deploymentsToClaim({ own, loads: seen, free: free.map((id) => ({ id, unclaimedMs: 0 })) }),
        );
        expect(shares.flat().toSorted()).toEqual(free.toSorted());
      }),
    );
  });

  test('evens out what they have', () => {
    fc.assert(
      fc.property(loads, ids, (seen, free) => {
        const after = [...seen].map(
          ([own, count]) =>
            count +
            deploymentsToClaim({ own, loads: seen, free: free.map((id) => ({ id, unclaimedMs: 0 })) }).length,
        );
        const before = [...seen.values()];
        // No instance that got one has more than one more than any other.
        const got = after.filter((count, at) => count > (before[at] ?? 0));
        for (const count of got) expect(count - Math.min(...after)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('is also what lies there too long, whosever turn it was', () => {
    const seen = new Map([
      ['busy', 9],
      ['idle', 0],
    ]);
    const free = [
      { id: 'a', unclaimedMs: UNCLAIMED_GRACE_MS - 1 },
      { id: 'b', unclaimedMs: UNCLAIMED_GRACE_MS },
    ];
    expect(deploymentsToClaim({ own: 'busy', loads: seen, free })).toEqual(['b']);
    expect(deploymentsToClaim({ own: 'idle', loads: seen, free })).toEqual(['a', 'b']);
  });

  test('is everything for one who is alone, or whom the others do not see yet', () => {
    const free = [
      { id: 'a', unclaimedMs: 0 },
      { id: 'b', unclaimedMs: 0 },
    ];
    expect(deploymentsToClaim({ own: 'one', loads: new Map([['one', 7]]), free })).toEqual(['a', 'b']);
    expect(deploymentsToClaim({ own: 'one', loads: new Map(), free })).toEqual(['a', 'b']);
  });
});
