import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { searchText, type Leak } from '../../../harness/runner/leaks.ts';

/** Looks for secrets in every file below a folder, byte by byte. Throws when there is no file at all. */
export async function searchFiles(folder: string, secrets: readonly string[]): Promise<Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error(`${folder} holds no file`);
  const leaks: Leak[] = [];
  for (const file of files) {
    // Latin-1 keeps every byte; the secrets looked for are ASCII. A file may go while we look.
    const text = await readFile(file, 'latin1').catch(() => '');
    leaks.push(...searchText(text, secrets, path.relative(folder, file)));
  }
  return leaks;
}
