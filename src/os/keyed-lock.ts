/** Runs one call of `work` per key at a time, in the order of the calls. */
export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a lock. A key without pending work occupies no memory. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    // `work` runs even if the previous work failed. Only the caller of the previous work receives the failure.
    const mine = before.then(work, work);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
