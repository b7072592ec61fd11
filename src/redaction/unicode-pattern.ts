/**
 * Returns a pattern with classes such as `\p{L}` that is compiled on first use. The engine needs up to half a
 * millisecond to build such a class, and builds it for a literal even if the function never runs, which would delay
 * the start of every step.
 */
export function unicodePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
