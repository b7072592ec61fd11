import type { Clock } from '../../clients/clock.ts';
import type { Span, SequenceCounter } from './moments.ts';
import type { StoreChange } from './observe-store.ts';

/** Something that became true in the store, as shown by GET /_local/events. */
export type LifecycleEvent = {
  /** 1, 2, 3 … over the life of the emulator. */
  seq: number;
  /** The service's own time, ISO 8601. */
  at: string;
  /** The newest journal entry at that moment; a request that was under way has a greater number. */
  journal: number;
} & (StoreChange | { kind: 'restored' });

/** What happened to deployments and revisions, oldest first. */
export interface EventLog {
  /** Facts that have just become true together. */
  record(facts: readonly (StoreChange | { kind: 'restored' })[]): void;
  /** The events after this number, at most `limit`; `next` is what to pass as `after` for those that follow. */
  after(seq: number, limit?: number): { events: LifecycleEvent[]; next: number };
  /** The events that happened once this journal entry was there, with their place in the order of everything. */
  spans(journal: number): Span<LifecycleEvent>[];
  /** The newest journal number of an event that is forgotten for want of room; 0 when none is. */
  droppedUpTo(): number;
  /** Forgets all events; numbers go on. */
  clear(): void;
}

/** Older events are forgotten beyond this many. */
const KEPT = 10_000;

/** No events yet. `journalSeq` tells the newest journal entry's number. */
export function createEventLog(deps: {
  clock: Clock;
  counter: SequenceCounter;
  journalSeq: () => number;
}): EventLog {
  let kept: Span<LifecycleEvent>[] = [];
  let seq = 0;
  let forgotten = 0;
  return {
    record(facts) {
      for (const fact of facts) {
        seq += 1;
        const at = new Date(deps.clock.now()).toISOString();
        const moment = deps.counter.next();
        kept.push({
          item: { seq, at, journal: deps.journalSeq(), ...fact },
          began: moment,
          ended: moment,
        });
      }
      if (kept.length <= KEPT * 1.1) return;
      forgotten = kept.at(-KEPT - 1)?.item.journal ?? 0;
      kept = kept.slice(-KEPT);
    },
    after(from, limit = KEPT) {
      const events = kept
        .map(({ item: what }) => what)
        .filter((event) => event.seq > from)
        .slice(0, limit);
      return { events, next: events.at(-1)?.seq ?? Math.max(from, 0) };
    },
    spans: (journal) => kept.filter(({ item: what }) => what.journal >= journal),
    droppedUpTo: () => forgotten,
    clear() {
      forgotten = 0;
      kept = [];
    },
  };
}
