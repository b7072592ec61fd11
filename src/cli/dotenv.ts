import { constants, writeFileSync } from 'node:fs';
import { access, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../action/inputs/problem.ts';
import { errorMessage } from '../action/text.ts';
import { isWithin } from '../os/paths.ts';
import type { Outputs } from './command-line-host.ts';

/** Documents, for which the files of variables that a CI takes are too short. */
const NOT_IN_DOTENV: readonly string[] = ['result', 'plan', 'swept'];

/**
 * Finds out, before anything is done, whether the outputs could be written to a file: undefined when they could. A name in
 * the checkout must lead to no file elsewhere: a commit can hold a link of that name.
 */
export async function dotenvProblem(
  file: string,
  { cwd, workspace }: { cwd: string; workspace: string },
): Promise<Problem | undefined> {
  const refuse = (message: string, hint: string): Problem => ({
    path: '--dotenv',
    message: `${JSON.stringify(file)} cannot be written: ${message}`,
    hint,
  });
  const target = path.resolve(cwd, file);
  try {
    const folder = await realpath(path.dirname(target));
    const there = await lstat(target).catch(() => undefined);
    const top = await realpath(workspace).catch(() => workspace);
    const isOurs = isWithin(top, folder) && there?.isSymbolicLink() !== true;
    const isNamedThere = [top, path.resolve(workspace)].some((root) => isWithin(root, target));
    if (isNamedThere && !isOurs) {
      return refuse('it is a link, or in a folder that is one', 'Name a file outside of the checkout.');
    }
    if (there?.isDirectory() === true) return refuse('it is a folder', 'Name a file.');
    await access(there === undefined ? folder : target, constants.W_OK);
    return undefined;
  } catch (error) {
    return refuse(errorMessage(error), 'Name a file in a folder that can be written to.');
  }
}

/**
 * Writes outputs as variables for the jobs that follow, of one line each.
 * @throws the error of the file system
 */
export function writeDotenv(file: string, outputs: Outputs): void {
  const short = [...outputs].filter(([name]) => !NOT_IN_DOTENV.includes(name));
  const lines = short.map(
    ([name, value]) => `${name.replaceAll('-', '_').toUpperCase()}=${value.replaceAll(/[\r\n]+/g, ' ')}\n`,
  );
  writeFileSync(file, lines.join(''));
}
