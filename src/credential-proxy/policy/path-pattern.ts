import { type Parsed, ok, invalid } from '../canonical/authority.ts';
import { canonicalPath, isPlain, type PathInterpretation } from '../canonical/path.ts';

/** Literal strings between the `*`s of a pattern. A pattern without `*` has a single string. */
export type PathPattern = readonly string[];

const MAX_PATH_PATTERN_LENGTH = 256;

/**
 * Parses patterns such as `/repos/*`. In a pattern, `*` matches any characters including slashes; everything else is
 * literal, with escapes as in `canonicalPath`. Refuses patterns that could never match.
 */
export function parsePathPattern(text: string): Parsed<PathPattern> {
  if (!text.startsWith('/')) return invalid('a path pattern must begin with /');
  if (text.length > MAX_PATH_PATTERN_LENGTH)
    return invalid(`a path pattern must have at most ${MAX_PATH_PATTERN_LENGTH} characters`);
  if (text.includes('?'))
    return invalid('a path pattern must not have a query, because queries are not matched');
  const path = canonicalPath(text);
  return path.ok
    ? ok(path.value.replace(/\*+/g, '*').split('*'))
    : invalid(`can never match: ${path.reason}`);
}

/** Returns true if the pattern matches the whole canonical path. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  const [first = '', ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  // Each string is matched as far left as possible, because the leftmost match leaves the most characters for the next
  // string. Matching without backtracking takes a bounded time.
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** Returns the pattern in the form that it has for a server that interprets paths with `read`. */
export function readPattern(pattern: PathPattern, read: PathInterpretation): PathPattern {
  const text = pattern.join('*');
  return isPlain(text) ? pattern : read(text).split('*');
}

/** Returns true if `pattern` matches every path that `other` matches. */
export function coversPath(pattern: PathPattern, other: PathPattern): boolean {
  // Only a `*` of `pattern` can match a `*` of `other`, because literal strings contain no `*`.
  return matchesPath(pattern, other.join('*'));
}
