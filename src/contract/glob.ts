/**
 * Compiles a glob for paths: `*` matches any characters except slashes, `**` any characters, `?` one character except a
 * slash. All other characters are literal. The glob must match the whole path.
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
  /** States whether the token matches one character or any number of characters. */
  kind: 'one' | 'many';
  fits: (character: string) => boolean;
}

const isNoSlash = (character: string): boolean => character !== '/';

/**
 * Follows all reachable positions at the same time, so the running time is at most proportional to the product of both
 * lengths.
 */
function matches(tokens: readonly Token[], text: string): boolean {
  let reached = [0];
  const end = tokens.length;
  // Adds the positions after tokens that can match the empty string.
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
