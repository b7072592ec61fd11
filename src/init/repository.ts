/** What `init` reads of a repository. Paths are relative to its root, with `/`. Its content is not trusted. */
export interface RepositoryReader {
  /** What its host, else its folder, calls it. */
  readonly name: string;
  /** The default branch, as far as the checkout tells. */
  readonly defaultBranch: string | undefined;
  /** The paths of all files that are tracked, or would be added. */
  files(): Promise<readonly string[]>;
  /** The text of a plain file, also of an ignored one such as `.env`; undefined: there is none, or it is too large. */
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

/** An agent that a graph configuration describes. */
export interface Agent {
  /** Of its deployment. */
  name: string;
  configPath: string;
  /** The folder of the configuration; empty for the root. */
  folder: string;
  languages: readonly Language[];
  /** Patterns of the input `paths`; none: every file counts. */
  paths: readonly string[];
  /** What makes the modules that the configuration names, where they are not in the repository. */
  buildCommand: string | undefined;
  variables: readonly Variable[];
}

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
