import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
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
