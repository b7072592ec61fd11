import path from 'node:path';
import { compilePattern } from './ignore-pattern.ts';

/**
 * Parses the lines of a `.dockerignore`, and returns a function that tells whether the lines exclude a path. As in
 * Docker, patterns start at the root, the last match wins, and `!` includes a path again, even below an excluded
 * folder.
 */
export function dockerIgnore(lines: readonly string[]): (path: string) => boolean {
  const rules = lines.flatMap((line) => {
    const text = line.trim();
    if (text === '' || line.startsWith('#')) return [];
    const isNegated = text.startsWith('!');
    const given = isNegated ? text.slice(1).trim() : text;
    if (given === '') return [];
    const cleaned = path.posix.normalize(given).replace(/(?<=.)\/$/, '');
    const relative = cleaned.length > 1 ? cleaned.replace(/^\//, '') : cleaned;
    const pattern = compilePattern(relative, { globstarFillsSegment: false, ignoreCase: true });
    return pattern === undefined ? [] : [{ pattern, isNegated }];
  });
  return (file) => {
    const rule = rules.findLast(({ pattern }) => pattern.matches(file, true));
    return rule !== undefined && !rule.isNegated;
  };
}
