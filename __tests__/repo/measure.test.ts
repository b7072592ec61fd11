import { describe as suite, expect, test } from '@jest/globals';
import { describe, least, median } from '../../bench/support/measure.ts';

suite('a measurement', () => {
  test('a benchmark returns the median and the minimum of its samples in any order', () => {
    expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([])]).toEqual([5, 2.5, Number.NaN]);
    expect([least([3, 1, 2]), least([])]).toEqual([1, Number.NaN]);
  });

  test('a benchmark prints both sides, their ratio, and whether the targets are met', () => {
    const measurement = {
      claim: 'ours is fast',
      sides: [
        { name: 'ours', unit: 'ms', samples: [30, 20] },
        { name: 'theirs', unit: 'ms', samples: [10] },
      ] as [
        { name: string; unit: string; samples: number[] },
        { name: string; unit: string; samples: number[] },
      ],
      ratio: { name: 'medians', value: 2.5, aim: { atMost: 2 } },
      figures: [{ name: 'ours, median', value: 25, unit: 'ms', aim: 400 }],
    };
    const lines = describe(measurement).map((line) => line.replace(/ +/g, ' '));
    expect(lines).toEqual([
      'ours is fast',
      ' ours median 25 ms, min 20 ms (2)',
      ' theirs median 10 ms, min 10 ms (1)',
      ' ours, median 25 ms (aim: 400) met',
      ' ratio: medians 2.5 (aim: at most 2) MISSED',
    ]);
    expect(describe({ ...measurement, ratio: { name: 'r', value: 3, aim: { atLeast: 2 } } }).at(-1)).toMatch(
      / met$/,
    );
  });
});
