interface Image {
  name: string;
  tag: string | undefined;
  digest: string | undefined;
}

/**
 * Whether two references surely name different images. A service may write a reference out (`docker.io/library/a:1`
 * for `a:1`) or put the digest for the tag: that alone is no difference. Pure.
 */
export function imagesDiffer(one: string, other: string): boolean {
  const [a, b] = [parse(one), parse(other)];
  const sameName = a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
  if (!sameName) return true;
  if (a.digest !== undefined && b.digest !== undefined) return a.digest !== b.digest;
  if (a.digest === undefined && b.digest === undefined) return (a.tag ?? 'latest') !== (b.tag ?? 'latest');
  return a.tag !== undefined && b.tag !== undefined && a.tag !== b.tag;
}

function parse(reference: string): Image {
  const [, name = '', tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/.exec(reference) ?? [];
  return { name, tag, digest };
}
