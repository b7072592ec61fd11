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
import type { SandboxRow } from '../ports/store.ts';
import type { BoxFiles } from './lifecycle/context.ts';

/** A box's own files in its folder. What lies beside them is made anew at each start, some of it with the proxy's token. */
const ROOT = 'root';

/** The files of snapshots: whole folders in the data folder, one for each. */
export interface SnapshotFiles extends BoxFiles {
  /** Copies a box's folder. What a program writes meanwhile may be in it or not. */
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

/** What a copy is called until it is whole. */
const unfinishedOf = (folder: string) => `${folder}.unfinished`;

/** Folders in one another at most: each holds a descriptor while it is copied. */
const DEEPEST = 256;
/** Of something that a program took away, or put another thing in the place of, after it was looked at. */
const CHANGED = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO', 'EINVAL']);

/**
 * Copies a folder whose programs may be at work: files, folders, and links as links. Everything is opened by its name in
 * the folder that is held open, and never through a link: a program that puts a link in the place of what was looked at
 * would have its file read with our rights, and read it in the copy. What is taken away meanwhile is left out.
 * `to` must not be there. Rejects with the system's error, `ENAMETOOLONG` for folders more than 256 deep.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  // Elsewhere boxes are not kept from the files of their user, and there is no such way to name what is open.
  if (process.platform !== 'linux')
    return cp(from, to, { recursive: true, verbatimSymlinks: true, filter: isPlain });
  const folder = await open(from, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
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
    const kind = found.isDirectory() ? constants.O_DIRECTORY : constants.O_NONBLOCK;
    const opened = await unlessChanged(() => open(from, constants.O_RDONLY | constants.O_NOFOLLOW | kind));
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
  // The file itself, whatever its name stands for by now.
  await copyFile(`/proc/self/fd/${opened.fd}`, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(to, modeOf(stats));
}

const SLASH = Buffer.from('/');
const below = (folder: Buffer, name: Buffer) => Buffer.concat([folder, SLASH, name]);
/** Less what would lend the rights of an owner. */
const modeOf = ({ mode }: Stats) => mode & 0o777;

async function unlessChanged<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    const code: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
    if (typeof code === 'string' && CHANGED.has(code)) return undefined;
    throw error;
  }
}

/** Sockets and the like are of programs that run: they mean nothing in a copy. */
async function isPlain(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined && (found.isFile() || found.isDirectory() || found.isSymbolicLink());
}
