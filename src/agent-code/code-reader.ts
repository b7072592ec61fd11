/**
 * Reads the code of an agent. All paths are relative to one root folder, with `/`. The content of the files is
 * untrusted.
 */
export interface CodeReader {
  /** Returns the paths of all files that git tracks or would add. */
  files(): Promise<readonly string[]>;
  /**
   * Returns the text of a regular file, including an ignored file such as `.env`. Returns `undefined` if the file does
   * not exist or is too large.
   */
  read(path: string): Promise<string | undefined>;
}

/** An environment variable of an agent. */
export interface Variable {
  name: string;
  /** Path of the file that contains the variable's name, or name of the package that reads the variable. */
  foundIn: string;
  /**
   * True if the agent needs the variable, or false if the variable has a default or the code handles a missing value.
   */
  isNeeded: boolean;
  /** Kind of the entry that stores the value in the repository's settings on GitHub. */
  kind: 'secret' | 'variable';
}

export type Language = 'python' | 'typescript';

/** Returns the folder of a path, or an empty string for the root. */
export const folderOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';

/** Returns the last part of a path. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Resolves a path that a file in `folder` contains.
 * @returns The path, or `undefined` if the path is outside the repository.
 */
export function resolveFrom(folder: string, written: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(written)) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of written.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Returns whether a path is the folder or below the folder. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
