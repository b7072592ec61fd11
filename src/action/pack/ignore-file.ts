import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, errorMessage } from '../../os/errors.ts';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import { ActionError } from '../outcome.ts';
import { displayPath } from './sizes.ts';

/** Maximum number of lines in an ignore file, because every packed path is compared with each line. */
const MAX_LINES = 2_000;
/** Maximum length in characters of a line of an ignore file, which is also the maximum length of a path. */
const MAX_LINE = 4096;

/**
 * Reads the `.gitignore` or `.dockerignore` at the path `name` below `root`.
 * @returns the lines, or an empty list if the file does not exist
 * @throws ActionError if the file cannot be read completely, because files that its lines exclude would be
 * packed
 */
export async function readIgnoreFile(root: string, name: string): Promise<string[]> {
  const file = path.join(root, name);
  const text = await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES, within: root }).catch(
    async (cause: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '')) return '';
      // Like Git and Docker, ignores a folder that has the name of an ignore file.
      if ((await lstat(file).catch(() => undefined))?.isDirectory() === true) return '';
      throw unusable(name, `it ${errorMessage(cause)}`, cause);
    },
  );
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > MAX_LINES) throw unusable(name, `it has more than ${MAX_LINES} lines`);
  const long = lines.findIndex((line) => line.length > MAX_LINE);
  if (long !== -1) throw unusable(name, `its line ${long + 1} has more than ${MAX_LINE} characters`);
  return lines;
}

function unusable(name: string, reason: string, cause?: unknown): ActionError {
  return new ActionError(
    'source-unusable',
    `${displayPath(name)} cannot be used, because ${reason}. Expected a text file with one pattern per line. Correct or remove the file.`,
    { cause },
  );
}
