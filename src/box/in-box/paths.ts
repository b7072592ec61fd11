import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { FileErrorCode } from './messages.ts';

const LONGEST = 4096;

export class FileError extends Error {
  readonly code: FileErrorCode;
  constructor(trouble: FileErrorCode, message: string) {
    super(message);
    this.code = trouble;
  }
}

/** A path as asked for, absolute. Relative ones begin at `home`. Throws `FileTrouble`. */
export function toAbsolute(asked: string, home: string): string {
  if (asked === '' || asked.includes('\0') || Buffer.byteLength(asked) > LONGEST) {
    throw new FileError('invalid-path', 'a path has 1 to 4096 bytes and no NUL');
  }
  return path.resolve(home, asked);
}

/** Throws `FileTrouble` when `file`, with its links followed, lies elsewhere than below `root`. Null = anywhere. */
export function assertInside(file: string, root: string | null, asked: string): void {
  if (root === null) return;
  const real = realpathSync(root);
  if (file !== real && !file.startsWith(real + path.sep)) {
    throw new FileError(
      'outside',
      `${asked} lies outside the box: use a path relative to its home, or one below ${path.join(root)}`,
    );
  }
}

/** The deepest folder of `folder` that exists, its links followed, and the names below it that do not exist yet. */
export function deepestExisting(folder: string): { real: string; missing: string[] } {
  const missing: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      return { real: realpathSync(at), missing };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' || at === path.dirname(at)) throw error;
      missing.unshift(path.basename(at));
    }
  }
}
