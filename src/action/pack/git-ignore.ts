import { compilePattern, type IgnorePattern } from './ignore-pattern.ts';

/** Returns whether a path is ignored. Folders are tested before their content. */
export type IsIgnored = (path: string, isFolder: boolean) => boolean;

/** Patterns of one `.gitignore`; `folder` is relative to the root, without a trailing slash. */
export interface IgnoreFile {
  folder: string;
  rules: readonly GitRule[];
}

interface GitRule {
  pattern: IgnorePattern;
  isNegated: boolean;
  /** Whether the pattern ends in a slash, so that it matches only folders. */
  isForFolders: boolean;
}

/** Parses the lines of a `.gitignore`. Comments and invalid patterns are dropped, because they match nothing. */
export function parseGitIgnore(folder: string, lines: readonly string[]): IgnoreFile {
  return { folder, rules: lines.flatMap(parseLine) };
}

function parseLine(line: string): GitRule[] {
  if (line.startsWith('#')) return [];
  // A backslash keeps a space at the end.
  let text = line.replace(/(?<![ \\]) +$|(?<=\\ ) +$/, '');
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isForFolders = text.endsWith('/');
  if (isForFolders) text = text.slice(0, -1);
  if (text === '') return [];
  // A pattern without a slash before its end matches at any depth.
  const anchored = text.startsWith('/') ? text.slice(1) : text.includes('/') ? text : `**/${text}`;
  const pattern = compilePattern(anchored, { globstarFillsSegment: true, ignoreCase: false });
  return pattern === undefined ? [] : [{ pattern, isNegated, isForFolders }];
}

/**
 * Combines `.gitignore` files, outermost first, for trees without git. The search skips an ignored folder completely,
 * like git.
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
