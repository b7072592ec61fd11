/**
 * Returns a function that compiles a pattern with classes such as `\p{L}` on first use. The JavaScript engine needs up
 * to half a millisecond to compile a class such as `\p{L}`. Literals would delay the start of every step, because the
 * engine compiles a literal even if its function never runs.
 */
export function unicodePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
