import type { CodeReader, Language, Variable } from '../agent-code/code-reader.ts';

/** Reads a repository for `init`. Paths are relative to its root and separated by `/`. The content is untrusted. */
export interface RepositoryReader extends CodeReader {
  /** Name of the repository from the remote URL, or else the folder's name. */
  readonly name: string;
  /** Default branch of the repository; `undefined` if the checkout does not show it. */
  readonly defaultBranch: string | undefined;
}

/** An agent that a graph configuration describes. */
export interface Agent {
  /** Name of the agent's deployment. */
  name: string;
  configPath: string;
  /** Folder that contains the configuration; empty for the root. */
  folder: string;
  languages: readonly Language[];
  /** Patterns for the input `paths`; empty if every file may affect the agent. */
  paths: readonly string[];
  /** Command that creates the modules that the configuration requires but the repository does not contain. */
  buildCommand: string | undefined;
  /** Path of the file with cases that previews are compared with the deployment on; `undefined` without such a file. */
  cases: string | undefined;
  variables: readonly Variable[];
}
