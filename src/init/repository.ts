import type { CodeReader, Language, Variable } from '../agent-code/code-reader.ts';

/** Reads a repository for `init`. Paths are relative to its root and separated by `/`. The content is not trusted. */
export interface RepositoryReader extends CodeReader {
  /** Repository name from the remote URL, or else the folder's name. */
  readonly name: string;
  /** Default branch, as far as the checkout shows it. */
  readonly defaultBranch: string | undefined;
}

/** An agent described by a graph configuration. */
export interface Agent {
  /** Name of its deployment. */
  name: string;
  configPath: string;
  /** Folder of the configuration; empty for the root. */
  folder: string;
  languages: readonly Language[];
  /** Patterns of the input `paths`; empty if every file counts. */
  paths: readonly string[];
  /** Command that creates modules of the configuration that are missing in the repository. */
  buildCommand: string | undefined;
  variables: readonly Variable[];
}
