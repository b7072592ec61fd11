import type { CodeReader, Language, Variable } from '../agent-code/code-reader.ts';

/** What `init` reads of a repository. Paths are relative to its root, with `/`. Its content is not trusted. */
export interface RepositoryReader extends CodeReader {
  /** What its host, else its folder, calls it. */
  readonly name: string;
  /** The default branch, as far as the checkout tells. */
  readonly defaultBranch: string | undefined;
}

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
