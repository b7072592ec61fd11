import { type Parsed, ok, invalid } from '../canonical/authority.ts';
import { canonicalPath, isPlain, type Reading } from '../canonical/path.ts';

/** The literal pieces between the `*`s: one piece = no `*`. */
export type PathPattern = readonly string[];

export const MAX_PATH_PATTERN_LENGTH = 256;

/**
 * Reads `/repos/*` and the like (facts D.4): `*` is any run of characters, slashes included, everything else stands
 * for itself, escapes in the one spelling of paths. A pattern that no request could meet is refused.
 */
export function parsePathPattern(text: string): Parsed<PathPattern> {
  if (!text.startsWith('/')) return invalid('a path pattern begins with /');
  if (text.length > MAX_PATH_PATTERN_LENGTH)
    return invalid(`a path pattern has at most ${MAX_PATH_PATTERN_LENGTH} characters`);
  if (text.includes('?')) return invalid('a path pattern has no query: queries are not matched');
  const path = canonicalPath(text);
  return path.ok
    ? ok(path.value.replace(/\*+/g, '*').split('*'))
    : invalid(`can never match: ${path.reason}`);
}

/** Whether the pattern holds the canonical path, from its first character to its last. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  const [first = '', ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  // The leftmost place for each piece leaves most room for the next: no going back, so time stays bounded.
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** The pattern as a server takes it that reads paths in this way. */
export function readPattern(pattern: PathPattern, read: Reading): PathPattern {
  const text = pattern.join('*');
  return isPlain(text) ? pattern : read(text).split('*');
}

/** Whether every path that `other` holds is held by `pattern` as well. */
export function coversPath(pattern: PathPattern, other: PathPattern): boolean {
  // A `*` of the other can only be met by a `*` of ours: it stands for itself in a path, which none of our pieces holds.
  return matchesPath(pattern, other.join('*'));
}
