/** Of the seconds that the runner leaves a cancelled step. Real milliseconds. */
const LIMIT_MS = 2500;

type Work = (stop: AbortSignal) => Promise<void>;

/** What a run has begun elsewhere and is to end there when it is cancelled. */
export interface CancelHooks {
  /** Gives the way to take it back. */
  add: (work: Work) => () => void;
  /** Ends it all at once, within the few seconds there are. Never rejects. */
  run(): Promise<void>;
}

export function createCancelHooks(limitMs = LIMIT_MS): CancelHooks {
  const works = new Set<Work>();
  return {
    add: (work) => {
      works.add(work);
      return () => works.delete(work);
    },
    async run() {
      if (works.size === 0) return;
      const stop = AbortSignal.timeout(limitMs);
      const late = new Promise<void>((resolve) => {
        stop.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([Promise.allSettled(Array.from(works, (work) => work(stop))), late]);
    },
  };
}
