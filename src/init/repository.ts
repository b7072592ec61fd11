import type { CodeReader, Language, Variable } from '../agent-code/code-reader.ts';

/**
 * Reads a repository for `init`. Paths are relative to the repository's root and separated by `/`. The content of the
 * repository is untrusted.
 */
export interface RepositoryReader extends CodeReader {
  /** Name of the repository from the remote URL, or else the folder's name. */
  readonly name: string;
  /** Default branch of the repository, or `undefined` if the checkout does not show it. */
  readonly defaultBranch: string | undefined;
}

/** An agent that a graph configuration describes. */
export interface Agent {
  /** Name of the agent's deployment. */
  name: string;
  configPath: string;
  /** Folder that contains the configuration, or an empty string for the root. */
  folder: string;
  languages: readonly Language[];
  /** Patterns for the input `paths`, or an empty list if every file might affect the agent. */
  paths: readonly string[];
  /** Command that creates the modules that the configuration requires but the repository does not contain. */
  buildCommand: string | undefined;
  /**
   * Path of the file with the cases for comparing previews with the deployment, or `undefined` if no such file exists.
   */
  cases: string | undefined;
  variables: readonly Variable[];
}
