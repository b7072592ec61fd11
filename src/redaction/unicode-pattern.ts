/**
 * A pattern with classes such as `\p{L}`, built on first use. The engine needs up to half a millisecond to build such a
 * class, and does so for a literal even where it only checks the syntax of a function that never runs: each of them
 * would delay the start of every step.
 */
export function unicodePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
