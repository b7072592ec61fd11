import path from 'node:path';
import type { Problem } from '../action/inputs/problem.ts';
import { PlainFileError, readFileOrPipe } from '../os/plain-file.ts';
import { errorMessage } from '../os/errors.ts';
import type { Flags } from './flags.ts';

const MOST_BYTES = 1024 * 1024;

interface Sources {
  cwd: string;
  signal: AbortSignal;
  readInput: (limit: number, signal: AbortSignal) => Promise<string>;
}

/**
 * Reads the files that contain values of inputs. Returns the content of the files, keyed by input. Never throws, but
 * adds problems to a list. A problem contains the name of a file, but never the content.
 */
export async function readSecretFiles(
  files: Flags['files'],
  { cwd, signal, readInput }: Sources,
  problems: Problem[],
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { input, file } of files) {
    const where = `--${input}-file`;
    const shown = file === '-' ? 'standard input' : JSON.stringify(file);
    try {
      const text =
        file === '-'
          ? await readInput(MOST_BYTES, signal)
          : (await readFileOrPipe(path.resolve(cwd, file), { maxBytes: MOST_BYTES }, signal)).toString();
      if (text.trim() === '') throw new Error('it is empty');
      texts[input] = text;
      const lines = input === 'secrets' ? linesOfDotenv(file, text) : [];
      if (lines.length === 0) continue;
      problems.push({
        path: where,
        message: `${shown} has a quoted value or a trailing comment on line ${lines.join(', ')}, which would become part of the value`,
        hint: 'Remove the quotes and comments. If they belong to the value, use a file name that does not begin with .env.',
      });
    } catch (error) {
      const message = `${shown} cannot be used: ${error instanceof PlainFileError ? 'it ' : ''}${errorMessage(error)}`;
      problems.push({ path: where, message, hint: 'Specify a file that contains the value.' });
    }
  }
  return texts;
}

/**
 * Returns the numbers of the lines whose values dotenv and the input `secrets` parse differently. The input `secrets`
 * is verbatim, so quotes around a value would become part of an agent's key.
 */
function linesOfDotenv(file: string, text: string): number[] {
  const isDotenv = /^\.env(?:\.|$)/.test(path.basename(file));
  // A file that uses the syntax `NAME<<MARK` for multi-line values is not a dotenv file.
  if (!isDotenv || /^[^\S\n\r\u2028\u2029]*[A-Za-z_]\w*<</m.test(text)) return [];
  return text.split('\n').flatMap((line, index) => {
    const value = /^\s*[A-Za-z_]\w*\s*=(.*)$/.exec(line)?.[1]?.trim() ?? '';
    return value !== '""' && /^["'`]|\s#/.test(value) ? [index + 1] : [];
  });
}
