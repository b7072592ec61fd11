import type { EmulatorHandle, EmulatorOptions } from '../emulator.ts';
import type { Kept } from './kept.ts';

/** One way to use an emulator, and what it is held to afterwards. */
export interface Scenario {
  name: string;
  /** How its emulators are started, beside what every one is given. */
  options: Pick<EmulatorOptions, 'runtime' | 'compat' | 'seed'>;
  /**
   * Brings a fresh emulator into the state that every attempt starts from; the data directory it leaves is copied for
   * each. Gives what makes an attempt's play. `scratch`: a folder for whatever it needs outside of the data. Absent:
   * every attempt begins with an empty data directory.
   */
  prepare(emulator: EmulatorHandle | undefined, scratch: string): Promise<() => Play>;
  /** Whether its emulators begin with no data at all. */
  fromNothing?: boolean;
}

/** One attempt at a scenario. */
export interface Play {
  /** Uses the emulator until all is done. @throws Gone when it is killed meanwhile. */
  act(emulator: EmulatorHandle): Promise<void>;
  /** What must be in no file and no log, in clear. */
  secrets(): string[];
  /**
   * The emulator was killed (each time leaving `crashes`) and started again: waits until it rests, says what is wrong,
   * and tries whether it still works.
   */
  judge(emulator: EmulatorHandle, crashes: readonly Kept[]): Promise<string[]>;
  /** The same for what its data holds once it was stopped in good order. */
  judgeKept(crashes: readonly Kept[], after: Kept): string[];
}
