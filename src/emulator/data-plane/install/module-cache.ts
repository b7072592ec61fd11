import { createHash } from 'node:crypto';
import {
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { exists } from '../build/disk.ts';
import { isWithin } from '../../../os/paths.ts';

/** The results of installs, for later revisions with the same lock file. */
export interface ModuleCache {
  /** Puts the cached packages into the folder; false when there are none. */
  restore(key: string, folder: string, signal: AbortSignal): Promise<boolean>;
  /** Where the packages of a key are. */
  folderOf(key: string): string;
  /** Caches the packages just installed in the folder, which then uses them from the cache. */
  save(key: string, folder: string): Promise<void>;
  /** Removes the least recently used installs, but none of `used`. Call it while nothing is installed. */
  prune(used: ReadonlySet<string>): Promise<void>;
}

/** How many unused installs are kept. */
const KEPT = 8;

/** Brings what another replica installed below the data directory, to the same place; false when there is nothing. */
export type FetchPackages = (place: string, signal: AbortSignal) => Promise<boolean>;

/** A cache of `node_modules` in `root`, the folder `modules` of a data directory on the same disk as the checkouts. */
export function createModuleCache(root: string, fetchPackages?: FetchPackages): ModuleCache {
  const kept = (key: string) => join(root, key, 'node_modules');
  const link = async (key: string, folder: string) => {
    await symlink(kept(key), join(folder, 'node_modules'), 'junction');
    const now = new Date();
    await utimes(join(root, key), now, now);
  };
  return {
    folderOf: (key) => join(root, key),
    async restore(key, folder, signal) {
      if (!(await exists(kept(key)))) {
        const isFetched = (await fetchPackages?.(`modules/${key}`, signal)) ?? false;
        if (!isFetched || !(await exists(kept(key)))) return false;
      }
      await rm(join(folder, 'node_modules'), { recursive: true, force: true });
      await link(key, folder);
      return true;
    },
    async save(key, folder) {
      const installed = join(folder, 'node_modules');
      const about = await lstat(installed).catch(() => undefined);
      if (!about?.isDirectory() || (await leadsOut(installed))) return;
      await mkdir(join(root, key), { recursive: true });
      try {
        await rename(installed, kept(key));
      } catch {
        // Another revision cached the same meanwhile: this one stays where it is.
        return;
      }
      await link(key, folder);
    },
    async prune(used) {
      const keys: string[] = [];
      for (const key of await readdir(root).catch(() => [])) {
        // Incomplete: its emulator was killed while it was being cached.
        if (!(await exists(kept(key)))) await rm(join(root, key), { recursive: true, force: true });
        else if (!used.has(key)) keys.push(key);
      }
      const dated = await Promise.all(
        keys.map(async (key) => ({ key, at: (await stat(join(root, key))).mtimeMs })),
      );
      for (const { key } of dated.sort((a, b) => b.at - a.at).slice(KEPT)) {
        await rm(join(root, key), { recursive: true, force: true });
      }
    },
  };
}

/** The key of an install, over everything its result depends on. Takes those texts in a fixed order. */
export function moduleCacheKey(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n${part}`);
  return hash.digest('hex').slice(0, 40);
}

/** Whether a package is a link out of the folder (`file:` dependencies), which would break when it is moved. */
async function leadsOut(modules: string): Promise<boolean> {
  const root = await realpath(modules);
  for (const name of await readdir(modules)) {
    const names = name.startsWith('@')
      ? (await readdir(join(modules, name))).map((part) => join(name, part))
      : [name];
    for (const one of names) {
      const target = await readlink(join(modules, one)).catch(() => undefined);
      if (target === undefined) continue;
      if (isAbsolute(target) || !isWithin(root, resolve(root, one, '..', target))) return true;
    }
  }
  return false;
}
