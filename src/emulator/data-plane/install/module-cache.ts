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

/** Caches installed packages for later revisions with the same lock file. */
export interface ModuleCache {
  /** Links the cached packages of a key into the folder. Resolves to false if the key is not cached. */
  restore(key: string, folder: string, signal: AbortSignal): Promise<boolean>;
  folderOf(key: string): string;
  /** Moves the packages of an install from the folder to the cache, and links the cached packages into the folder. */
  save(key: string, folder: string): Promise<void>;
  /**
   * Removes the least recently used installs, except installs with keys in `used`. Call this function only while no
   * install is running.
   */
  prune(used: ReadonlySet<string>): Promise<void>;
}

/** Maximum number of cached installs that no revision uses. */
const KEPT = 8;

/**
 * Copies packages from a replica that has installed them. `place` is the path of the packages below the data
 * directory on both machines. Resolves to false if no replica has these packages.
 */
export type FetchPackages = (place: string, signal: AbortSignal) => Promise<boolean>;

/** Creates a cache of `node_modules` folders in `root`, which must be on the same disk as the checkouts. */
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
        // The packages stay in their folder, because another revision has just cached the same packages.
        return;
      }
      await link(key, folder);
    },
    async prune(used) {
      const keys: string[] = [];
      for (const key of await readdir(root).catch(() => [])) {
        // The install is incomplete if the emulator was killed while it cached the packages.
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

/** Returns the key of an install: a hash of all strings that affect its result, in a fixed order. */
export function moduleCacheKey(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n${part}`);
  return hash.digest('hex').slice(0, 40);
}

/**
 * Returns whether a package is a link to a path outside the folder (a `file:` dependency), because such a link would
 * break if the folder moved.
 */
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
