import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import ignore from 'ignore';
import { dockerIgnore } from '../../../src/action/pack/docker-ignore.ts';
import { readIgnoreFile } from '../../../src/action/pack/ignore-file.ts';
import { gitIgnore, parseGitIgnore } from '../../../src/action/pack/git-ignore.ts';

/**
 * The libraries that most tools use. The action's matcher must agree with these libraries where they finish in
 * reasonable time.
 */
const docker = createRequire(import.meta.url)('@balena/dockerignore') as () => {
  add(lines: string[]): { ignores(path: string): boolean };
};

const name = fc.stringMatching(/^[abAB.-]{1,3}$/).filter((text) => !/^\.+$/.test(text));
const paths = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const wild = fc.oneof(
  name,
  fc.constantFrom('*', '**', '?', 'a*', '*b', 'a?', '*.a', 'a*b', '[ab]', '[^a]', '[a-b]b'),
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(wild, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([negation, start, parts, end]) => `${negation}${start}${parts.join('/')}${end}`);
const lines = fc.array(pattern, { minLength: 1, maxLength: 4 });

describe('a .dockerignore', () => {
  test('excludes the same files as the reference library', () => {
    fc.assert(
      fc.property(lines, paths, (given, file) => {
        expect([given, file, dockerIgnore(given)(file)]).toEqual([
          given,
          file,
          docker().add(given).ignores(file),
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['a(b', 'a(b'],
    ['a+', 'a+'],
    [String.raw`\*`, '*'],
    ['[a-]', '-'],
    ['# no comment'.slice(2), 'no comment'],
  ])('matches the character %s literally if it is not a wildcard', (line, file) => {
    expect(dockerIgnore([line])(file)).toBe(true);
  });

  test('matches no file if its pattern is invalid', () => {
    for (const line of ['[a', 'a\\', '[[:none:]]']) expect(dockerIgnore([line])('a')).toBe(false);
  });
});

describe('a .gitignore', () => {
  test('ignores the same files as the reference library', () => {
    fc.assert(
      fc.property(lines, paths, (given, file) => {
        const ignored = gitIgnore([parseGitIgnore('', given)]);
        const parts = file.split('/');
        // The action's walk does not enter an ignored folder.
        const ours = parts.some((_, index) =>
          ignored(parts.slice(0, index + 1).join('/'), index < parts.length - 1),
        );
        const theirs = ignore({ ignorecase: false }).add(given).ignores(file);
        expect([given, file, ours]).toEqual([given, file, theirs]);
      }),
      { numRuns: 3000 },
    );
  });

  test('in a folder applies only to files below that folder', () => {
    const ignored = gitIgnore([parseGitIgnore('', ['x', '!y']), parseGitIgnore('a/b', ['/y', '!x'])]);
    expect(ignored('x', false)).toBe(true);
    expect(ignored('a/b/x', false)).toBe(false);
    expect(ignored('a/b/y', false)).toBe(true);
    expect(ignored('a/b/c/y', false)).toBe(false);
  });

  test.each([
    ['trailing spaces are ignored', 'a   ', 'a'],
    ['an escaped trailing space counts', String.raw`a\ `, 'a '],
    ['an escaped number sign is literal', String.raw`\#a`, '#a'],
    ['a POSIX character class matches a digit', '[[:digit:]]', '7'],
    ['a bracket can be a member of a class', '[]a]', ']'],
    ['a negated class matches other characters', '[!a]', 'b'],
  ])('treats a special pattern as git does: %s (%s)', (_, line, file) => {
    expect(gitIgnore([parseGitIgnore('', [line])])(file, false)).toBe(true);
  });
});

// docs/security/checkouts.md#ignore-files-bounded
test('a pattern with many wildcards is matched in time proportional to its length', () => {
  const file = `${'a'.repeat(200)}/${'a/'.repeat(100)}x`;
  for (const line of [`${'*a'.repeat(50)}b`, `${'**/a/'.repeat(50)}b`, `${'[a]*'.repeat(50)}b`, '(a+)+b']) {
    expect(dockerIgnore([line])(file)).toBe(false);
    expect(gitIgnore([parseGitIgnore('', [line])])(file, false)).toBe(false);
  }
});

// docs/security/checkouts.md#ignore-files-bounded
test.each([
  ['too many lines', 'a\n'.repeat(2_000), 'it has more than 2000 lines'],
  ['a line that is too long', `a\n${'a'.repeat(4_097)}`, 'its line 2 has more than 4096 characters'],
  ['too many bytes', 'a'.repeat(1024 * 1024 + 1), 'it is larger than 1048576 bytes'],
])('an ignore file with %s is rejected', async (_, text, reason) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ignore-file-'));
  await writeFile(path.join(folder, '.dockerignore'), text);
  const read = readIgnoreFile(folder, '.dockerignore');
  await expect(read).rejects.toThrow(`.dockerignore cannot be used, because ${reason}.`);
  await rm(folder, { recursive: true, force: true });
});
