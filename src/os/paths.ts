import { isAbsolute, relative, sep } from 'node:path';

/** Whether `path` is `root` or below it; both absolute and without links. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
