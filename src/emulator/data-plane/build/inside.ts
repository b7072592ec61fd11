import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Where a path written in a checkout leads. */
export type ResolvedPath = { kind: 'inside'; path: string } | { kind: 'outside' } | { kind: 'missing' };

/**
 * Resolves a path that somebody wrote, from a folder of the checkout, following links: only what really lies inside the
 * checkout may be read.
 */
export async function resolveInside(
  checkout: string,
  folder: string,
  written: string,
): Promise<ResolvedPath> {
  if (isAbsolute(written) || written.includes('\0')) return { kind: 'outside' };
  const root = await realpath(checkout);
  const wanted = resolve(await realpath(folder), written);
  if (!isWithin(root, wanted)) return { kind: 'outside' };
  try {
    const path = await realpath(wanted);
    return isWithin(root, path) ? { kind: 'inside', path } : { kind: 'outside' };
  } catch {
    return { kind: 'missing' };
  }
}

/** Whether `path` is `root` or below it; both absolute and without links. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
