import { lstat } from 'node:fs/promises';
import { type FSWatcher, watch } from 'chokidar';
import { errorCode, errorMessage } from '../../os/errors.ts';

/**
 * Time without further changes before changes are reported, in milliseconds. Changes are collected, because editors
 * write a file in several steps.
 */
const QUIET_MS = 20;
/**
 * Time in milliseconds after which reported files are compared with their state at the report. It exceeds the 50
 * milliseconds during which the library drops repeated changes of a file, so that no change is missed.
 */
const RECHECK_MS = 60;
/** Maximum number of changed files that are compared. With more files, a report waits for `RECHECK_MS` instead. */
const MAX_RECHECKED = 100;
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
  const rechecks = new Set<NodeJS.Timeout>();
  let firstAt: number | undefined;
  const note = (event: string, file: string) => {
    // An editor might create a temporary file and rename it, so a file that was added and removed again is not
    // reported.
    if (event === 'unlink' && changes.get(file) === 'add') changes.delete(file);
    else changes.set(file, event);
    firstAt ??= performance.now();
    clearTimeout(timer);
    const quietMs = changes.size > MAX_RECHECKED ? RECHECK_MS : QUIET_MS;
    timer = setTimeout(
      () => settled.resolve(),
      Math.min(quietMs, Math.max(0, firstAt + MAX_DELAY_MS - performance.now())),
    );
  };
  /** States of files at their report. A late event about the reported state is ignored. */
  const reported = new Map<string, string>();
  const noteIfNew = async (event: string, file: string): Promise<void> => {
    const before = reported.get(file);
    if (before === undefined || (await stateOf(file)) === before || watcher.closed) return;
    note(event, file);
  };
  watcher.on('all', (event, file) => {
    // A folder has no state.
    if (reported.get(file)) void noteIfNew(event, file);
    else note(event, file);
  });
  /** Reports files again that have changed after their report, because the library might have dropped this change. */
  const recheckLater = async (files: readonly string[]): Promise<void> => {
    reported.clear();
    if (files.length > MAX_RECHECKED) return;
    for (const file of files) reported.set(file, await stateOf(file));
    const later = setTimeout(() => {
      rechecks.delete(later);
      for (const file of files) void noteIfNew('change', file);
    }, RECHECK_MS);
    rechecks.add(later);
  };
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
      await recheckLater(files);
      return files;
    },
    async close() {
      clearTimeout(timer);
      for (const later of rechecks) clearTimeout(later);
      await watcher.close();
    },
  };
}

/** Returns a text that changes whenever a file is written, and is empty for folders and missing files. */
async function stateOf(file: string): Promise<string> {
  const found = await lstat(file, { bigint: true }).catch(() => undefined);
  return found === undefined || found.isDirectory() ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`;
}

function describe(error: unknown, root: string): string {
  if (['ENOSPC', 'EMFILE'].includes(errorCode(error) ?? '')) {
    return `${root} cannot be watched, because the system's limit of watched files is reached. Raise it (on Linux: sysctl fs.inotify.max_user_watches and fs.inotify.max_user_instances), or exclude large folders in .gitignore`;
  }
  return `${root} cannot be watched: ${errorMessage(error)}`;
}
