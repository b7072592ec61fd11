import type { RunEvent } from '../../seams/worker.ts';

/** What is sent at a time, at most: so many events, or so many characters (one event may have more). */
const MOST_EVENTS = 500;
const MOST_CHARACTERS = 256 * 1024;

/** The events of one run on their way out. */
export interface Outbox {
  put(event: RunEvent): void;
  /** What was sent last has been kept: the next may go. */
  kept(): void;
  /** Resolves when all that was put has been kept. */
  empty(): Promise<void>;
}

/**
 * Sends what gathers in one turn together, and no more before that is kept: a run that tells ten thousand things costs
 * few messages, and whoever keeps them is never flooded.
 */
export function createOutbox(send: (events: RunEvent[]) => void): Outbox {
  let waiting: RunEvent[] = [];
  let busy = false;
  let drained: (() => void)[] = [];

  const next = (): void => {
    if (waiting.length === 0) {
      busy = false;
      for (const done of drained) done();
      drained = [];
      return;
    }
    let characters = 0;
    let count = 0;
    for (const { event, data } of waiting) {
      characters += event.length + data.length;
      if (count > 0 && characters > MOST_CHARACTERS) break;
      count += 1;
      if (count === MOST_EVENTS) break;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    send(batch);
  };

  return {
    put(event) {
      waiting.push(event);
      if (busy) return;
      busy = true;
      setImmediate(next);
    },
    kept: next,
    empty() {
      if (!busy) return Promise.resolve();
      return new Promise((resolve) => drained.push(resolve));
    },
  };
}
