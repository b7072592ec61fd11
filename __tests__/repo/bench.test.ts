import { describe, expect, test } from '@jest/globals';
import { isMeasured, type Measurement } from '../../bench/support/measure.ts';

const measurement: Measurement = {
  claim: 'one side is faster',
  sides: [
    { name: 'ours', unit: 'ms', samples: [1, 2] },
    { name: 'theirs', unit: 'ms', samples: [3] },
  ],
  ratio: { name: 'medians', value: 0.5 },
};

describe('a benchmark in bench/', () => {
  test('with samples on every side counts as measured', () => {
    expect(isMeasured(measurement)).toBe(true);
  });

  test.each<[string, Partial<Measurement>]>([
    ['a side without samples', { sides: [measurement.sides[0], { ...measurement.sides[1], samples: [] }] }],
    ['a ratio that is not a number', { ratio: { name: 'medians', value: Number.NaN } }],
    ['an infinite ratio', { moreRatios: [{ name: 'minima', value: Number.POSITIVE_INFINITY }] }],
    ['a figure that is not a number', { figures: [{ name: 'bytes', unit: 'bytes', value: Number.NaN }] }],
  ])('with %s does not count as measured', (_what, change) => {
    expect(isMeasured({ ...measurement, ...change })).toBe(false);
  });
});
