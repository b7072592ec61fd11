import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ActionError } from '../outcome.ts';
import { errorMessage } from '../text.ts';
import { isNeverPacked } from './exclusions.ts';
import { gitIgnore, type IgnoreFile } from './git-ignore.ts';
import { shownPath } from './sizes.ts';

/**
 * The files below a folder that no `.gitignore` in it leaves out, relative to it, for trees that are no checkout of git.
 * Links are listed, not followed. Throws what reading a folder throws, or the signal's reason.
 */
export async function walk(root: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string, above: readonly IgnoreFile[]): Promise<void> => {
    signal.throwIfAborted();
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
      (cause: unknown) => {
        throw new ActionError(
          'source-unusable',
          `${shownPath(folder)} cannot be packed, because the folder cannot be read (${errorMessage(cause)}). Give the runner's user the right to, or name it in a .gitignore.`,
          { cause },
        );
      },
    );
    const own = entries.some(({ name }) => name === '.gitignore')
      ? [{ folder, text: await textOf(path.join(root, folder, '.gitignore')) }]
      : [];
    const files = [...above, ...own];
    const ignored = gitIgnore(files);
    for (const entry of entries) {
      const at = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isNeverPacked(entry.name) || ignored(at, entry.isDirectory())) continue;
      if (entry.isDirectory()) await visit(at, files);
      else found.push(at);
    }
  };
  await visit('', []);
  return found;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // A folder or a broken link of this name says nothing.
    return '';
  }
}
