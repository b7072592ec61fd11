import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { searchText, type Leak } from '../../../harness/runner/leaks.ts';

/**
 * Searches every file below a folder for secrets, byte by byte. Throws if the folder contains no file, because the
 * search would prove nothing.
 */
export async function searchFiles(folder: string, secrets: readonly string[]): Promise<Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error(`${folder} holds no file`);
  const leaks: Leak[] = [];
  for (const file of files) {
    // Latin-1 preserves every byte, and the secrets are ASCII. A file may be deleted during the search.
    const text = await readFile(file, 'latin1').catch(() => '');
    leaks.push(...searchText(text, secrets, path.relative(folder, file)));
  }
  return leaks;
}
