import type { Clock } from '../../clients/clock.ts';
import type { Host } from '../host/host.ts';
import type { EmulatorSettings } from '../inputs/emulator-inputs.ts';
import type { UnlocatedProblem } from '../inputs/problem.ts';
import type { EmulatorRecord } from './record.ts';
import type { EmulatorState, StartedProcess } from './state.ts';

/**
 * The action's inputs in the form that the emulator accepts, where `seed` and `faults` contain YAML or JSON, not paths.
 */
export interface EmulatorOrder extends Omit<EmulatorSettings, 'seed' | 'faults' | 'apiKey'> {
  seed: string | undefined;
  faults: string | undefined;
  apiKey: string;
}

/** An emulator that was installed from its package. */
export interface InstalledEmulator {
  program: string;
  version: string;
}

/** Result of an installation. */
export type InstallResult =
  | { kind: 'installed'; emulator: InstalledEmulator }
  /** `lines` contains the last lines of npm's output. */
  | { kind: 'failed'; message: string; lines: readonly string[] }
  | { kind: 'aborted'; lines: readonly string[] };

/** The started emulator, which outlives this step. */
export interface StartedEmulator {
  process: StartedProcess;
  /** Returns the emulator's exit code or signal, or `undefined` while it is running. */
  ended(): { code: number | null; signal: string | null } | undefined;
}

/** Operating system functions that the emulator action needs. */
export interface EmulatorMachine {
  /** Returns the paths of the emulator packages in the action's folder. */
  findPackages(): Promise<string[]>;
  /** Returns the content of a file in the checkout, or the problem if the file cannot be read. */
  readWorkspaceFile(file: string): Promise<string | UnlocatedProblem>;
  /**
   * Creates a folder that only this user can access. At the end of the job, the runner deletes everything in the folder
   * except the logs.
   */
  makeFolder(): Promise<string>;
  folderOwner(folder: string): Promise<'ours' | 'foreign' | 'gone'>;
  /** Removes everything in the folder except the logs. */
  clearFolder(folder: string): Promise<void>;
  /** Writes a file that only this user can read. */
  writeFile(file: string, text: string): Promise<void>;
  /** Removes a file, and succeeds if the file does not exist or if the system keeps the file open. */
  removeFile(file: string): Promise<void>;
  /** Returns the content of a file, or `undefined` if the file does not exist. */
  readFile(file: string): Promise<string | undefined>;
  /** Returns the lines of a file, or no lines if the file does not exist. */
  readLines(file: string): AsyncIterable<string>;
  /** Installs an emulator package with npm. `onStart` receives npm's process, so that the post step can stop npm. */
  install(
    tarball: string,
    folder: string,
    options: { signal: AbortSignal; onStart: (npm: StartedProcess) => Promise<void> },
  ): Promise<InstallResult>;
  /**
   * Starts the emulator so that it outlives this step. Writes the emulator's output to files in the folder. Rejects if
   * the emulator cannot be started.
   */
  start(
    emulator: InstalledEmulator,
    options: { folder: string; args: readonly string[]; apiKey: string },
  ): Promise<StartedEmulator>;
  /**
   * Returns the ID of a process that ends together with the job, or `undefined` if this step cannot see such a process.
   */
  jobProcess(): number | undefined;
  /**
   * Stops a process that a run started in one of our folders. Returns `gone` if the process had already ended, or if
   * another process has the ID, because the state file with the ID can be forged.
   */
  stop(started: StartedProcess, folder: string): Promise<'stopped' | 'gone'>;
}

/** Dependencies that the entry point passes to the emulator action. */
export interface EmulatorDependencies {
  host: Host;
  clock: Clock;
  signal: AbortSignal;
  crash: AbortSignal;
  createKey: () => string;
  machine: EmulatorMachine;
  /** Resolves when a cancelled step must exit, even if the clean-up is incomplete. */
  cancelGracePeriod(): Promise<void>;
}

/**
 * State and dependencies of one run of the emulator action. `host` redacts secrets, and `plain` is the host without
 * redaction.
 */
export interface EmulatorContext extends EmulatorDependencies {
  plain: Host;
  redact: (text: string) => string;
  record: EmulatorRecord;
  state: EmulatorState;
  checkpoint(): Promise<void>;
}
