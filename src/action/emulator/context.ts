import type { Clock } from '../../clients/clock.ts';
import type { Host } from '../host/host.ts';
import type { EmulatorSettings } from '../inputs/emulator-inputs.ts';
import type { Unlocated } from '../inputs/problem.ts';
import type { EmulatorRecord } from './record.ts';
import type { EmulatorState, StartedProcess } from './state.ts';

/** Inputs whose documents were read, as the emulator gets them. */
export interface EmulatorOrder extends Omit<EmulatorSettings, 'seed' | 'faults' | 'apiKey'> {
  seed: string | undefined;
  faults: string | undefined;
  apiKey: string;
}

/** A program that was installed from the package. */
export interface InstalledEmulator {
  /** The file that Node starts. */
  program: string;
  version: string;
}

/** How an installation ended. */
export type InstallResult =
  | { kind: 'installed'; emulator: InstalledEmulator }
  /** `lines`: the end of what npm said. */
  | { kind: 'failed'; message: string; lines: readonly string[] }
  | { kind: 'aborted'; lines: readonly string[] };

/** A started emulator, as long as this step lasts; it outlives the step. */
export interface StartedEmulator {
  process: StartedProcess;
  /** How it ended, as soon as it has. */
  ended(): { code: number | null; signal: string | null } | undefined;
}

/** What the emulator action needs of this machine. */
export interface EmulatorMachine {
  /** The packed emulators beside the action. */
  findPackages(): Promise<string[]>;
  /** The text of a file of the checkout, or what is wrong with it. */
  readWorkspaceFile(file: string): Promise<string | Unlocated>;
  /** A folder that only this user may enter; all but its logs is deleted with the job. */
  makeFolder(): Promise<string>;
  folderOwner(folder: string): Promise<'ours' | 'foreign' | 'gone'>;
  /** Removes everything in the folder but its logs. */
  clearFolder(folder: string): Promise<void>;
  /** Readable by this user alone. */
  writeFile(file: string, text: string): Promise<void>;
  /** Fine where there is none, or where the system does not let go of it. */
  removeFile(file: string): Promise<void>;
  /** Undefined where there is none. */
  readFile(file: string): Promise<string | undefined>;
  /** Line by line; empty without a file. */
  readLines(file: string): AsyncIterable<string>;
  /** Installs a packed emulator by npm. `onStart` gets npm's process, for a clean-up after a killed step. */
  install(
    tarball: string,
    folder: string,
    options: { signal: AbortSignal; onStart: (npm: StartedProcess) => Promise<void> },
  ): Promise<InstallResult>;
  /** Starts it so that it outlives this step, with its output in the folder. Rejects when it cannot be started. */
  start(
    emulator: InstalledEmulator,
    options: { folder: string; args: readonly string[]; apiKey: string },
  ): Promise<StartedEmulator>;
  /** The process that ends with the job; undefined where this step does not see it. */
  jobProcess(): number | undefined;
  /**
   * Stops a process that a run started in its folder, a folder of ours. Returns `gone` if the process had ended before, or if
   * another process has the pid: the state that names it can be forged.
   */
  stop(started: StartedProcess, folder: string): Promise<'stopped' | 'gone'>;
}

/** Access to everything outside. */
export interface EmulatorDependencies {
  host: Host;
  clock: Clock;
  signal: AbortSignal;
  crash: AbortSignal;
  /** A new API key. */
  createKey: () => string;
  machine: EmulatorMachine;
  /** Resolves when a cancelled step must exit, even with clean-up left. */
  cancelGracePeriod(): Promise<void>;
}

/** One run: its dependencies behind a redactor, and the state so far. `plain` is the runner without it. */
export interface EmulatorContext extends EmulatorDependencies {
  plain: Host;
  redact: (text: string) => string;
  record: EmulatorRecord;
  state: EmulatorState;
  checkpoint(): Promise<void>;
}
