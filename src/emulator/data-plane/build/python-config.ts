/** What a graph configuration says about Python; its graphs are Python's. */
export interface PythonConfig {
  /** `python_version` as `major.minor`, such as "3.12". */
  version: string | undefined;
  installer: 'auto' | 'uv' | 'pip';
  /** `pip_config_file` as written, relative to the configuration's folder. */
  pipConfigFile: string | undefined;
  source: PythonSource;
}

/** Where the packages of Python graphs are named. */
export type PythonSource =
  /** `dependencies` as written: local folders begin with a dot, all others are requirements. */
  | { kind: 'dependencies'; entries: string[] }
  /** A uv project with its lock file: its folder, relative to the configuration's, and the workspace's package to run. */
  | { kind: 'uv'; root: string; package: string | undefined };

/** The entries of `dependencies`, sorted by what is to be done with them. Folders and files are absolute, without links. */
export interface DependencyPlan {
  /** Requirements as pip understands them, without local folders. */
  requirements: string[];
  /** The `requirements.txt` of local folders without a project file. */
  requirementFiles: string[];
  /** Folders with a project file (`pyproject.toml` or `setup.py`): installed as packages. */
  packages: string[];
  /** Folders without one: importable from as they are. */
  paths: string[];
  /** Folders without one that are packages themselves: `folder` is imported as `name`. */
  flat: { name: string; folder: string }[];
}
