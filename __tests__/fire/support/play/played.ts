import type { RunReport } from '../run.ts';
import type { Schedule } from '../schedule.ts';
import type { Words } from '../others.ts';
import type { Makers, Truth } from '../truth.ts';

/** One run, and what was true around it; time stood still while it was read. */
export interface PlayedRun extends RunReport {
  index: number;
  /** When it began. */
  before: Truth;
  /** Since its last question was answered, up to its end: once, unless somebody acted in between. */
  truths: Truth[];
}

/** Everything that is known of a schedule once it was played. */
export interface Played {
  schedule: Schedule;
  words: Words;
  runs: PlayedRun[];
  /** When everything had come to rest, with no trouble any more. */
  settled: Truth;
  makers: Makers;
  /** Everything the emulator would show of it: journal and events. */
  shown: string;
}
