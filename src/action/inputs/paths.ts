import { GlobError, parsePathFilter } from '../paths/glob.ts';
import { invalid, type Parsed, quote } from './problem.ts';
import { parseLines } from './texts-of-verbs.ts';

/** Globs, one per line. What no file could ever fit is refused: it would keep every deploy from happening. Pure. */
export function parsePaths(text: string): Parsed<string[]> {
  const lines = parseLines(text);
  if (!lines.ok) return lines;
  if (lines.value.every((line) => line.startsWith('!'))) {
    return invalid(
      'each line takes something out, and none takes anything in',
      'Begin with a line such as **.',
    );
  }
  for (const line of lines.value) {
    const path = line.replace(/^!/, '');
    if (/^\.{0,2}\//.test(path) || path === '') {
      return invalid(
        `${quote(line)} fits no file: paths begin at the root of the repository`,
        'Write it without the beginning, such as agents/billing/**.',
      );
    }
    if (path.endsWith('/')) {
      return invalid(
        `${quote(line)} fits no file, because it ends in a slash`,
        `Write ${quote(`${line}**`)}.`,
      );
    }
  }
  try {
    parsePathFilter(lines.value);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    return invalid(`it holds no pattern in ${error.message}`, 'Write a pattern as for on.push.paths.');
  }
  return lines;
}
