import type { Clock } from '../../clients/clock.ts';
import type { Host } from '../host/host.ts';
import type { EmulatorSettings } from '../inputs/emulator-inputs.ts';
import type { UnlocatedProblem } from '../inputs/problem.ts';
import type { EmulatorRecord } from './record.ts';
import type { EmulatorState, StartedProcess } from './state.ts';

/** Inputs whose documents were read, in the form that the emulator receives. */
export interface EmulatorOrder extends Omit<EmulatorSettings, 'seed' | 'faults' | 'apiKey'> {
  seed: string | undefined;
  faults: string | undefined;
  apiKey: string;
}

/** A program that was installed from the package. */
export interface InstalledEmulator {
  /** File that Node starts. */
  program: string;
  version: string;
}

/** How an installation ended. */
export type InstallResult =
  | { kind: 'installed'; emulator: InstalledEmulator }
  /** `lines`: the end of what npm said. */
  | { kind: 'failed'; message: string; lines: readonly string[] }
  | { kind: 'aborted'; lines: readonly string[] };

/** A started emulator during this step; it outlives the step. */
export interface StartedEmulator {
  process: StartedProcess;
  /** Returns how the emulator ended, once it has ended. */
  ended(): { code: number | null; signal: string | null } | undefined;
}

/** Functions of the machine that the emulator action needs. */
export interface EmulatorMachine {
  /** Returns the packed emulators next to the action. */
  findPackages(): Promise<string[]>;
  /** Returns the text of a file of the checkout, or its problem. */
  readWorkspaceFile(file: string): Promise<string | UnlocatedProblem>;
  /** Creates a folder that only this user may enter. Everything except its logs is deleted with the job. */
  makeFolder(): Promise<string>;
  folderOwner(folder: string): Promise<'ours' | 'foreign' | 'gone'>;
  /** Removes everything in the folder except the logs. */
  clearFolder(folder: string): Promise<void>;
  /** Writes a file that only this user may read. */
  writeFile(file: string, text: string): Promise<void>;
  /** Removes a file. Succeeds if it does not exist, or if the system keeps it open. */
  removeFile(file: string): Promise<void>;
  /** Returns `undefined` if the file does not exist. */
  readFile(file: string): Promise<string | undefined>;
  /** Returns the lines of a file; none if it does not exist. */
  readLines(file: string): AsyncIterable<string>;
  /** Installs a packed emulator with npm. `onStart` receives npm's process, to stop it after a killed step. */
  install(
    tarball: string,
    folder: string,
    options: { signal: AbortSignal; onStart: (npm: StartedProcess) => Promise<void> },
  ): Promise<InstallResult>;
  /**
   * Starts the emulator so that it outlives this step, with its output in the folder. Rejects if it cannot be
   * started.
   */
  start(
    emulator: InstalledEmulator,
    options: { folder: string; args: readonly string[]; apiKey: string },
  ): Promise<StartedEmulator>;
  /** Returns the process that ends with the job; `undefined` if this step cannot see that process. */
  jobProcess(): number | undefined;
  /**
   * Stops a process that a run started in one of our folders. Returns `gone` if the process had ended before, or if
   * another process has the pid, because the state that contains the pid can be forged.
   */
  stop(started: StartedProcess, folder: string): Promise<'stopped' | 'gone'>;
}

/** Dependencies outside the action. */
export interface EmulatorDependencies {
  host: Host;
  clock: Clock;
  signal: AbortSignal;
  crash: AbortSignal;
  /** Returns a new API key. */
  createKey: () => string;
  machine: EmulatorMachine;
  /** Resolves when a cancelled step must exit, even if clean-up is incomplete. */
  cancelGracePeriod(): Promise<void>;
}

/** One run: its dependencies behind a redactor, and the state so far. `plain` is the runner without the redactor. */
export interface EmulatorContext extends EmulatorDependencies {
  plain: Host;
  redact: (text: string) => string;
  record: EmulatorRecord;
  state: EmulatorState;
  checkpoint(): Promise<void>;
}
