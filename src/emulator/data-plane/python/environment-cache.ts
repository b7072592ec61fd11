import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../../os/plain-file.ts';
import { isDeadOwner } from '../../../os/processes.ts';
import { isFile } from '../build/disk.ts';
import { StepAborted } from '../build/step.ts';
import type { FetchPackages } from '../install/module-cache.ts';
import { interpreterOf } from './installer.ts';

/** Caches Python environments of third-party packages for later revisions with the same requirements. */
export interface EnvironmentCache {
  /**
   * Returns the environment of a key. If the environment does not exist, `build` creates it in a draft folder, which is
   * then moved to the final path. At most one build per key runs at a time. @throws StepAborted if the call is
   * cancelled while it waits for another build.
   */
  provide(
    key: string,
    signal: AbortSignal,
    build: (draft: string, home: string) => Promise<void>,
  ): Promise<KeptEnvironment>;
  /** Moves a complete folder to `home`, unless another emulator has already created `home`. */
  moveInto(folder: string, home: string): Promise<void>;
  /** Calls `work` with an empty temporary folder, and removes the folder afterwards. */
  withScratch<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /**
   * Removes the least recently used environments, except environments with keys in `used`, and the drafts of dead
   * emulators.
   */
  prune(used: ReadonlySet<string>): Promise<void>;
}
interface KeptEnvironment {
  folder: string;
  /** False if the environment was built by this call. */
  kept: boolean;
}

/** Maximum number of cached environments that no revision uses. */
const KEPT = 8;
/** Milliseconds after which a draft without an owner file is removed. A newer draft may get its owner file later. */
const BEGUN_MS = 60 * 60_000;
const OWNER = 'owner';

/**
 * Creates a cache of environments below `root`. An environment is either complete or missing, even if the emulator is
 * killed. Several emulators may share the folder. The first emulator that completes an environment provides the
 * environment to all emulators. `owner` identifies this process.
 */
export function createEnvironmentCache(
  root: string,
  owner: string,
  fetchPackages?: FetchPackages,
): EnvironmentCache {
  const homes = join(root, 'environments');
  const drafts = join(root, 'drafts');
  /** Keys of environments that this process is building. */
  const building = new Map<string, Promise<unknown>>();

  const withScratch = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const draft = join(drafts, randomUUID());
    await mkdir(draft, { recursive: true });
    try {
      await writeFile(join(draft, OWNER), owner);
      return await work(draft);
    } finally {
      await rm(draft, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  const moveInto = async (folder: string, home: string): Promise<void> => {
    await mkdir(dirname(home), { recursive: true });
    try {
      await rename(folder, home);
    } catch (error) {
      if ((await stat(home).catch(() => undefined)) === undefined) throw error;
    }
  };
  /** Returns whether an environment exists. Removes an environment whose Python was uninstalled. */
  const find = async (home: string): Promise<boolean> => {
    if (!(await isFile(interpreterOf(home)))) {
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
      return false;
    }
    const now = new Date();
    await utimes(home, now, now);
    return true;
  };

  return {
    withScratch,
    moveInto,
    async provide(key, signal, build) {
      const before = building.get(key);
      const work = (async (): Promise<KeptEnvironment> => {
        await settledOrAborted(before, signal);
        const home = join(homes, key);
        // The environment may have been created by an earlier build of the key. If the earlier build failed, this build
        // may still succeed.
        if (await find(home)) return { folder: home, kept: true };
        const isFetched = (await fetchPackages?.(`python/environments/${key}`, signal)) ?? false;
        if (isFetched && (await find(home))) return { folder: home, kept: true };
        await withScratch(async (folder) => {
          const draft = join(folder, 'environment');
          await build(draft, home);
          await moveInto(draft, home);
        });
        return { folder: home, kept: false };
      })();
      const settled = Promise.allSettled([before, work]);
      building.set(key, settled);
      try {
        return await work;
      } finally {
        if (building.get(key) === settled) building.delete(key);
      }
    },
    async prune(used) {
      for (const name of await readdir(drafts).catch(() => [])) {
        const draft = join(drafts, name);
        if (await isAbandoned(draft)) await rm(draft, { recursive: true, force: true, maxRetries: 3 });
      }
      const unused = (await readdir(homes).catch(() => [])).filter((key) => !used.has(key));
      const dated = await Promise.all(
        unused.map(async (key) => ({ key, at: (await stat(join(homes, key))).mtimeMs })),
      );
      for (const { key } of dated.sort((a, b) => b.at - a.at).slice(KEPT)) {
        // The folder is moved first, because a partly deleted folder would look like an environment.
        await withScratch((folder) => rename(join(homes, key), join(folder, key)));
      }
    },
  };
}

async function settledOrAborted(other: Promise<unknown> | undefined, signal: AbortSignal): Promise<void> {
  if (other !== undefined) {
    const { promise: aborted, resolve: stopWaiting } = Promise.withResolvers<unknown>();
    signal.addEventListener('abort', stopWaiting, { once: true });
    if (!signal.aborted) await Promise.race([other, aborted]);
    signal.removeEventListener('abort', stopWaiting);
  }
  if (signal.aborted) throw new StepAborted('the wait for the Python environment was aborted');
}

async function isAbandoned(draft: string): Promise<boolean> {
  const owner = await readPlainText(join(draft, OWNER), { maxBytes: WRITTEN_MAX_BYTES }).catch(() => '');
  if (owner !== '') return isDeadOwner(owner);
  const begun = await stat(draft).catch(() => undefined);
  return begun !== undefined && Date.now() - begun.mtimeMs > BEGUN_MS;
}
