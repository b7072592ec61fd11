import type { Clock } from '../../clients/clock.ts';

/**
 * Clock that determines every time that clients can observe. Virtual time advances only while no work is in progress,
 * so code pauses the clock while the code works. Real time passes while the clock is paused, but cannot be moved
 * forward.
 */
export interface ServiceClock extends Clock {
  /** Returns the emulator's current time in epoch milliseconds, including its skew. Responses contain this time. */
  now(): number;
  /** Returns milliseconds since a fixed moment, without skew, to measure durations. */
  elapsed(): number;
  /** Pauses time until the returned function is called. Further calls of the returned function have no effect. */
  pause(): () => void;
  /**
   * Keeps real time from being moved forward until the returned function is called. `delayMoves` is for work whose
   * duration is real, such as a run, and has no effect on virtual time.
   */
  delayMoves(): () => void;
}

/** Clock for one sequential task. The clock pauses time except while the task sleeps or waits. */
export interface TaskClock extends Clock {
  elapsed(): number;
  /** Waits for a promise that does not depend on time. Time can advance during the wait. */
  resumeWhile<T>(wait: Promise<T>): Promise<T>;
}

/** Runs work with paused time, except while the work sleeps or waits on its clock. */
export async function withClockPaused<T>(
  time: ServiceClock,
  work: (own: TaskClock) => Promise<T>,
): Promise<T> {
  let resumeClock = time.pause();
  const rest = async <R>(wait: Promise<R>): Promise<R> => {
    resumeClock();
    try {
      return await wait;
    } finally {
      // Time must not advance once the sleep has ended and the work continues.
      resumeClock = time.pause();
    }
  };
  try {
    return await work({
      now: () => time.now(),
      elapsed: () => time.elapsed(),
      sleep: (ms, signal) => rest(time.sleep(ms, signal)),
      resumeWhile: rest,
    });
  } finally {
    resumeClock();
  }
}

const nothing = () => () => undefined;

/** Returns a service clock for a clock that cannot be paused. */
export function toServiceClock(clock: Clock): ServiceClock {
  return { ...clock, elapsed: () => clock.now(), pause: nothing, delayMoves: nothing };
}

/** Last moment that a Date can represent, in epoch milliseconds. */
export const LAST_DATE_MS = 8.64e15;

/**
 * Returns the moment `seconds` after `now`, in whole epoch milliseconds. The result is at most the last representable
 * date, because `seconds` might come from another service.
 */
export function timeAfter(now: number, seconds: number): number {
  return Math.min(Math.trunc(now + seconds * 1_000), LAST_DATE_MS);
}

/** Formats epoch milliseconds as ISO 8601 for responses. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
