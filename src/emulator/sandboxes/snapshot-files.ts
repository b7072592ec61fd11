import { constants, type Stats } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { errorCode } from '../../os/errors.ts';
import { NO_LINK, READ_FLAGS } from '../../os/plain-file.ts';
import type { SandboxRow } from '../ports/store.ts';
import type { BoxFiles } from './lifecycle/context.ts';

/** Subfolder that contains the box's files. All subfolders except `root` are recreated at each start. */
const ROOT = 'root';

/** Files of snapshots. Each snapshot has a folder below the data folder. */
export interface SnapshotFiles extends BoxFiles {
  /** Copies a box's folder. Files that are written during the copy might be missing. */
  capture(snapshotId: string, boxFolder: string): Promise<void>;
  remove(snapshotId: string): Promise<void>;
  has(snapshotId: string): Promise<boolean>;
}

export function snapshotFiles(folder: string): SnapshotFiles {
  const folderOf = (id: string) => path.join(folder, id);
  const copy = async (from: string, to: string) => {
    const unfinished = unfinishedOf(to);
    await rm(unfinished, { recursive: true, force: true });
    try {
      await copyTree(from, unfinished);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    await rename(unfinished, to);
  };
  return {
    async capture(snapshotId, boxFolder) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await copy(path.join(boxFolder, ROOT), folderOf(snapshotId));
    },
    async remove(snapshotId) {
      for (const each of [folderOf(snapshotId), unfinishedOf(folderOf(snapshotId))]) {
        await rm(each, { recursive: true, force: true });
      }
    },
    has: (snapshotId) => exists(folderOf(snapshotId)),
    async prepareFolder({ settings }: SandboxRow, boxFolder) {
      await mkdir(path.dirname(boxFolder), { recursive: true, mode: 0o700 });
      if (await exists(boxFolder)) return;
      if (settings.snapshotId !== null && (await exists(folderOf(settings.snapshotId)))) {
        await mkdir(boxFolder, { mode: 0o700 });
        await copy(folderOf(settings.snapshotId), path.join(boxFolder, ROOT));
      }
    },
  };
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

/** Returns the path of a snapshot's folder while its copy is incomplete. */
const unfinishedOf = (folder: string) => `${folder}.unfinished`;

/** Maximum depth of copied folders, each of which keeps a file descriptor open during the copy. */
const DEEPEST = 256;
/** Error codes for an entry that a program removed or replaced after it was listed. */
const CHANGED = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO', 'EINVAL']);

/**
 * Copies files, folders and links while programs might be writing to them. Each entry is opened relative to its open
 * folder and never through a link. If links were followed, a program could replace an entry with a link, and the
 * emulator would copy a file that the program may not read. Entries that disappear are skipped. The destination `to`
 * must not exist. Rejects with the system's error, or with `ENAMETOOLONG` if folders are more than 256 levels deep.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  // Systems other than Linux provide no paths for open folders, but boxes on these systems can read all files of the
  // user anyway.
  if (process.platform !== 'linux')
    return cp(from, to, { recursive: true, verbatimSymlinks: true, filter: isPlain });
  const folder = await open(from, READ_FLAGS | NO_LINK | constants.O_DIRECTORY);
  try {
    await copyFolder(folder, Buffer.from(to), 0);
  } finally {
    await folder.close();
  }
}

async function copyFolder(folder: FileHandle, to: Buffer, depth: number): Promise<void> {
  if (depth > DEEPEST) throw Object.assign(new Error('folders too deep'), { code: 'ENAMETOOLONG' });
  const here = Buffer.from(`/proc/self/fd/${folder.fd}`);
  await mkdir(to, { mode: 0o700 });
  for (const name of await readdir(here, { encoding: 'buffer' })) {
    await copyEntry(below(here, name), below(to, name), depth);
  }
  await chmod(to, modeOf(await folder.stat()));
}

async function copyEntry(from: Buffer, to: Buffer, depth: number): Promise<void> {
  const found = await unlessChanged(() => lstat(from));
  if (found?.isSymbolicLink() === true) {
    const target = await unlessChanged(() => readlink(from, { encoding: 'buffer' }));
    if (target !== undefined) await symlink(target, to);
  } else if (found?.isDirectory() === true || found?.isFile() === true) {
    const kind = found.isDirectory() ? constants.O_DIRECTORY : 0;
    const opened = await unlessChanged(() => open(from, READ_FLAGS | NO_LINK | kind));
    try {
      if (opened !== undefined) await copyOpened(opened, to, depth);
    } finally {
      await opened?.close();
    }
  }
}

async function copyOpened(opened: FileHandle, to: Buffer, depth: number): Promise<void> {
  const stats = await opened.stat();
  if (stats.isDirectory()) return copyFolder(opened, to, depth + 1);
  if (!stats.isFile()) return;
  // Copies the open file instead of its path, because the path might now refer to another file.
  await copyFile(`/proc/self/fd/${opened.fd}`, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(to, modeOf(stats));
}

const SLASH = Buffer.from('/');
const below = (folder: Buffer, name: Buffer) => Buffer.concat([folder, SLASH, name]);
/** Returns the permissions without the set-user-ID and set-group-ID bits. */
const modeOf = ({ mode }: Stats) => mode & 0o777;

async function unlessChanged<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (CHANGED.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * Returns whether an entry is a file, a folder or a link. Sockets, pipes and devices belong to running programs and are
 * not copied.
 */
async function isPlain(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined && (found.isFile() || found.isDirectory() || found.isSymbolicLink());
}
