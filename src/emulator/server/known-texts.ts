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

/** Buckets of the table that tells at most places, without touching the texts, that none begins there. */
const BUCKETS = 65_536;

/**
 * No texts yet. A line is read once whatever their number: each place is told by its first characters, so that adding
 * a text costs nothing later (a pattern over all of them would be made anew each time).
 */
export function createKnownTexts(shortest: number): KnownTexts {
  const all = new Set<string>();
  /** By their first `shortest` characters, the longest first: one that holds another is hidden whole. */
  const byStart = new Map<string, string[]>();
  const begins = new Uint8Array(BUCKETS);

  const found = (line: string, at: number): string | undefined => {
    if (begins[bucket(line, at)] === 0) return undefined;
    return byStart.get(line.slice(at, at + shortest))?.find((text) => line.startsWith(text, at));
  };

  return {
    has: (text) => all.has(text),
    add(text) {
      if (text.length < shortest) throw new RangeError(`a known text has at least ${shortest} characters`);
      if (all.has(text)) return;
      all.add(text);
      begins[bucket(text, 0)] = 1;
      const start = text.slice(0, shortest);
      byStart.set(
        start,
        [...(byStart.get(start) ?? []), text].toSorted((a, b) => b.length - a.length),
      );
    },
    replaceIn(line, by, met) {
      if (all.size === 0) return line;
      let kept = '';
      let from = 0;
      for (let at = 0; at + shortest <= line.length; ) {
        const text = found(line, at);
        if (text === undefined) {
          at += 1;
          continue;
        }
        met?.(text);
        kept += line.slice(from, at) + by;
        at += text.length;
        from = at;
      }
      return from === 0 ? line : kept + line.slice(from);
    },
  };
}

/** Of the first three characters. */
function bucket(text: string, at: number): number {
  const mixed = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);
  return mixed % BUCKETS;
}
