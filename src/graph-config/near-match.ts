import { distance } from 'fastest-levenshtein';

/** Returns the known name that is most similar to the misspelled `name`, or `undefined` if no name is similar. */
export function nearMatch(name: string, names: Iterable<string>): string | undefined {
  // Long names are skipped, because the comparison of long names would take long.
  if (name.length > 100) return undefined;
  const allowed = name.length <= 4 ? 1 : 2;
  const near = [...names]
    .map((other) => ({ other, off: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ off }) => off <= allowed)
    .sort((a, b) => a.off - b.off);
  return near[0]?.other;
}
