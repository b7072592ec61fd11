import { type FSWatcher, watch } from 'chokidar';
import { errorCode, errorMessage } from '../../os/errors.ts';

/**
 * Time without further changes before changes are reported, in milliseconds. Changes are collected, because editors
 * write a file in several steps. `QUIET_MS` exceeds the 50 milliseconds during which the library drops repeated changes
 * of a file, so that no change is missed.
 */
const QUIET_MS = 60;
/** Maximum time before changes are reported, in milliseconds, even if a tool writes constantly. */
const MAX_DELAY_MS = 500;

/** Reports changes below a folder. */
export interface Watcher {
  /** Resolves with the changed paths once no more changes arrive, or rejects if the watch fails. */
  next(): Promise<string[]>;
  /** Resolves once {@link next} would resolve immediately, without consuming the changes. */
  changed(): Promise<void>;
  close(): Promise<void>;
}

/** Watches a folder and everything below it except ignored paths. Symbolic links are not followed. */
export async function watchFolder(root: string, isIgnored: (file: string) => boolean): Promise<Watcher> {
  const watcher: FSWatcher = watch(root, {
    ignored: isIgnored,
    ignoreInitial: true,
    followSymlinks: false,
    // Permission errors are ignored here, because git reports unreadable files.
    ignorePermissionErrors: true,
  });
  const changes = new Map<string, string>();
  let settled = Promise.withResolvers<void>();
  settled.promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | undefined;
  watcher.on('all', (event, file) => {
    // An editor might create a temporary file and rename it, so a file that was added and removed again is not
    // reported.
    if (event === 'unlink' && changes.get(file) === 'add') changes.delete(file);
    else changes.set(file, event);
    firstAt ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(
      () => settled.resolve(),
      Math.min(QUIET_MS, Math.max(0, firstAt + MAX_DELAY_MS - performance.now())),
    );
  });
  const ready = Promise.withResolvers<void>();
  watcher.on('ready', () => ready.resolve());
  watcher.on('error', (error) => {
    // A temporary file of an editor might disappear before the watcher reads it.
    const isVanished = errorCode(error) === 'ENOENT' && Reflect.get(Object(error), 'path') !== root;
    if (isVanished) return;
    const failure = new Error(describe(error, root), { cause: error });
    ready.reject(failure);
    settled.reject(failure);
  });
  await ready.promise.catch(async (error: unknown) => {
    await watcher.close();
    throw error;
  });
  return {
    changed: () => settled.promise,
    async next() {
      await settled.promise;
      const files = [...changes.keys()];
      changes.clear();
      firstAt = undefined;
      settled = Promise.withResolvers();
      settled.promise.catch(() => undefined);
      return files;
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

function describe(error: unknown, root: string): string {
  if (['ENOSPC', 'EMFILE'].includes(errorCode(error) ?? '')) {
    return `${root} cannot be watched, because the system's limit of watched files is reached. Raise it (on Linux: sysctl fs.inotify.max_user_watches and fs.inotify.max_user_instances), or exclude large folders in .gitignore`;
  }
  return `${root} cannot be watched: ${errorMessage(error)}`;
}
