import type { Clock } from './clock.ts';

/** The ports of a wait: every context of a run has them. */
export interface WaitContext {
  clock: Clock;
  signal: AbortSignal;
}

export interface PollState {
  /** Polls so far: at least one. */
  looks: number;
  /** Milliseconds since the first one began. */
  elapsedMs: number;
}

/** Milliseconds until the next poll; undefined: there is none. */
export type Schedule = (state: PollState) => number | undefined;

/** Polls at once, and again by the schedule, until there is a result; undefined when the schedule ends. */
export async function poll<T>(
  context: WaitContext,
  schedule: (state: PollState) => number,
  look: () => Promise<T | undefined>,
): Promise<T>;
export async function poll<T>(
  context: WaitContext,
  schedule: Schedule,
  look: () => Promise<T | undefined>,
): Promise<T | undefined>;
export async function poll<T>(
  { clock, signal }: WaitContext,
  schedule: Schedule,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const startedAt = clock.now();
  for (let looks = 1; ; looks += 1) {
    const seen = await look();
    if (seen !== undefined) return seen;
    const pauseMs = schedule({ looks, elapsedMs: clock.now() - startedAt });
    if (pauseMs === undefined) return undefined;
    // Even for no time: an aborted wait ends here.
    await clock.sleep(pauseMs, signal);
  }
}

/** Ends after this many polls. */
export function atMost(looks: number, schedule: Schedule): Schedule {
  return (state) => (state.looks < looks ? schedule(state) : undefined);
}

/** One poll more than there are pauses. */
export function pauses(...list: readonly number[]): Schedule {
  return ({ looks }) => list[looks - 1];
}

/** For what may lag behind, such as a list, or may still arrive, such as a request behind a gateway: a minute. */
export const forAMinute: Schedule = pauses(1000, 2000, 4000, 8000, 15_000, 30_000);

/** Pauses that grow by a factor up to a limit. */
export function growing(fromMs: number, factor: number, mostMs: number): (state: PollState) => number {
  // The 50th already exceeds any limit; larger exponents would only risk infinity.
  return ({ looks }) => Math.min(fromMs * factor ** Math.min(looks - 1, 50), mostMs);
}

/** Ends with a poll when this time is over. */
export function within(limitMs: number, schedule: Schedule): Schedule {
  return (state) => {
    const remainingMs = limitMs - state.elapsedMs;
    const pauseMs = remainingMs > 0 ? schedule(state) : undefined;
    return pauseMs === undefined ? undefined : Math.min(pauseMs, remainingMs);
  };
}
