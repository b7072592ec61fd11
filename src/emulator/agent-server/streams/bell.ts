/** What may wake a reader: something was kept, the run ended, nothing came for a while, or there is nobody to read for. */
export type Ring = 'events' | 'end' | 'pause' | 'over';

/** Lets one wait for the next of several things without missing what happened meanwhile. */
export interface Bell {
  ring(what: Ring): void;
  /** Everything that rang since it was asked last; waits for one ring at least. */
  heard(): Promise<ReadonlySet<Ring>>;
}

export function createBell(): Bell {
  let rang = new Set<Ring>();
  let wake: (() => void) | undefined;
  return {
    ring(what) {
      rang.add(what);
      wake?.();
    },
    async heard() {
      if (rang.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      const all = rang;
      rang = new Set();
      return all;
    },
  };
}
