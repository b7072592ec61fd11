import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { passes } from '../../../harness/workflow/trigger.ts';
import {
  findIncluded,
  GlobError,
  isIncluded,
  matches,
  parseGlob,
  parsePathFilter,
} from '../../../src/action/paths/glob.ts';

const fits = (pattern: string, ...paths: string[]) =>
  paths.filter((path) => matches(parseGlob(pattern), path));

describe('a path pattern', () => {
  test.each([
    ['*', ['README.md', '.env'], ['docs/a.md']],
    ['*.jsx?', ['page.js', 'page.jsx'], ['page.jsxx', 'src/page.js']],
    ['**', ['all/the/files.md', '.github/workflows/x.yml'], []],
    ['*.js', ['app.js'], ['src/app.js']],
    ['**.js', ['index.js', 'src/js/app.js'], ['index.ts']],
    ['docs/*', ['docs/README.md'], ['docs/a/b.md', 'docs']],
    ['docs/**', ['docs/README.md', 'docs/mona/octocat.txt'], ['docs', 'mydocs/a']],
    ['docs/**/*.md', ['docs/README.md', 'docs/mona/a.md'], ['docs/a.txt']],
    ['**/docs/**', ['docs/hello.md', 'dir/docs/my-file.txt'], ['dir/mydocs/a']],
    ['**/README.md', ['README.md', 'js/README.md'], ['js/XREADME.md']],
    ['**/*src/**', ['a/src/app.js', 'my-src/code/js/app.js'], ['a/srcs/app.js']],
    ['**/*-post.md', ['my-post.md', 'path/their-post.md'], ['my-post.md.bak']],
    ['**/migrate-*.sql', ['migrate-10909.sql', 'db/sept/migrate-v1.sql'], ['db/remigrate-1.sql']],
    ['v[0-9]+.txt', ['v1.txt', 'v10.txt'], ['v.txt', 'va.txt']],
    ['[CB]at', ['Cat', 'Bat'], ['cat', 'CBat']],
    ['[a-c_x-z]at', ['bat', '_at', 'yat'], ['dat', '-at']],
    ['a\\*b\\?', ['a*b?'], ['axb?', 'a*b']],
    ['a**b', ['ab', 'a/x/b'], ['a/x/c']],
    ['a[.$^]b', ['a.b', 'a$b', 'a^b'], ['axb']],
    ['(a|b){1}', ['(a|b){1}'], ['a']],
    ['größe/*', ['größe/ä'], ['groesse/a']],
  ])('(%s) matches the same paths as on GitHub', (pattern, inside, outside) => {
    expect(fits(pattern, ...inside, ...outside)).toEqual(inside);
  });

  test.each(['[abc', 'a[]', '+a', '?', 'a*?', 'a\\', '[z-a]'])('(%s) is rejected', (pattern) => {
    expect(() => parsePathFilter([pattern])).toThrow(GlobError);
  });

  test('with many wildcards is compared with a long path in linear time', () => {
    // A matcher with backtracking would not finish.
    expect(matches(parseGlob(`${'**a'.repeat(30)}b`), 'a'.repeat(2000))).toBe(false);
  });
});

describe('the patterns in the input `paths`', () => {
  test('apply in order, and the last matching pattern decides', () => {
    const filter = parsePathFilter(['agents/**', '!agents/**/*.md', 'agents/billing/README.md']);
    const paths = ['agents/a.ts', 'agents/x/y.md', 'agents/billing/README.md', 'src/a.ts'];
    expect(paths.filter((path) => isIncluded(filter, path))).toEqual([
      'agents/a.ts',
      'agents/billing/README.md',
    ]);
  });

  test('match a renamed file by its earlier name', () => {
    const filter = parsePathFilter(['agents/billing/**']);
    const moved = { filename: 'lib/tax.ts', previous_filename: 'agents/billing/tax.ts' };
    expect(findIncluded(filter, [{ filename: 'a.md' }, moved])).toBe('agents/billing/tax.ts');
    expect(findIncluded(filter, [{ filename: 'lib/tax.ts' }])).toBeUndefined();
  });

  test('match the same paths as the filter in a workflow', () => {
    const segment = fc.constantFrom(
      'a',
      'b',
      '*',
      '**',
      'a*',
      '*b',
      '[ab]',
      '[a-b]',
      'a?',
      'b+',
      '.a',
      'a\\*',
    );
    const pattern = fc
      .tuple(fc.boolean(), fc.array(segment, { minLength: 1, maxLength: 4 }))
      .map(([negated, segments]) => `${negated ? '!' : ''}${segments.join('/')}`);
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'ba', '.a', 'a*', 'aab'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'));
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), path, (patterns, name) => {
        expect(isIncluded(parsePathFilter(patterns), name)).toBe(passes(patterns, name));
      }),
      { numRuns: 500 },
    );
  });
});
