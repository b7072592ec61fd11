import type { Clock } from '../../clients/clock.ts';

/**
 * The clock of everything that clients can see. Virtual time advances only while no work is done, so work pauses it. On
 * real time, pausing has no effect.
 */
export interface ServiceClock extends Clock {
  /** The service's own time, as its responses show it: it may be skewed. */
  now(): number;
  /** Milliseconds since some moment, unaffected by skew, for durations. */
  elapsed(): number;
  /** Time stands still until the returned function is called, once or more. */
  pause(): () => void;
}

/** Product time for one piece of work, which holds time still except while it sleeps or rests. Sequential. */
export interface TaskClock extends Clock {
  elapsed(): number;
  /** Waits for something that does not depend on time; lets time advance meanwhile. */
  resumeWhile<T>(wait: Promise<T>): Promise<T>;
}

/** Holds time still during work, but not while it sleeps on its clock, or rests. */
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
      // Virtual time waits for what it woke.
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

/** A clock that cannot be paused, as a service clock. */
export function toServiceClock(clock: Clock): ServiceClock {
  return { ...clock, elapsed: () => clock.now(), pause: () => () => undefined };
}

/** The last moment that has a date. */
const LAST_DATE_MS = 8.64e15;

/**
 * The moment so many seconds from now, in storable form: whole milliseconds, at most the last date: the seconds may
 * come from another service.
 */
export function timeAfter(now: number, seconds: number): number {
  return Math.min(Math.trunc(now + seconds * 1_000), LAST_DATE_MS);
}

/** An instant as responses write it. Takes epoch milliseconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
