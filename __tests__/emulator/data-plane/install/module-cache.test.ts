import { lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createModuleCache,
  type ModuleCache,
  moduleCacheKey,
} from '../../../../src/emulator/data-plane/install/module-cache.ts';

const { signal } = new AbortController();
let folder: string;
let cache: ModuleCache;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modules-'));
  cache = createModuleCache(join(folder, 'kept'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function installed(name: string): Promise<string> {
  const checkout = join(folder, name);
  await mkdir(join(checkout, 'node_modules', '@scope', 'dep'), { recursive: true });
  return checkout;
}
const isLink = async (checkout: string) => (await lstat(join(checkout, 'node_modules'))).isSymbolicLink();

describe('the cache of installed packages', () => {
  test('keeps packages and returns them for the next checkout with the same key', async () => {
    const first = await installed('first');
    expect(await cache.restore('key', first, signal)).toBe(false);
    await cache.save('key', first);
    const second = join(folder, 'second');
    await mkdir(second);
    expect(await cache.restore('key', second, signal)).toBe(true);
    for (const checkout of [first, second]) {
      expect(await isLink(checkout)).toBe(true);
      expect(await readdir(join(checkout, 'node_modules'))).toEqual(['@scope']);
    }
  });

  test('copies packages from another replica that installed them', async () => {
    const asked: string[] = [];
    const withOthers = createModuleCache(join(folder, 'kept'), async (place) => {
      asked.push(place);
      if (place !== 'modules/there') return false;
      await mkdir(join(folder, 'kept/there/node_modules/dep'), { recursive: true });
      return true;
    });
    const checkout = join(folder, 'checkout');
    await mkdir(checkout);
    expect(await withOthers.restore('missing', checkout, signal)).toBe(false);
    for (let time = 1; time <= 2; time += 1) {
      expect(await withOthers.restore('there', checkout, signal)).toBe(true);
      expect(await readdir(join(checkout, 'node_modules'))).toEqual(['dep']);
    }
    expect(asked).toEqual(['modules/missing', 'modules/there']);
  });

  test('stores packages only once if two revisions install them at the same time', async () => {
    const both = await Promise.all([installed('one'), installed('two')]);
    await Promise.all(both.map((checkout) => cache.save('key', checkout)));
    expect((await Promise.all(both.map(isLink))).sort()).toEqual([false, true]);
    for (const checkout of both) expect(await readdir(join(checkout, 'node_modules'))).toEqual(['@scope']);
  });

  test('does not store packages with links that lead out of their folder', async () => {
    for (const [name, target] of [
      ['own', '../packages/own'],
      ['@scope/own', '../../../packages/own'],
    ] as const) {
      const checkout = await installed(name.replace('/', '-'));
      await symlink(target, join(checkout, 'node_modules', name));
      await cache.save(name, checkout);
      expect(await isLink(checkout)).toBe(false);
    }
    const inside = await installed('inside');
    await symlink('./@scope/dep', join(inside, 'node_modules', 'alias'));
    await cache.save('inside', inside);
    expect(await isLink(inside)).toBe(true);
  });

  test('removes unused packages if it contains many, but never removes packages in use', async () => {
    for (let index = 0; index < 12; index += 1)
      await cache.save(`key-${index}`, await installed(`f${index}`));
    await cache.prune(new Set(['key-0', 'key-1']));
    const left = await readdir(join(folder, 'kept'));
    expect(left).toHaveLength(10);
    expect(left).toEqual(expect.arrayContaining(['key-0', 'key-1']));
  });

  test('contains no incomplete packages if storing them was interrupted', async () => {
    await cache.save('whole', await installed('first'));
    await mkdir(join(folder, 'kept', 'cut-short'));
    await cache.prune(new Set(['whole', 'cut-short']));
    expect(await readdir(join(folder, 'kept'))).toEqual(['whole']);
  });

  test('has keys that depend on each part and on the order of the parts', () => {
    expect(moduleCacheKey(['a', 'b'])).toBe(moduleCacheKey(['a', 'b']));
    expect(moduleCacheKey(['a', 'b'])).not.toBe(moduleCacheKey(['ab', '']));
    expect(moduleCacheKey(['a', 'b'])).not.toBe(moduleCacheKey(['b', 'a']));
  });
});
