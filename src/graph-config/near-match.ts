import { distance } from 'fastest-levenshtein';

/** The one of these names that the given one was probably meant to be. */
export function nearMatch(name: string, names: Iterable<string>): string | undefined {
  // A longer one is no slip of the hand, and would take long to compare.
  if (name.length > 100) return undefined;
  const allowed = name.length <= 4 ? 1 : 2;
  const near = [...names]
    .map((other) => ({ other, off: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ off }) => off <= allowed)
    .sort((a, b) => a.off - b.off);
  return near[0]?.other;
}
