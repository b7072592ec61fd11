import { isAbsolute, relative, sep } from 'node:path';

/** Returns whether `path` is `root` or is below `root`. `root` and `path` must be absolute, with links resolved. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
