/**
 * Compiles a glob pattern into a matcher for path segments. `**` matches any number of segments; `*`, `?` and `[…]`
 * match characters within a segment. Matching time is at most proportional to the pattern's length times the path's
 * length.
 */
export function compileGlob(pattern: string): (segments: readonly string[]) => boolean {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  const matchers = parts.map((part) => (part === '**' ? undefined : compileSegment(part)));
  return (segments) => {
    // Positions in the pattern that the segments read so far can lead to.
    let reached = skipStars(new Set([0]), matchers);
    for (const segment of segments) {
      const next = new Set<number>();
      for (const at of reached) {
        if (at === matchers.length) continue;
        const matcher = matchers[at];
        if (matcher === undefined) next.add(at);
        else if (matcher(segment)) next.add(at + 1);
      }
      reached = skipStars(next, matchers);
      if (reached.size === 0) return false;
    }
    return reached.has(matchers.length);
  };
}

/** Adds the positions after each `**`, because `**` can match zero segments. */
function skipStars(positions: Set<number>, matchers: readonly unknown[]): Set<number> {
  for (const at of positions) {
    if (at < matchers.length && matchers[at] === undefined) positions.add(at + 1);
  }
  return positions;
}

type Token = 'any' | ((character: string) => boolean);

function compileSegment(part: string): (segment: string) => boolean {
  const tokens = tokenize(Array.from(part));
  return (segment) => {
    const characters = Array.from(segment);
    let token = 0;
    let at = 0;
    let star = -1;
    let mark = 0;
    while (at < characters.length) {
      const one = tokens[token];
      if (one === 'any') {
        star = token;
        mark = at;
        token += 1;
      } else if (one?.(characters[at] ?? '') === true) {
        token += 1;
        at += 1;
      } else if (star === -1) return false;
      else {
        // The last `*` is assumed to match one more character, and matching continues after that character.
        token = star + 1;
        mark += 1;
        at = mark;
      }
    }
    while (tokens[token] === 'any') token += 1;
    return token === tokens.length;
  };
}

function tokenize(characters: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') {
      if (tokens.at(-1) !== 'any') tokens.push('any');
    } else if (character === '?') tokens.push(() => true);
    else if (end !== -1) {
      tokens.push(compileClass(characters.slice(at + 1, end)));
      at = end;
    } else if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      const escaped = characters[at];
      tokens.push((one) => one === escaped);
    } else tokens.push((one) => one === character);
  }
  return tokens;
}

function compileClass(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^';
  const members = isNegated ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at += 1) {
    const first = members[at] ?? '';
    const last = members[at + 1] === '-' ? members[at + 2] : undefined;
    if (last === undefined) ranges.push([first, first]);
    else {
      ranges.push([first, last]);
      at += 2;
    }
  }
  return (character) => ranges.some(([first, last]) => character >= first && character <= last) !== isNegated;
}
