import type { CodeReader, Language, Variable } from '../agent-code/code-reader.ts';

/**
 * Reads a repository for `init`. Paths are relative to the repository's root, with `/`. The content of the repository
 * is untrusted.
 */
export interface RepositoryReader extends CodeReader {
  /** Name of the repository from the URL of the remote, or else the name of the folder. */
  readonly name: string;
  /** Default branch of the repository, or `undefined` if the checkout does not contain its name. */
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
  /** Path of the file with the cases for comparing previews with the deployment, or `undefined` without such a file. */
  cases: string | undefined;
  variables: readonly Variable[];
}
