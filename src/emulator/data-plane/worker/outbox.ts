import type { StreamedEvent } from '../../ports/worker.ts';

/** Maximum numbers of events and of characters in a message, unless a single event has more characters. */
const MAX_EVENTS = 500;
const MAX_CHARACTERS = 256 * 1024;

/** Number of queued characters above which the run waits. */
const HIGH = 4 * 1024 * 1024;
/** Number of characters that is added to the length of each event. */
const OVERHEAD = 100;
/**
 * Maximum time in milliseconds that an event waits for other events of the same turn of the event loop, which can
 * contain many steps of a graph.
 */
const MAX_WAIT_MS = 0.5;

/** Queue of the events that one run sends. */
export interface Outbox {
  put(event: StreamedEvent): void;
  /** Confirms that the last message was stored, so the next message can be sent. */
  acknowledge(): void;
  /** Resolves once more events can be added, or returns `undefined` if events can be added now. */
  room(): Promise<void> | undefined;
  /** Resolves once all events have been stored. */
  flushed(): Promise<void>;
}

/**
 * Creates a queue that sends the events of one turn of the event loop together, or in several messages if the turn is
 * long. A message is sent only after the previous message is stored, so many events need few messages and never
 * overload the emulator. The queue's size is limited only if callers await `room`. `now` returns milliseconds of any
 * clock.
 */
export function createOutbox(
  send: (events: StreamedEvent[]) => void,
  now: () => number = () => performance.now(),
): Outbox {
  /** Queued events. Events before the index `first` were already sent. */
  let waiting: StreamedEvent[] = [];
  let first = 0;
  let held = 0;
  let busy = false;
  /** Timer of a message that waits for further events. */
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
    // Sent events are removed in bulk, because each removal copies the rest of the queue.
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
      } else if (due && now() - due.since >= MAX_WAIT_MS) {
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
