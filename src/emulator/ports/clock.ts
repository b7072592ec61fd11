import type { Clock } from '../../clients/clock.ts';

/**
 * The clock of everything that clients can see. Virtual time moves only while no work is done, so work
 * pauses it. On the machine's own time, pausing is free and changes nothing.
 */
export interface ServiceClock extends Clock {
  /** The service's own time, as its answers show it: it may be set wrong on purpose. */
  now(): number;
  /** Milliseconds since some moment, unaffected by what `now` is set to: durations are measured with it. */
  elapsed(): number;
  /** Time stands still until the function it gives is called. To call that again does nothing. */
  pause(): () => void;
}

/** Product time for one piece of work, which holds time still except while it sleeps or rests. One thing at a time. */
export interface TaskClock extends Clock {
  elapsed(): number;
  /** Waits for something that no passing of time brings; lets time move on meanwhile. */
  resumeWhile<T>(wait: Promise<T>): Promise<T>;
}

/** Holds time still for as long as the work takes, but not while it sleeps on the time it is given, or rests. */
export async function withClockPaused<T>(
  time: ServiceClock,
  work: (own: TaskClock) => Promise<T>,
): Promise<T> {
  let letGo = time.pause();
  const rest = async <R>(wait: Promise<R>): Promise<R> => {
    letGo();
    try {
      return await wait;
    } finally {
      // Virtual time takes no step before what it woke has run so far.
      letGo = time.pause();
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
    letGo();
  }
}

/** A clock that cannot be paused, as a service clock. */
export function toServiceClock(clock: Clock): ServiceClock {
  return { ...clock, elapsed: () => clock.now(), pause: () => () => undefined };
}

/** The last moment that has a date. */
const LAST_DATE_MS = 8.64e15;

/**
 * The moment so many seconds from now, as it is kept: whole milliseconds, and no later than there are dates: the
 * seconds may come from another service.
 */
export function timeAfter(now: number, seconds: number): number {
  return Math.min(Math.trunc(now + seconds * 1_000), LAST_DATE_MS);
}

/** An instant as responses write it. Takes epoch milliseconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
