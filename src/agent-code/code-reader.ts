/** What is read of the code of an agent. Paths are relative to one root, with `/`. Its content is not trusted. */
export interface CodeReader {
  /** The paths of all files that are tracked, or would be added. */
  files(): Promise<readonly string[]>;
  /** The text of a plain file, also of an ignored one such as `.env`; `undefined` if none exists, or it is too large. */
  read(path: string): Promise<string | undefined>;
}

/** The names of an agent's environment variables, and how a workflow gives their values. */
export interface Variable {
  name: string;
  /** Where the name was found: a file, or the package that reads it. */
  foundIn: string;
  /** Without it the agent would lack something; the others have a default, or are only looked at. */
  isNeeded: boolean;
  /** Kept as a secret of the repository, or as a variable of it. */
  kind: 'secret' | 'variable';
}

/** What an agent is written in. */
export type Language = 'python' | 'typescript';

/** The folder of a path; empty for the root. */
export const folderOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';

/** The last part of a path. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Resolves a path that stands in a file of `folder`.
 * @returns undefined when it leads out of the repository
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

/** Whether a path is a folder's or lies below it. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
