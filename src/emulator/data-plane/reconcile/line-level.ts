import type { LogLine } from '../../ports/store.ts';

/** Beginnings of lines by which uv, pip, npm, git and compilers report an error. */
const ERROR =
  /^\s*(?:(?:error|fatal)(?:\[[\w-]{1,40}\])?:\s|(?:ERROR|CRITICAL|FATAL)\b|npm (?:ERR!|error)|×\s)/i;
const WARNING = /^\s*(?:warn(?:ing)?(?:\[[\w-]{1,40}\])?:\s|WARN(?:ING)?\b|npm warn\b)/i;

/** Returns the level of a line that a program printed without a level. */
export function levelOfLine(line: string): LogLine['level'] {
  if (ERROR.test(line)) return 'ERROR';
  return WARNING.test(line) ? 'WARNING' : 'INFO';
}
