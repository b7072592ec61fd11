import { createTextMatcher } from '../../redaction/text-matcher.ts';

/** A set of texts that only grows, and a way to find them in others without looking for each one in turn. */
export interface KnownTexts {
  /** Every text must be at least `shortest` characters long. */
  add(text: string): void;
  has(text: string): boolean;
  /**
   * The line with every known text replaced: the leftmost first, and at one place the longest. `met` is told each one
   * that stood there.
   */
  replaceIn(line: string, by: string, met?: (text: string) => void): string;
}

/** No texts yet. A line is read once whatever their number, and however alike they begin. */
export function createKnownTexts(shortest: number): KnownTexts {
  const matcher = createTextMatcher();
  return {
    has: (text) => matcher.has(text),
    add(text) {
      if (text.length < shortest) throw new RangeError(`a known text has at least ${shortest} characters`);
      matcher.add(text);
    },
    replaceIn(line, by, met) {
      if (matcher.size === 0) return line;
      let kept = '';
      let from = 0;
      for (let at = 0; at + shortest <= line.length; ) {
        const end = matcher.endOfLongest(line, at);
        if (end === -1) {
          at += 1;
          continue;
        }
        met?.(line.slice(at, end));
        kept += line.slice(from, at) + by;
        at = end;
        from = end;
      }
      return from === 0 ? line : kept + line.slice(from);
    },
  };
}
