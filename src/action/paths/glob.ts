/** A token of a parsed pattern. */
export type PatternToken =
  /**
   * Matches exactly one character, at most one character, or any number of characters for which `fits` returns true.
   */
  | { fits: (character: string) => boolean; count: 'one' | 'maybe' | 'many' }
  /** An alternative: matching continues with the next token, or skips the next `orAfter` tokens. */
  | { orAfter: number };

export type Glob = readonly PatternToken[];

export class GlobError extends Error {}

export const ANY = () => true;
export const NO_SLASH = (character: string) => character !== '/';

/**
 * Parses a pattern with the syntax of GitHub's `on.push.paths`, because users copy patterns from workflows. No glob
 * library implements this syntax: `*` matches any characters except `/`, `**` matches any characters, and whole folders
 * or none, `?` and `+` quantify the preceding character, `[]` is a character class, and a backslash escapes the next
 * character. Names that begin with a dot are not special in patterns. Throws GlobError for an invalid pattern.
 */
export function parseGlob(pattern: string): Glob {
  const characters = Array.from(pattern);
  const tokens: PatternToken[] = [];
  for (let at = 0; at < characters.length; ) {
    const { length, one, others = [] } = next(characters, at);
    at += length;
    tokens.push(...others);
    if (one === undefined) continue;
    const repeat = characters[at];
    if (repeat === '+') tokens.push(some(one, 'one'), some(one, 'many'));
    else tokens.push(some(one, repeat === '?' ? 'maybe' : 'one'));
    if (repeat === '+' || repeat === '?') at += 1;
  }
  return tokens;
}

/**
 * A token at a position of the pattern, where `length` is in characters, and `one` is set if the token can be
 * quantified.
 */
interface Token {
  length: number;
  one?: (character: string) => boolean;
  others?: PatternToken[];
}

function next(characters: readonly string[], at: number): Token {
  const character = characters[at] ?? '';
  if (character === '*') return stars(characters, at);
  if (character === '[') return choice(characters, at);
  if (character === '?' || character === '+') {
    throw new GlobError(`${character} has no character before it to quantify`);
  }
  if (character !== '\\') return { length: 1, one: exactly(character) };
  const taken = characters[at + 1];
  if (taken === undefined) throw new GlobError('the backslash at the end escapes nothing');
  return { length: 2, one: exactly(taken) };
}

function stars(characters: readonly string[], at: number): Token {
  if (characters[at + 1] !== '*') return { length: 1, others: [some(NO_SLASH, 'many')] };
  const begins = at === 0 || characters[at - 1] === '/';
  if (!begins || characters[at + 2] !== '/') return { length: 2, others: [some(ANY, 'many')] };
  return { length: 3, others: [{ orAfter: 2 }, some(ANY, 'many'), some(exactly('/'), 'one')] };
}

function choice(characters: readonly string[], at: number): Token {
  const close = characters.indexOf(']', at);
  if (close < 0) throw new GlobError('a [ is never closed');
  const inside = characters.slice(at + 1, close);
  if (inside.length === 0) throw new GlobError('the brackets [] are empty');
  const ranges: [string, string][] = [];
  for (let index = 0; index < inside.length; ) {
    const first = inside[index] ?? '';
    const end = inside[index + 1] === '-' ? inside[index + 2] : undefined;
    if (end !== undefined && end < first)
      throw new GlobError(`the range ${first}-${end} is in reverse order`);
    ranges.push([first, end ?? first]);
    index += end === undefined ? 1 : 3;
  }
  const one = (character: string) => ranges.some(([from, to]) => character >= from && character <= to);
  return { length: close - at + 1, one };
}

export const some = (
  fits: (character: string) => boolean,
  count: 'one' | 'maybe' | 'many',
): PatternToken => ({
  fits,
  count,
});
export const exactly = (expected: string) => (character: string) => character === expected;

/**
 * Returns whether a pattern matches a whole path or, with `orAbove`, a folder above the path. Follows all reachable
 * positions of the pattern together, so the time is at most proportional to the product of the lengths of pattern and
 * path.
 */
export function matches(glob: Glob, path: string, orAbove = false): boolean {
  let reached = reach(glob, [0]);
  for (const character of path) {
    if (orAbove && character === '/' && reached.has(glob.length)) return true;
    const following: number[] = [];
    for (const at of reached) {
      const here = glob[at];
      if (here === undefined || 'orAfter' in here || !here.fits(character)) continue;
      following.push(here.count === 'many' ? at : at + 1);
    }
    if (following.length === 0) return false;
    reached = reach(glob, following);
  }
  return reached.has(glob.length);
}

/**
 * Returns the given positions, and all positions that can be reached from the given positions by skipping optional
 * tokens.
 */
function reach(glob: Glob, from: readonly number[]): Set<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    const here = glob[at];
    if (here === undefined) continue;
    if ('orAfter' in here) open.push(at + 1, at + 1 + here.orAfter);
    else if (here.count !== 'one') open.push(at + 1);
  }
  return reached;
}

/**
 * Parsed lines of the input `paths`. Each line of `paths` includes matching paths, or excludes matching paths if the
 * line begins with `!`.
 */
export type PathFilter = readonly { glob: Glob; takes: boolean }[];

/** Parses patterns, in their order, or throws GlobError with the invalid pattern. */
export function parsePathFilter(patterns: readonly string[]): PathFilter {
  return patterns.map((pattern) => {
    const takes = !pattern.startsWith('!');
    try {
      return { glob: parseGlob(takes ? pattern : pattern.slice(1)), takes };
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      throw new GlobError(`${pattern}: ${error.message}`, { cause: error });
    }
  });
}

/**
 * Returns whether the filter includes a path. The last matching pattern decides, and a path without a match is not
 * included.
 */
export function isIncluded(filter: PathFilter, path: string): boolean {
  return filter.findLast(({ glob }) => matches(glob, path))?.takes ?? false;
}

/** A changed file, which also has a previous name if it was renamed. */
export interface ChangedFile {
  filename: string;
  previous_filename?: string | undefined;
}

/**
 * Returns the first path that is included under its current or previous name, or `undefined` if no path is included.
 */
export function findIncluded(filter: PathFilter, files: readonly ChangedFile[]): string | undefined {
  return files
    .flatMap(({ filename, previous_filename: before }) =>
      before === undefined ? [filename] : [filename, before],
    )
    .find((path) => isIncluded(filter, path));
}
