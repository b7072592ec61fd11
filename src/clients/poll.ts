import type { Clock } from './clock.ts';

export interface WaitContext {
  clock: Clock;
  signal: AbortSignal;
}

export interface PollState {
  /** Number of polls so far, at least 1. */
  polls: number;
  /** Number of milliseconds since the first poll began. */
  elapsedMs: number;
}

/** Returns the number of milliseconds until the next poll, or `undefined` after the last poll. */
export type Schedule = (state: PollState) => number | undefined;

/**
 * Calls `work` immediately and then after each pause of the schedule, until `work` returns a result. Resolves to
 * `undefined` when the schedule ends.
 */
export async function poll<T>(
  context: WaitContext,
  schedule: (state: PollState) => number,
  read: () => Promise<T | undefined>,
): Promise<T>;
export async function poll<T>(
  context: WaitContext,
  schedule: Schedule,
  read: () => Promise<T | undefined>,
): Promise<T | undefined>;
export async function poll<T>(
  { clock, signal }: WaitContext,
  schedule: Schedule,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const startedAt = clock.now();
  for (let polls = 1; ; polls += 1) {
    const seen = await read();
    if (seen !== undefined) return seen;
    const pauseMs = schedule({ polls, elapsedMs: clock.now() - startedAt });
    if (pauseMs === undefined) return undefined;
    // The sleep is needed even for a pause of 0, because the sleep rejects if the signal is aborted.
    await clock.sleep(pauseMs, signal);
  }
}

/** Returns a schedule that ends after a number of polls. */
export function limitPolls(polls: number, schedule: Schedule): Schedule {
  return (state) => (state.polls < polls ? schedule(state) : undefined);
}

/** Returns a schedule with the given pauses between polls, in milliseconds. */
export function fixedPauses(...list: readonly number[]): Schedule {
  return ({ polls }) => list[polls - 1];
}

/** Schedule of one minute, for data that appears with a delay, or for a request that a gateway might deliver later. */
export const ONE_MINUTE_SCHEDULE: Schedule = fixedPauses(1000, 2000, 4000, 8000, 15_000, 30_000);

/** Returns a schedule whose pauses start at `fromMs` and grow by a factor up to `mostMs`. */
export function growingPauses(fromMs: number, factor: number, mostMs: number): (state: PollState) => number {
  // The 50th pause already exceeds the maximum, and a larger exponent would overflow.
  return ({ polls }) => Math.min(fromMs * factor ** Math.min(polls - 1, 50), mostMs);
}

/** Returns a schedule whose last poll is after `limitMs` milliseconds. */
export function limitTime(limitMs: number, schedule: Schedule): Schedule {
  return (state) => {
    const remainingMs = limitMs - state.elapsedMs;
    const pauseMs = remainingMs > 0 ? schedule(state) : undefined;
    return pauseMs === undefined ? undefined : Math.min(pauseMs, remainingMs);
  };
}
