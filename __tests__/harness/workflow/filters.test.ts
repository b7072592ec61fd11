import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { filterPattern, fits, passes } from '../../../harness/workflow/trigger.ts';

describe('a pattern of a filter', () => {
  test.each([
    ['feature/*', ['feature/a'], ['feature', 'feature/a/b', 'x/feature/a']],
    ['feature/**', ['feature/a', 'feature/a/b'], ['feature', 'features/a']],
    ['main', ['main'], ['main2', 'Main', 'a/main']],
    ['*', ['main', 'v1.0'], ['a/b']],
    ['**', ['main', 'a/b/c'], []],
    ['*feature', ['my-feature', 'feature'], ['a/feature', 'features']],
    ['v2*', ['v2', 'v2.0'], ['v1', 'v2/a']],
    ['v[12].[0-9]+.[0-9]+', ['v1.10.1', 'v2.0.0'], ['v3.0.0', 'v1.x.0', 'v1..0', 'v1a2b3']],
    ['*.jsx?', ['page.js', 'page.jsx'], ['a/page.js', 'page.jsxx']],
    ['**.js', ['index.js', 'a/b.js'], ['index.jsx']],
    ['guides/*', ['guides/README.md'], ['guides/a/b.md']],
    ['guides/**/*.md', ['guides/README.md', 'guides/a/b/c.md'], ['README.md', 'guides/a.txt']],
    ['**/guides/**', ['guides/hello.md', 'dir/guides/a.html'], ['guides']],
    ['**/*src/**', ['a/src/app.js', 'my-src/code/a.js'], ['srcs/a']],
    ['**/README.md', ['README.md', 'js/README.md'], ['XREADME.md']],
    ['a+', ['a', 'aaa'], ['', 'b']],
    ['c\\+\\+/\\*', ['c++/*'], ['ccc/x', 'c++/a']],
    ['[CB]at', ['Cat', 'Bat'], ['at', 'CBat']],
    ['(a|b).{1}$^', ['(a|b).{1}$^'], ['a']],
  ])('%s', (pattern, yes, no) => {
    expect(yes.filter((name) => !filterPattern(pattern).test(name))).toEqual([]);
    expect(no.filter((name) => filterPattern(pattern).test(name))).toEqual([]);
  });

  test.each(['[a', '?x', '[b-a]'])('%s is none', (pattern) => {
    expect(() => filterPattern(pattern)).toThrow(pattern);
  });

  test('without special characters fits itself and nothing else', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_./-]{1,12}$/);
    fc.assert(
      fc.property(name, name, (pattern, other) => {
        expect(filterPattern(pattern).test(pattern)).toBe(true);
        expect(filterPattern(pattern).test(other)).toBe(other === pattern);
      }),
    );
  });
});

describe('a list of patterns', () => {
  test.each([
    ['releases/10', true],
    ['releases/10-alpha', false],
    ['releases/beta/3-alpha', false],
    ['releases/keep-alpha', true],
    ['main', false],
  ])('is read in order, and the last word holds: %s', (name, expected) => {
    expect(passes(['releases/**', '!releases/**-alpha', 'releases/keep-alpha'], name)).toBe(expected);
  });

  test('that only takes out lets nothing in', () => {
    expect(passes(['!docs/**'], 'src/a.ts')).toBe(false);
    expect(passes([], 'a')).toBe(false);
    expect(fits(['guides/**', '*.md'], 'guides/a')).toBe(true);
  });
});
