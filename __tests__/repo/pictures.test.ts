import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readChunks } from '../../scripts/pictures/animation.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const images = path.join(root, 'docs/images');
const drawn = readdirSync(images);
const pages = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);
/** Pictures that a page shows, as paths relative to the root of the repository, without pictures of other sites. */
const shown = pages.flatMap((page) =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(/<(?:img|source)\b[^>]*\bsrc(?:set)?="([^"]+)"/g)]
    .map(([, source = '']) => source)
    .filter((source) => !/^https?:/.test(source))
    .map((source) => ({ page, file: path.posix.join(path.posix.dirname(page), source) })),
);

describe('the pictures of the docs', () => {
  test('all exist and are all used', () => {
    expect(shown.map(({ file }) => file).toSorted()).toEqual(
      expect.arrayContaining(drawn.map((name) => `docs/images/${name}`)),
    );
    const there = new Set(drawn.map((name) => `docs/images/${name}`));
    expect(shown.filter(({ file }) => !there.has(file))).toEqual([]);
  });

  test('exist for both color schemes', () => {
    const light = drawn.filter((name) => name.endsWith('-light.webp'));
    expect(drawn.toSorted()).toEqual(
      light.flatMap((name) => [name.replace('-light.', '-dark.'), name]).toSorted(),
    );
  });

  test.each(drawn)('are small: %s', (name) => {
    const most = name.startsWith('tour-') ? 750_000 : name.startsWith('gate-') ? 60_000 : 140_000;
    expect(statSync(path.join(images, name)).size).toBeLessThan(most);
  });

  test.each(['tour-light.webp', 'tour-dark.webp'])('include a tour with one frame per step: %s', (name) => {
    const chunks = readChunks(readFileSync(path.join(images, name)));
    const frames = Array.from({ length: 5 }, () => 'ANMF');
    expect(chunks.map((chunk) => chunk.name)).toEqual(['VP8X', 'ANIM', ...frames]);
  });

  test('have a still version for readers who prefer reduced motion', () => {
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    const picture = /<picture>(?:(?!<\/picture>)[^])*tour-light[^]*?<\/picture>/.exec(readme)?.[0] ?? '';
    const still = picture.matchAll(/media="\(prefers-reduced-motion: reduce\)[^"]*" srcset="([^"]+)"/g);
    expect([...still].map(([, source]) => source)).toEqual([
      'docs/images/comment-dark.webp',
      'docs/images/comment-light.webp',
    ]);
  });

  test('show six screens of the dashboard in docs/dashboard.md, and one screen in the README', () => {
    const of = (page: string) =>
      new Set(
        shown
          .filter((one) => one.page === page && one.file.includes('/dashboard-'))
          .map(({ file }) => file.replace(/-(?:light|dark)\.webp$/, '')),
      );
    expect(of('docs/dashboard.md').size).toBe(6);
    expect(of('README.md').size).toBe(1);
  });
});
