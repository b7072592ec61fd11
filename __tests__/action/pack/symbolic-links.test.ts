import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packableLinks } from '../../../src/action/pack/symbolic-links.ts';

const kept = (files: string[], links: Record<string, string>) => [
  ...packableLinks(
    files,
    Object.entries(links).map(([at, target]) => ({ path: at, target })),
  ),
];

describe('a symbolic link in the packed folder', () => {
  test("to a packed file or folder is included, even if the link's target path contains another included link", () => {
    const links = { 'a/link': '../b/file', folder: 'b', again: 'a/link' };
    expect(kept(['a/x', 'b/file'], links).toSorted()).toEqual(['a/link', 'again', 'folder']);
  });

  test.each([
    ['out of the packed folder', '../outside'],
    ['out of the packed folder and back into it', '../root/b/file'],
    ['to an absolute path', '/etc/passwd'],
    ['to a Windows path', 'C:\\secrets'],
    ['to a file that is not packed', 'b/other'],
    ['through a file', 'b/file/../file'],
    ['to itself', 'link'],
    ['to an empty path', ''],
  ])('that leads %s is excluded', (_what, target) => {
    expect(kept(['b/file'], { link: target })).toEqual([]);
  });

  test('in a cycle or through a linked folder is excluded', () => {
    expect(kept(['c/file'], { a: 'b', b: 'a' })).toEqual([]);
    expect(kept(['c/d/file'], { folder: 'c/d', through: 'folder/../d/file' })).toEqual(['folder']);
  });

  // docs/security/checkouts.md#link-leads-out-archive
  test('is included only if it leads to a path inside the folder', () => {
    const segment = fc.constantFrom('a', 'b', 'c', '..', '.', '', 'd');
    const name = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });
    const target = fc.array(segment, { maxLength: 6 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(
        fc.array(
          name.map((parts) => parts.join('/')),
          { maxLength: 6 },
        ),
        fc.dictionary(
          name.map((parts) => parts.join('/')),
          target,
          { maxKeys: 5 },
        ),
        (files, links) => {
          const plain = files.filter((file) => !(file in links));
          for (const link of kept(plain, links)) {
            const end = path.posix.normalize(
              path.posix.join('/root', path.posix.dirname(link), links[link] ?? ''),
            );
            expect(`${end}/`.startsWith('/root/')).toBe(true);
          }
        },
      ),
    );
  });
});
