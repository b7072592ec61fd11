import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileGlob } from '../../src/box/supervisor/glob.ts';

const matches = (pattern: string, path: string) => compileGlob(pattern)(path.split('/'));

test.each([
  ['*', 'a', true],
  ['*', 'a/b', false],
  ['**', 'a/b/c', true],
  ['**/*.py', 'a.py', true],
  ['**/*.py', 'x/y/a.py', true],
  ['src/**/a', 'src/a', true],
  ['src/**/a', 'src/x/y/a', true],
  ['src/**/a', 'lib/x/a', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['[a-c]x[!0-9]', 'bxz', true],
  ['[a-c]x[!0-9]', 'bx1', false],
  ['[]]', ']', true],
  ['[', '[', true],
  [String.raw`\*`, '*', true],
  [String.raw`\*`, 'a', false],
  ['./a', 'a', true],
  ['*.*', 'a', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['😀?', '😀é', true],
])('the glob pattern %s matches the path %s: %s', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test('a glob pattern with many stars takes time proportional to pattern and path', () => {
  expect(matches('*a'.repeat(2_000), `${'a'.repeat(1_999)}b`)).toBe(false);
  expect(matches('**/a/'.repeat(300), `${'a/'.repeat(600)}b`)).toBe(false);
});

test('a glob pattern without wildcards matches only the identical path', () => {
  const name = fc.stringMatching(/^[a-z]{1,5}$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.array(name), (path, other) => {
      const glob = compileGlob(path.join('/'));
      expect(glob(path)).toBe(true);
      expect(glob(other)).toBe(path.join('/') === other.join('/'));
    }),
  );
});
