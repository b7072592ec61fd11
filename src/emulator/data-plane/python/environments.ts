import type { Processes } from '../../ports/processes.ts';
import type { PythonRuntime } from '../../ports/worker.ts';
import type { GraphEntry } from '../build/graph-config.ts';
import type { DependencyPlan, PythonConfig } from '../build/python-config.ts';
import { type StepContext, StepFailure } from '../build/step.ts';

/** What the environment of a revision is made of. */
export interface PythonRequest {
  checkout: string;
  /** The configuration's folder: absolute, without links; and relative to the checkout with `/`, '' being its root. */
  folder: string;
  folderName: string;
  /** The configuration, as the deployment names it, for messages. */
  shown: string;
  config: PythonConfig;
  plan: DependencyPlan;
  graphs: readonly PythonGraph[];
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  /** The revision's folder, absolute: what belongs to this revision alone lies here, and is removed with it. */
  home: string;
}

/** A graph of the configuration. */
export interface PythonGraph extends GraphEntry {
  /** Its module, absolute, without links; absent when the checkout does not tell: an installed package holds it. */
  file: string | undefined;
}

/** An environment in which a revision's graphs can be loaded. */
export interface PreparedPython {
  runtime: PythonRuntime;
  /** The kept environment it uses; undefined when the revision has one of its own. */
  key: string | undefined;
}

/** The Python environments of revisions, in the data folder. */
export interface PythonEnvironments {
  /**
   * Finds Python, installs what the configuration asks for, runs the install and build commands, and checks that the graphs'
   * names are there. The log says what it does.
   * @throws StepFailure for what the author can fix, StepAborted when cancelled.
   */
  prepare(context: StepContext, request: PythonRequest): Promise<PreparedPython>;
  /** Removes the least recently used environments, but none of `used` (their keys). Call it while nothing is built. */
  prune(used: ReadonlySet<string>): Promise<void>;
}

export interface PythonEnvironmentOptions {
  processes: Processes;
  /** Our own environment: the settings of package indexes are picked from it, for installs alone. */
  env: Readonly<Record<string, string | undefined>>;
  dataDir: string;
  /** Interpreters to try before those on PATH; each a program with its first arguments. */
  pythons: readonly (readonly string[])[];
}

export function createPythonEnvironments(_options: PythonEnvironmentOptions): PythonEnvironments {
  return {
    prepare: () => Promise.reject(new StepFailure('Python environments are not there yet.')),
    prune: () => Promise.resolve(),
  };
}
