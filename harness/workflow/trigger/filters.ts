/**
 * Whether a name (a branch, a tag, a path) passes a list of patterns, read in order: a pattern that fits lets it in, one
 * with `!` that fits takes it out again, and the last word holds.
 */
export function passes(patterns: readonly string[], name: string): boolean {
  let inside = false;
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    if (filterPattern(negated ? pattern.slice(1) : pattern).test(name)) inside = !negated;
  }
  return inside;
}

/** Whether any of the patterns fits: for the lists that leave names out. */
export function fits(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => filterPattern(pattern).test(name));
}

/**
 * A pattern of GitHub's filters: `*` any characters but `/`, `**` any at all, `?` and `+` as of the character before
 * them, `[]` one character of some, `\` takes a character as it is. Throws for what is no pattern.
 */
export function filterPattern(pattern: string): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const [token, piece] = next(rest, pattern);
    source += piece;
    at += token;
  }
  try {
    return new RegExp(`^${source}$`, 's');
  } catch (cause) {
    throw new Error(`the pattern '${pattern}' cannot be read`, { cause });
  }
}

function next(rest: string, pattern: string): [length: number, source: string] {
  const [character = ''] = rest;
  // Folders between may be none at all.
  if (rest.startsWith('**/')) return [3, '(?:.*/)?'];
  if (rest.startsWith('**')) return [2, '.*'];
  if (character === '*') return [1, '[^/]*'];
  if (character === '?' || character === '+') return [1, character];
  if (character === '[') {
    const close = rest.indexOf(']');
    if (close < 0) throw new Error(`the pattern '${pattern}' has a '[' that is not closed`);
    return [close + 1, `[${rest.slice(1, close).replaceAll(/[\\^]/g, '\\$&')}]`];
  }
  if (character === '\\' && rest.length > 1)
    return [2, `\\${rest[1] ?? ''}`.replace(/\\([A-Za-z0-9])/, '$1')];
  return [1, character.replace(/[.$^{}()|\\\]/]/, '\\$&')];
}
