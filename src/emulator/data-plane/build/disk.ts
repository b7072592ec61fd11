import type { Dirent } from 'node:fs';
import { lstat, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes below a folder, links not followed; the count stops once it is above `enough`. */
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

/** A disk with fewer free bytes than this counts as full. */
const FULL_BELOW_BYTES = 1024 * 1024;

/** The reason of a step that failed because the disk is full. */
export const DISK_FULL =
  'There is no room left on the disk that holds the data directory. Make room there and deploy once more.';

/** Whether the disk that holds this folder is full. Not every program that fails for that reason says so. */
export async function isDiskFullAt(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < FULL_BELOW_BYTES;
}

/** Whether something is there. A link is followed. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Whether a file is there. A link is followed. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
