import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fieldOf } from '../contract/json-safety.ts';
import type { Unlocated } from './inputs/problem.ts';

const LARGEST = 1024 * 1024;

/**
 * Gives the text of a file of the checkout, or what is wrong with it. A path that leads out of the checkout, by a link
 * too, is refused: a problem of the text could otherwise show another file.
 */
export async function readWorkspaceFile(workspace: string, file: string): Promise<string | Unlocated> {
  const invalid = (message: string, hint: string) => ({ message: `${file} ${message}`, hint });
  try {
    const root = await realpath(workspace);
    const real = await realpath(path.resolve(root, file));
    if (!real.startsWith(`${root}${path.sep}`)) {
      return invalid('leads out of the checkout', 'Give a file of the checkout itself.');
    }
    const { size } = await stat(real);
    if (size > LARGEST) return invalid(`has ${size} bytes`, `Give at most ${LARGEST}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(real));
  } catch (error) {
    // Checked by its shape: an error may come from another realm.
    const code = fieldOf(error, 'code');
    return code === 'ENOENT'
      ? invalid('is not in the workspace', 'Check the path, and run actions/checkout in an earlier step.')
      : invalid(
          `cannot be read (${typeof code === 'string' ? code : 'no text'})`,
          'Give a text file of the checkout.',
        );
  }
}
