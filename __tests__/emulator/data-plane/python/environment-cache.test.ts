import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { interpreterOf } from '../../../../src/emulator/data-plane/python/installer.ts';
import {
  createEnvironmentCache,
  type EnvironmentCache,
} from '../../../../src/emulator/data-plane/python/environment-cache.ts';
import { ownerToken } from '../../../../src/os/processes.ts';

let root: string;
let owner: string;
let kept: EnvironmentCache;
const { signal } = new AbortController();

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kept-environments-'));
  owner = await ownerToken();
  kept = createEnvironmentCache(root, owner);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function build(draft: string): Promise<void> {
  await mkdir(dirname(interpreterOf(draft)), { recursive: true });
  await writeFile(interpreterOf(draft), '');
}
const homes = async () => (await readdir(join(root, 'environments')).catch(() => [])).toSorted();
const drafts = () => readdir(join(root, 'drafts'));

describe('the cache of Python environments', () => {
  test('builds an environment only once, in a temporary folder that is then moved', async () => {
    const seen: string[][] = [];
    const look = async (draft: string, home: string) => {
      await build(draft);
      seen.push([draft, home]);
    };
    expect(await kept.provide('a', signal, look)).toEqual({
      folder: join(root, 'environments', 'a'),
      kept: false,
    });
    expect(await kept.provide('a', signal, look)).toEqual({
      folder: join(root, 'environments', 'a'),
      kept: true,
    });
    expect(seen).toEqual([[expect.stringContaining('drafts'), join(root, 'environments', 'a')]]);
    expect(await drafts()).toEqual([]);
  });

  test('copies a working environment from another replica, or otherwise builds the environment', async () => {
    const asked: string[] = [];
    const withOthers = createEnvironmentCache(root, owner, async (place) => {
      asked.push(place);
      if (place.endsWith('/none')) return false;
      const home = join(root, 'environments', place.endsWith('/broken') ? 'broken' : 'made');
      await (place.endsWith('/broken') ? mkdir(home, { recursive: true }) : build(home));
      return true;
    });
    expect(await withOthers.provide('made', signal, () => Promise.reject(new Error('built')))).toEqual({
      folder: join(root, 'environments', 'made'),
      kept: true,
    });
    expect(await withOthers.provide('none', signal, build)).toMatchObject({ kept: false });
    expect(await withOthers.provide('broken', signal, build)).toMatchObject({ kept: false });
    await withOthers.provide('made', signal, build);
    expect(asked).toEqual(['made', 'none', 'broken'].map((key) => `python/environments/${key}`));
  });

  test('keeps nothing of a failed build, and then lets a waiting build start', async () => {
    const failing = kept.provide('a', signal, () => Promise.reject(new Error('no network')));
    const waiting = kept.provide('a', signal, build);
    await expect(failing).rejects.toThrow('no network');
    expect(await waiting).toMatchObject({ kept: false });
    expect(await drafts()).toEqual([]);
  });

  test('lets only one build create an environment, which waiting builds then use', async () => {
    let builds = 0;
    const counted = (draft: string) => {
      builds += 1;
      return build(draft);
    };
    const all = await Promise.all([1, 2, 3].map(() => kept.provide('a', signal, counted)));
    expect(builds).toBe(1);
    expect(all.map((one) => one.kept)).toEqual([false, true, true]);
  });

  test('lets a build stop waiting when it is cancelled', async () => {
    const cancel = new AbortController();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const first = kept.provide('a', signal, async (draft) => {
      await promise;
      await build(draft);
    });
    const waiting = kept.provide('a', cancel.signal, build);
    const third = kept.provide('a', signal, build);
    cancel.abort();
    await expect(waiting).rejects.toThrow('was aborted');
    resolve(undefined);
    expect([(await first).kept, (await third).kept]).toEqual([false, true]);
  });

  test('keeps the environment that the first of two processes built', async () => {
    const other = createEnvironmentCache(root, owner);
    const { folder } = await kept.provide('a', signal, async (draft) => {
      await other.provide('a', signal, build);
      await build(draft);
      await writeFile(join(draft, 'late'), '');
    });
    expect(await readdir(folder)).not.toContain('late');
    expect(await drafts()).toEqual([]);
  });
});

describe('the cleanup of Python environments', () => {
  test('removes incomplete environments of a killed emulator, but not environments of a running emulator', async () => {
    await mkdir(join(root, 'drafts', 'left'), { recursive: true });
    await writeFile(join(root, 'drafts', 'left', 'owner'), owner.replace(/\/\d+\//, '/999999999/'));
    await kept.withScratch(async () => {
      await kept.prune(new Set());
      expect(await drafts()).toHaveLength(1);
    });
    expect(await drafts()).toEqual([]);
  });

  test('removes the least recently used environments, except for environments that revisions use', async () => {
    for (let number = 0; number < 10; number += 1) {
      const { folder } = await kept.provide(`key-${number}`, signal, build);
      await utimes(folder, number, number);
    }
    await kept.provide('key-1', signal, build);
    await kept.prune(new Set(['key-0']));
    // Of nine unused environments, eight are kept.
    expect(await homes()).toEqual(['key-0', 'key-1', ...[3, 4, 5, 6, 7, 8, 9].map((one) => `key-${one}`)]);
    expect(await drafts()).toEqual([]);
  });
});
