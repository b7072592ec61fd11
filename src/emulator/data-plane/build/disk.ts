import type { Dirent } from 'node:fs';
import { lstat, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the total size in bytes of the files below a folder. Does not follow links. Stops as soon as the size exceeds
 * `enough`.
 */
export async function folderSize(folder: string, enough: number): Promise<number> {
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && bytes <= enough; next = waiting.pop()) {
    const entries: Dirent[] = await readdir(next, { withFileTypes: true });
    const files: string[] = [];
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      else if (entry.isFile()) files.push(join(next, entry.name));
    }
    const sizes = await Promise.all(files.map(async (file) => (await lstat(file)).size));
    bytes += sizes.reduce((sum, size) => sum + size, 0);
  }
  return bytes;
}

/** Maximum number of free bytes with which a disk counts as full. */
const FULL_BELOW_BYTES = 1024 * 1024;

/** Failure reason of a step when the disk is full. */
export const DISK_FULL =
  'The disk that holds the data directory is full. Free some space on it, and deploy again.';

/**
 * Returns whether the disk of a folder is full, because some programs fail on a full disk without reporting
 * the cause.
 */
export async function isDiskFullAt(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < FULL_BELOW_BYTES;
}

/** Returns whether the path exists, after following links. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Returns whether the path is a regular file, after following links. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
