import type { StreamedEvent } from '../../ports/worker.ts';

/** Limits of one message; a single event may have more characters. */
const MAX_EVENTS = 500;
const MAX_CHARACTERS = 256 * 1024;

/** Characters that may be queued: above it the run waits. */
const HIGH = 4 * 1024 * 1024;
/** The cost of an event beside its text, in characters. */
const OVERHEAD = 100;
/** How long an event waits for others of its turn, in milliseconds: a graph may take many steps in one. */
const LONGEST_WAIT_MS = 0.5;

/** The queue of events that one run sends. */
export interface Outbox {
  put(event: StreamedEvent): void;
  /** The last message has been stored: the next may be sent. */
  acknowledge(): void;
  /** Resolves when there is room for more events; undefined: there is. */
  room(): Promise<void> | undefined;
  /** Resolves when all events have been stored. */
  flushed(): Promise<void>;
}

/**
 * Sends the events of one turn together, in a long one those of its first part, and no more before those are stored: ten
 * thousand events cost few messages, and the emulator is never flooded. A caller that awaits `room` bounds the queue. `now`: milliseconds of any clock.
 */
export function createOutbox(
  send: (events: StreamedEvent[]) => void,
  now: () => number = () => performance.now(),
): Outbox {
  /** Those before `first` have been sent. */
  let waiting: StreamedEvent[] = [];
  let first = 0;
  let held = 0;
  let busy = false;
  /** Set while the first of the waiting events waits for others. */
  let due: { atEndOfTurn: NodeJS.Immediate; since: number } | undefined;
  let drained: (() => void)[] = [];
  let roomy: (() => void)[] = [];

  const call = (waiters: (() => void)[]): [] => {
    for (const done of waiters) done();
    return [];
  };

  const next = (): void => {
    due = undefined;
    if (held < HIGH) roomy = call(roomy);
    if (first === waiting.length) {
      busy = false;
      drained = call(drained);
      return;
    }
    const batch: StreamedEvent[] = [];
    let characters = 0;
    for (; first < waiting.length && batch.length < MAX_EVENTS; first += 1) {
      const event = waiting[first];
      if (!event) break;
      const size = sizeOf(event);
      if (batch.length > 0 && characters + size > MAX_CHARACTERS) break;
      characters += size;
      batch.push(event);
    }
    held -= characters;
    // Not each time, because it copies the rest of the queue.
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
      if (!busy) {
        busy = true;
        due = { atEndOfTurn: setImmediate(next), since: now() };
      } else if (due && now() - due.since >= LONGEST_WAIT_MS) {
        clearImmediate(due.atEndOfTurn);
        next();
      }
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
