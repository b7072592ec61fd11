import type { Clock } from '../../clients/clock.ts';

/**
 * The clock of everything that clients can see. Virtual time advances only while no work is in progress, so work
 * pauses it. On real time, pausing has no effect.
 */
export interface ServiceClock extends Clock {
  /** Returns the service's own time, which its responses contain. It may be skewed. */
  now(): number;
  /** Returns milliseconds since a fixed moment, unaffected by skew, to measure durations. */
  elapsed(): number;
  /** Pauses time until the returned function is called. Further calls of the function have no effect. */
  pause(): () => void;
}

/** Product time of one task, which pauses time except while the task sleeps or waits. Only for sequential code. */
export interface TaskClock extends Clock {
  elapsed(): number;
  /** Waits for something that does not depend on time, and lets time advance while waiting. */
  resumeWhile<T>(wait: Promise<T>): Promise<T>;
}

/** Runs work with time paused, except while the work sleeps or waits on its clock. */
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
      // Virtual time waits for the work that it woke.
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

/** Returns a service clock for a clock that cannot be paused. */
export function toServiceClock(clock: Clock): ServiceClock {
  return { ...clock, elapsed: () => clock.now(), pause: () => () => undefined };
}

/** The last moment that a Date can represent. */
const LAST_DATE_MS = 8.64e15;

/**
 * Returns the moment this many seconds from now, in storable form: whole milliseconds, at most the last representable
 * date, because the seconds may come from another service.
 */
export function timeAfter(now: number, seconds: number): number {
  return Math.min(Math.trunc(now + seconds * 1_000), LAST_DATE_MS);
}

/** Formats epoch milliseconds as the ISO 8601 text of responses. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
