import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isNestedDeeper } from '../../src/contract/json-safety.ts';

/** Returns the depth of a parsed value, computed separately for comparison. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('a JSON string exceeds a depth limit exactly if its parsed value exceeds this limit (property)', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 6 }), fc.boolean(), (value, levels, isWide) => {
      const text = JSON.stringify(value, undefined, isWide ? 2 : 0);
      expect(isNestedDeeper(text, levels)).toBe(depthOf(value) > levels);
    }),
  );
});

test.each([
  ['["[[[[", "\\"[[[["]', 1, false],
  ['{"\\\\":[["\\\\\\""]]}', 2, true],
  ['[[]]', 1, true],
  ['[[]]', 2, false],
])('the JSON string %j is nested more deeply than %i levels: %s', (text, levels, is) => {
  expect(isNestedDeeper(text, levels)).toBe(is);
});
