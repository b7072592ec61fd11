import { constants } from 'node:fs';
import { access, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../action/inputs/problem.ts';
import { errorMessage } from '../os/errors.ts';
import { isWithin } from '../os/paths.ts';
import { replacePlainFileSync } from '../os/plain-file.ts';
import type { Outputs } from './command-line-host.ts';

/** Outputs that are not written to the file of variables, because documents are too long for variables. */
const NOT_IN_DOTENV: readonly string[] = ['result', 'plan', 'swept', 'gate-counts', 'gate-scores'];
/** Outputs that are written only if they have a value, because GitLab accepts at most 20 variables. */
const OPTIONAL: readonly string[] = ['gate-verdict', 'gate-report'];

/**
 * Returns the path of the file for the outputs, with links resolved, or a problem if the file cannot be written. Call
 * `findDotenvTarget` before the run. Refuses a path in the checkout that leads to a file outside the checkout, because
 * a commit can contain a link.
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
      return refuse(
        'it is a link, or inside a folder that is a link',
        'Specify a file outside the checkout.',
      );
    }
    const target = isLink ? await realpath(given) : path.join(folder, path.basename(given));
    const there = await lstat(target).catch(() => undefined);
    if (there?.isDirectory() === true) return refuse('it is a folder', 'Name a file.');
    if (there?.isFile() === false) return refuse('it is not a regular file', 'Specify a regular file.');
    await access(there === undefined ? path.dirname(target) : target, constants.W_OK);
    return { ok: true, file: target };
  } catch (error) {
    return refuse(errorMessage(error), 'Specify a file in a writable folder.');
  }
}

/**
 * Writes outputs as variables for later jobs, one line each, to the file from {@link findDotenvTarget}.
 * @throws the error of the file system
 * @throws PlainFileError if the path now leads to another file, or not to a regular file with a single hard link
 */
export function writeDotenv(file: string, outputs: Outputs): void {
  const short = [...outputs].filter(
    ([name, value]) => !NOT_IN_DOTENV.includes(name) && (value !== '' || !OPTIONAL.includes(name)),
  );
  const lines = short.map(
    ([name, value]) => `${name.replaceAll('-', '_').toUpperCase()}=${value.replaceAll(/[\r\n]+/g, ' ')}\n`,
  );
  replacePlainFileSync(file, lines.join(''));
}
