/**
 * Compiles a glob over path-like text: `*` is any run of characters without a slash, `**` any run at all, `?` one
 * character except a slash; everything else is literal. The whole text must match.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  let source = '';
  for (const [part] of glob.matchAll(/\*\*+|\*|\?|[^*?]+/gs)) {
    if (part.startsWith('**')) source += '.*';
    else if (part === '*') source += '[^/]*';
    else if (part === '?') source += '[^/]';
    else source += part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  }
  const pattern = new RegExp(`^${source}$`, 's');
  return (text) => pattern.test(text);
}
