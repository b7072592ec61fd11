import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { globMatcher } from '../../src/contract/glob.ts';

test.each([
  ['/v2/deployments', '/v2/deployments', true],
  ['/v2/deployments', '/v2/deployments/x', false],
  ['/v2/deployments/*', '/v2/deployments/x', true],
  ['/v2/deployments/*', '/v2/deployments/x/revisions', false],
  ['/v2/deployments/*/revisions/*', '/v2/deployments/x/revisions/y', true],
  ['/v2/**', '/v2/deployments/x/revisions', true],
  ['**/logs', '/v2/a/logs', true],
  ['pr-?', 'pr-1', true],
  ['pr-?', 'pr-11', false],
  ['a.b', 'axb', false],
  ['(a|b)[c]', '(a|b)[c]', true],
])('the glob pattern %s matches the string %s: %s', (glob, text, fits) => {
  expect(globMatcher(glob)(text)).toBe(fits);
});

test('a glob pattern without wildcards matches only the identical string (property)', () => {
  const plain = fc.string().filter((text) => !/[*?]/.test(text));
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      expect(globMatcher(a)(a)).toBe(true);
      expect(globMatcher(a)(b)).toBe(a === b);
    }),
  );
});

test('one star in a glob pattern matches a string without slashes, and two stars match any string (property)', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, middle, after) => {
      fc.pre(!/[*?]/.test(before + after));
      expect(globMatcher(`${before}**${after}`)(before + middle + after)).toBe(true);
      if (!middle.includes('/'))
        expect(globMatcher(`${before}*${after}`)(before + middle + after)).toBe(true);
      else expect(globMatcher('*')(middle)).toBe(false);
    }),
  );
});
