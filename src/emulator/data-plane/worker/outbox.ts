import type { StreamedEvent } from '../../ports/worker.ts';

/** What is sent at a time, at most: so many events, or so many characters (one event may have more). */
const MOST_EVENTS = 500;
const MOST_CHARACTERS = 256 * 1024;

/** What may wait, in characters: from so many on the run is to wait until it is less. */
const HIGH = 4 * 1024 * 1024;
/** What an event costs beside its text, in characters. */
const OVERHEAD = 100;

/** The events of one run on their way out. */
export interface Outbox {
  put(event: StreamedEvent): void;
  /** What was sent last has been kept: the next may go. */
  acknowledge(): void;
  /** Resolves when there is room for more; undefined: there is. */
  room(): Promise<void> | undefined;
  /** Resolves when all that was put has been kept. */
  flushed(): Promise<void>;
}

/**
 * Sends what gathers in one turn together, and no more before that is kept: a run that tells ten thousand things costs
 * few messages, and the process that keeps them is never flooded. A caller that puts more only when there is room bounds
 * what waits.
 */
export function createOutbox(send: (events: StreamedEvent[]) => void): Outbox {
  /** Those before `first` have left. */
  let waiting: StreamedEvent[] = [];
  let first = 0;
  let held = 0;
  let busy = false;
  let drained: (() => void)[] = [];
  let roomy: (() => void)[] = [];

  const call = (waiters: (() => void)[]): [] => {
    for (const done of waiters) done();
    return [];
  };

  const next = (): void => {
    if (held < HIGH) roomy = call(roomy);
    if (first === waiting.length) {
      busy = false;
      drained = call(drained);
      return;
    }
    const batch: StreamedEvent[] = [];
    let characters = 0;
    for (; first < waiting.length && batch.length < MOST_EVENTS; first += 1) {
      const event = waiting[first];
      if (!event) break;
      const size = sizeOf(event);
      if (batch.length > 0 && characters + size > MOST_CHARACTERS) break;
      characters += size;
      batch.push(event);
    }
    held -= characters;
    // Now and then, and not each time: it moves all that waits.
    if (first > waiting.length / 2) {
      waiting = waiting.slice(first);
      first = 0;
    }
    send(batch);
  };

  return {
    put(event) {
      held += sizeOf(event);
      waiting.push(event);
      if (busy) return;
      busy = true;
      setImmediate(next);
    },
    acknowledge: next,
    room: () => (held < HIGH ? undefined : new Promise((resolve) => roomy.push(resolve))),
    flushed() {
      if (!busy) return Promise.resolve();
      return new Promise((resolve) => drained.push(resolve));
    },
  };
}

function sizeOf({ event, data }: StreamedEvent): number {
  return event.length + data.length + OVERHEAD;
}
