/**
 * Returns a function that matches whole paths with a glob: `*` matches any characters except slashes, `**` matches any
 * characters, and `?` matches one character except a slash. All other characters are literal.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const tokens: Token[] = [];
  for (const [part] of glob.matchAll(/\*\*+|\*|\?|[^*?]/gsu)) {
    if (part.startsWith('**')) tokens.push({ kind: 'many', fits: () => true });
    else if (part === '*') tokens.push({ kind: 'many', fits: isNoSlash });
    else if (part === '?') tokens.push({ kind: 'one', fits: isNoSlash });
    else tokens.push({ kind: 'one', fits: (character) => character === part });
  }
  return (text) => matches(tokens, text);
}

interface Token {
  /** Number of characters that the token matches: one, or any number including none. */
  kind: 'one' | 'many';
  fits: (character: string) => boolean;
}

const isNoSlash = (character: string): boolean => character !== '/';

/**
 * Returns whether the tokens match the text. Follows all reachable positions together, so the time is at most
 * proportional to the number of tokens times the length of the text.
 */
function matches(tokens: readonly Token[], text: string): boolean {
  let reached = [0];
  const end = tokens.length;
  // Adds the positions after tokens of kind `many`, which can match the empty string.
  const spread = (positions: readonly number[]): number[] => {
    const all = new Set<number>();
    for (const from of positions) {
      for (let at = from; !all.has(at); at += 1) {
        all.add(at);
        if (tokens[at]?.kind !== 'many') break;
      }
    }
    return [...all];
  };
  reached = spread(reached);
  for (const character of text) {
    const following = reached.flatMap((at) => {
      const token = tokens[at];
      if (token === undefined || !token.fits(character)) return [];
      return [token.kind === 'many' ? at : at + 1];
    });
    if (following.length === 0) return false;
    reached = spread(following);
  }
  return reached.includes(end);
}
