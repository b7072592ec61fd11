import { constants } from 'node:fs';
import { access, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../action/inputs/problem.ts';
import { errorMessage } from '../action/text.ts';
import { isWithin } from '../os/paths.ts';
import { replacePlainFileSync } from '../os/plain-file.ts';
import type { Outputs } from './command-line-host.ts';

/** Documents, for which the files of variables that a CI takes are too short. */
const NOT_IN_DOTENV: readonly string[] = ['result', 'plan', 'swept'];

/**
 * Finds out, before anything is done, which file the outputs are written to: its path without links, or the
 * problem if it cannot be written. A name in the checkout must lead to no file elsewhere: a commit can hold a link of that name.
 */
export async function findDotenvTarget(
  file: string,
  { cwd, workspace }: { cwd: string; workspace: string },
): Promise<{ ok: true; file: string } | { ok: false; problem: Problem }> {
  const refuse = (message: string, hint: string): { ok: false; problem: Problem } => ({
    ok: false,
    problem: { path: '--dotenv', message: `${JSON.stringify(file)} cannot be written: ${message}`, hint },
  });
  const given = path.resolve(cwd, file);
  try {
    const folder = await realpath(path.dirname(given));
    const isLink = (await lstat(given).catch(() => undefined))?.isSymbolicLink() === true;
    const top = await realpath(workspace).catch(() => workspace);
    const isOurs = isWithin(top, folder) && !isLink;
    const isNamedThere = [top, path.resolve(workspace)].some((root) => isWithin(root, given));
    if (isNamedThere && !isOurs) {
      return refuse('it is a link, or in a folder that is one', 'Name a file outside of the checkout.');
    }
    const target = isLink ? await realpath(given) : path.join(folder, path.basename(given));
    const there = await lstat(target).catch(() => undefined);
    if (there?.isDirectory() === true) return refuse('it is a folder', 'Name a file.');
    if (there?.isFile() === false) return refuse('it is not a plain file', 'Name a plain file.');
    await access(there === undefined ? path.dirname(target) : target, constants.W_OK);
    return { ok: true, file: target };
  } catch (error) {
    return refuse(errorMessage(error), 'Name a file in a folder that can be written to.');
  }
}

/**
 * Writes outputs as variables for the jobs that follow, of one line each, to a file that `findDotenvTarget` found.
 * @throws the error of the file system; PlainFileError if the name leads to another file since it was found
 */
export function writeDotenv(file: string, outputs: Outputs): void {
  const short = [...outputs].filter(([name]) => !NOT_IN_DOTENV.includes(name));
  const lines = short.map(
    ([name, value]) => `${name.replaceAll('-', '_').toUpperCase()}=${value.replaceAll(/[\r\n]+/g, ' ')}\n`,
  );
  replacePlainFileSync(file, lines.join(''));
}
