import { ANY, matches, NO_SLASH, type PatternToken, exactly, some } from '../paths/glob.ts';

/** Compiled pattern of an ignore file. */
export interface IgnorePattern {
  /** Returns whether the pattern matches a path or, with `orAbove`, a folder above the path. */
  matches(path: string, orAbove: boolean): boolean;
}

/**
 * Maximum length of a path, and maximum number of wildcards in a pattern, for a match with a regular expression,
 * because beyond these limits a match could take too long.
 */
const REGEXP_MAX_PATH = 512;
const REGEXP_MAX_WILDCARDS = 2;

/** Rules that differ between Docker's and Git's patterns. */
export interface PatternSyntax {
  /** True if `**` matches whole folders only where it fills a whole path segment. */
  globstarFillsSegment: boolean;
  ignoreCase: boolean;
}

/**
 * Compiles a pattern: `*` matches any characters except `/`, `?` matches one character, `[…]` is a character class,
 * `**` matches whole folders, and a backslash escapes the next character. A match takes at most time proportional to
 * the product of the lengths of pattern and path. With the regular expressions of common libraries, a match with the
 * pattern `*a*a*a*a*a*a*a*a*b` would take exponential time.
 * @returns The compiled pattern, or `undefined` for an invalid pattern, which matches nothing.
 */
export function compilePattern(pattern: string, syntax: PatternSyntax): IgnorePattern | undefined {
  const text = syntax.ignoreCase ? pattern.toLowerCase() : pattern;
  const characters = Array.from(text);
  const tokens: PatternToken[] = [];
  let source = '';
  let wildcards = 0;
  for (let at = 0; at < characters.length; ) {
    const character = characters[at] ?? '';
    if (character === '*') {
      const { length, kind } = starsAt(characters, at, syntax);
      at += length;
      wildcards += 1;
      if (kind === 'folders') tokens.push({ orAfter: 2 }, some(ANY, 'many'), some(exactly('/'), 'one'));
      else tokens.push(some(kind === 'any' ? ANY : NO_SLASH, 'many'));
      source += { folders: '(?:.*/)?', any: '.*', segment: '[^/]*' }[kind];
    } else if (character === '?') {
      at += 1;
      tokens.push(some(NO_SLASH, 'one'));
      source += '[^/]';
    } else if (character === '[') {
      const found = classAt(characters, at);
      if (found === undefined) return undefined;
      at += found.length;
      tokens.push(some(found.fits, 'one'));
      // JavaScript's regular expressions escape characters in classes differently than ignore files, so a pattern with
      // a character class is not converted to a regular expression.
      wildcards = Infinity;
    } else {
      const literal = character === '\\' ? characters[at + 1] : character;
      if (literal === undefined) return undefined;
      at += character === '\\' ? 2 : 1;
      tokens.push(some(exactly(literal), 'one'));
      source += literal.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
    }
  }
  const isSimple = wildcards <= REGEXP_MAX_WILDCARDS && characters.length <= REGEXP_MAX_PATH;
  const whole = isSimple ? new RegExp(`^${source}$`, 'su') : undefined;
  const above = isSimple ? new RegExp(`^${source}(?:/|$)`, 'su') : undefined;
  return {
    matches(path, orAbove) {
      const given = syntax.ignoreCase ? path.toLowerCase() : path;
      const simple = given.length > REGEXP_MAX_PATH ? undefined : orAbove ? above : whole;
      return simple?.test(given) ?? matches(tokens, given, orAbove);
    },
  };
}

function starsAt(
  characters: readonly string[],
  at: number,
  { globstarFillsSegment }: PatternSyntax,
): { length: number; kind: 'segment' | 'any' | 'folders' } {
  // Docker treats two or more asterisks as one token. Without `globstarFillsSegment`, examines only two asterisks,
  // because scanning a long run of asterisks again for each pair would take quadratic time.
  const most = globstarFillsSegment ? characters.length : at + 2;
  let end = at;
  while (end < most && characters[end] === '*') end += 1;
  const count = end - at;
  if (globstarFillsSegment) {
    const fills =
      (at === 0 || characters[at - 1] === '/') && (end === characters.length || characters[end] === '/');
    if (count < 2 || !fills) return { length: count, kind: 'segment' };
  } else if (count < 2) return { length: 1, kind: 'segment' };
  if (characters[end] === '/') end += 1;
  return { length: end - at, kind: end === characters.length ? 'any' : 'folders' };
}

/** Character classes for `[[:name:]]`, which contain only ASCII characters, as in Git. */
const POSIX: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9a-z]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/**
 * Returns a character class and its length in the pattern, or `undefined` if the class has no end or contains an
 * unknown class name.
 */
function classAt(
  characters: readonly string[],
  start: number,
): { length: number; fits: (character: string) => boolean } | undefined {
  let at = start + 1;
  const isNegated = characters[at] === '!' || characters[at] === '^';
  if (isNegated) at += 1;
  const members: ((character: string) => boolean)[] = [];
  // A closing bracket directly after the opening bracket is a member of the class.
  for (let isFirst = true; isFirst || characters[at] !== ']'; isFirst = false) {
    const named =
      characters[at] === '[' && characters[at + 1] === ':' ? classNameAt(characters, at) : undefined;
    if (named !== undefined) {
      const pattern = new Map(Object.entries(POSIX)).get(named);
      if (pattern === undefined) return undefined;
      members.push((character) => pattern.test(character));
      at += named.length + 4;
      continue;
    }
    const first = memberAt(characters, at);
    if (first === undefined) return undefined;
    at += first.length;
    const isRange = characters[at] === '-' && characters[at + 1] !== ']' && characters[at + 1] !== undefined;
    const last = isRange ? memberAt(characters, at + 1) : first;
    if (last === undefined) return undefined;
    if (isRange) at += last.length + 1;
    members.push((character) => character >= first.character && character <= last.character);
  }
  const fits = (character: string): boolean =>
    character !== '/' && members.some((member) => member(character)) !== isNegated;
  return { length: at - start + 1, fits };
}

function memberAt(
  characters: readonly string[],
  at: number,
): { character: string; length: number } | undefined {
  const isEscaped = characters[at] === '\\';
  const character = characters[isEscaped ? at + 1 : at];
  return character === undefined ? undefined : { character, length: isEscaped ? 2 : 1 };
}

/** Returns the name in `[:name:]`, or `undefined` if the bracket is an ordinary member of the class. */
function classNameAt(characters: readonly string[], at: number): string | undefined {
  // 12 characters are sufficient for the longest class name, `xdigit`, with its delimiters.
  const end = characters.slice(at, at + 12).indexOf(']');
  const text = end === -1 ? '' : characters.slice(at, at + end + 1).join('');
  return /^\[:([a-z]*):\]$/.exec(text)?.[1];
}
