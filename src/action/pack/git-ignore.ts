import { compilePattern, type IgnorePattern } from './ignore-pattern.ts';

/** Returns whether a path is ignored; callers test a folder before the folder's content. */
export type IsIgnored = (path: string, isFolder: boolean) => boolean;

/**
 * Patterns of one `.gitignore`, where `folder` is the path of the folder that contains the file, relative to the root
 * and without a trailing slash.
 */
export interface IgnoreFile {
  folder: string;
  rules: readonly GitRule[];
}

interface GitRule {
  pattern: IgnorePattern;
  isNegated: boolean;
  /** True if the pattern ends with a slash, so the pattern matches only folders. */
  isForFolders: boolean;
}

/** Parses the lines of a `.gitignore`, dropping comments and invalid patterns, which match nothing. */
export function parseGitIgnore(folder: string, lines: readonly string[]): IgnoreFile {
  return { folder, rules: lines.flatMap(parseLine) };
}

function parseLine(line: string): GitRule[] {
  if (line.startsWith('#')) return [];
  // A space at the end of the line belongs to the pattern only after a backslash.
  let text = line.replace(/(?<![ \\]) +$|(?<=\\ ) +$/, '');
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isForFolders = text.endsWith('/');
  if (isForFolders) text = text.slice(0, -1);
  if (text === '') return [];
  // A pattern without a slash, or with a slash only at its end, matches at any depth.
  const anchored = text.startsWith('/') ? text.slice(1) : text.includes('/') ? text : `**/${text}`;
  const pattern = compilePattern(anchored, { globstarFillsSegment: true, ignoreCase: false });
  return pattern === undefined ? [] : [{ pattern, isNegated, isForFolders }];
}

/**
 * Combines `.gitignore` files, outermost first, for folders without git. The caller must skip ignored folders
 * completely, like git.
 */
export function gitIgnore(files: readonly IgnoreFile[]): IsIgnored {
  return (path, isFolder) => {
    for (const { folder, rules } of files.toReversed()) {
      const prefix = folder === '' ? '' : `${folder}/`;
      if (!path.startsWith(prefix)) continue;
      const inner = path.slice(prefix.length);
      const rule = rules.findLast(
        ({ pattern, isForFolders }) => (isFolder || !isForFolders) && pattern.matches(inner, false),
      );
      if (rule !== undefined) return !rule.isNegated;
    }
    return false;
  };
}
