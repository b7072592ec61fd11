/**
 * Returns a function that compiles a pattern with classes such as `\p{L}` on first use. To compile such a class, the
 * engine needs up to half a millisecond. The engine compiles a literal even if the function with the literal never
 * runs, so literals would delay the start of every step.
 */
export function unicodePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
