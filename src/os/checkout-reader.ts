import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { isWithin } from './paths.ts';
import { GENERATED_MAX_BYTES, readPlainText } from './plain-file.ts';

/** Result of resolving a path and its links: the path is inside or outside of the checkout, or is missing. */
export type ResolvedPath = { kind: 'inside'; path: string } | { kind: 'outside' } | { kind: 'missing' };

/** Result of finding a path in a checkout. A path inside the checkout has a type and a size. */
type FoundPath =
  | { kind: 'inside'; path: string; type: 'file' | 'folder' | 'other'; size: number }
  | Exclude<ResolvedPath, { kind: 'inside' }>;

/** Reads only files of an untrusted checkout. All paths are absolute, with links resolved. */
export interface CheckoutReader {
  readonly root: string;
  /** Resolves a path that is written in a file of the checkout, relative to a folder of the checkout. */
  find(folder: string, written: string): Promise<FoundPath>;
  /** Returns the entries of a folder. */
  list(folder: string): Promise<{ name: string; isFolder: boolean }[]>;
  /** Returns the content of a regular file. Rejects with a PlainFileError or the system's error. */
  read(file: string): Promise<string>;
}

/** Opens the checkout in a folder on disk. */
export async function openCheckout(folder: string): Promise<CheckoutReader> {
  const root = await realpath(folder);
  return {
    root,
    async find(from, written) {
      const found = await resolveInside(root, from, written);
      if (found.kind !== 'inside') return found;
      const about = await stat(found.path);
      const type = about.isFile() ? 'file' : about.isDirectory() ? 'folder' : 'other';
      return { ...found, type, size: about.size };
    },
    async list(path) {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    },
    read: (file) => readPlainText(file, { maxBytes: GENERATED_MAX_BYTES, within: root }),
  };
}

/**
 * Resolves a path that is written in a file of the checkout, relative to `folder`, and follows links. The caller may
 * read only files that are inside the checkout with all links resolved.
 */
export async function resolveInside(
  checkout: string,
  folder: string,
  written: string,
): Promise<ResolvedPath> {
  if (isAbsolute(written) || written.includes('\0')) return { kind: 'outside' };
  const root = await realpath(checkout);
  const target = resolve(await realpath(folder), written);
  if (!isWithin(root, target)) return { kind: 'outside' };
  try {
    const path = await realpath(target);
    return isWithin(root, path) ? { kind: 'inside', path } : { kind: 'outside' };
  } catch {
    return { kind: 'missing' };
  }
}
