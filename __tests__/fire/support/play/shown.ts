import type { Arena } from '../arena.ts';

/** What the emulator shows of a schedule, over all its lives. */
export interface ShownRecord {
  /** Takes down what was shown since the last time; before the emulator ends. */
  take(): void;
  /** Another emulator shows from the start. */
  anew(): void;
  shown(): string;
}

/** Begins now. */
export function createRecord(arena: Arena): ShownRecord {
  let marks = {
    journal: arena.emulator.journal.after(0).next,
    events: arena.emulator.events.after(0).next,
  };
  const texts: string[] = [];
  return {
    take() {
      const entries = arena.emulator.journal.after(marks.journal);
      const events = arena.emulator.events.after(marks.events);
      marks = { journal: entries.next, events: events.next };
      texts.push(JSON.stringify([entries.entries, events.events]));
    },
    anew() {
      marks = { journal: 0, events: 0 };
    },
    shown: () => texts.join('\n'),
  };
}
