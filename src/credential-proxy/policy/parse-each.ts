import type { Parsed } from '../canonical/checked.ts';
import type { PushProblem } from '../push.ts';

/** Reads each entry of a list; what is wrong is added to `problems`, at its place. */
export function parseEach<T>(
  texts: readonly string[],
  loc: PushProblem['loc'],
  limit: number,
  parse: (text: string) => Parsed<T>,
  problems: PushProblem[],
): T[] {
  if (texts.length > limit) problems.push({ loc, msg: `there are at most ${limit} entries` });
  return texts.slice(0, limit).flatMap((text, index) => {
    const parsed = parse(text);
    if (parsed.ok) return [parsed.value];
    problems.push({ loc: [...loc, index], msg: parsed.reason });
    return [];
  });
}
