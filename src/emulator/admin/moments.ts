/** A stretch of what was recorded: an exchange from its request to its answer, or an event, which takes no time. */
export interface Span<T> {
  item: T;
  /** Moments are numbered over everything that is recorded; an event begins and ends with the same number. */
  began: number;
  /** An exchange: when its answer was settled, before the first byte of it left. */
  ended: number;
}

/** Numbers moments, so that requests and events can be put in one order without comparing clocks. */
export interface SequenceCounter {
  next(): number;
}

/** Begins at 1. */
export function createSequenceCounter(): SequenceCounter {
  let last = 0;
  return {
    next() {
      last += 1;
      return last;
    },
  };
}
