/** What may wake a reader: something was kept, the run ended, nothing came for a while, or there is nobody to read for. */
export type WakeReason = 'events' | 'end' | 'pause' | 'over';

/** Lets one wait for the next of several things without missing what happened meanwhile. */
export interface WakeSignal {
  wake(what: WakeReason): void;
  /** Everything that rang since it was asked last; waits for one ring at least. */
  next(): Promise<ReadonlySet<WakeReason>>;
}

export function createWakeSignal(): WakeSignal {
  let rang = new Set<WakeReason>();
  let wake: (() => void) | undefined;
  return {
    wake(what) {
      rang.add(what);
      wake?.();
    },
    async next() {
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
