import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat, statfs } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Where a path in a checkout leads. */
type ResolvedPath = { kind: 'inside'; path: string } | { kind: 'outside' } | { kind: 'missing' };

/**
 * Resolves a path from a file of the checkout, relative to a folder of it, following links: only what really lies inside
 * the checkout may be read.
 */
export async function resolveInside(
  checkout: string,
  folder: string,
  written: string,
): Promise<ResolvedPath> {
  if (isAbsolute(written) || written.includes('\0')) return { kind: 'outside' };
  const root = await realpath(checkout);
  const target = resolve(await realpath(folder), written);
  if (!isWithin(root, target)) return { kind: 'outside' };
  try {
    const path = await realpath(target);
    return isWithin(root, path) ? { kind: 'inside', path } : { kind: 'outside' };
  } catch {
    return { kind: 'missing' };
  }
}

/** Whether `path` is `root` or below it; both absolute and without links. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

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
