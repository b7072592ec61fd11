/** Work that continues while the gate sends the next case. */
export interface Background {
  /** Starts the work. Resolves once the number of unfinished works is below the limit, so that it stays bounded. */
  start(work: () => Promise<void>): Promise<void>;
  /** Resolves once all work has ended. @throws the first error of the work. */
  ended(): Promise<void>;
}

/** Creates the background of a gate, with a maximum number of unfinished works. */
export function createBackground(limit: number): Background {
  const unfinished = new Set<Promise<void>>();
  const errors: unknown[] = [];
  return {
    async start(work) {
      const one = work()
        .catch((error: unknown) => void errors.push(error))
        .finally(() => unfinished.delete(one));
      unfinished.add(one);
      while (unfinished.size >= limit) await Promise.race(unfinished);
    },
    async ended() {
      await Promise.all(unfinished);
      if (errors.length > 0) throw errors[0];
    },
  };
}
