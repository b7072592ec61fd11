import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** Thrown if a folder for writing is not inside its root. The message is a sentence that contains the path. */
export class UnsafeFolderError extends Error {
  override readonly name = 'UnsafeFolderError';
}

/**
 * Creates a folder below a root, and all missing parent folders. No folder between the root and the new folder may be a
 * link, because a link in a checkout could lead to any folder of the machine.
 *
 * @param root Existing folder.
 * @param relative Path of the folder, relative to the root.
 * @returns the absolute path of the folder, with the links in the root's path resolved.
 * @throws UnsafeFolderError if the path leads out of the root, or if a part of the path is a link or a file, or the
 * system's error if the folder cannot be created.
 */
export async function makeFolderWithin(root: string, relative: string): Promise<string> {
  const way = path.normalize(relative);
  if (path.isAbsolute(way) || way.split(path.sep).includes('..') || way.includes('\0')) {
    throw new UnsafeFolderError(`${relative} must be a folder below ${root}`);
  }
  let at = await realpath(root);
  for (const part of way.split(path.sep)) {
    if (part === '' || part === '.') continue;
    const parent = at;
    at = path.join(parent, part);
    await mkdir(at).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    if (!(await lstat(at)).isDirectory()) {
      throw new UnsafeFolderError(
        `${path.relative(await realpath(root), at)} must be a folder of the repository, but is a link or a file`,
      );
    }
  }
  return at;
}

/**
 * Replaces a file atomically, so readers see the whole old content or the whole new content. If the path is a link,
 * replaces the link.
 * @throws the system's error if the file cannot be written, for example because the path is a folder.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
