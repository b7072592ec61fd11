/** Lets one piece of work per key go at a time, in the order of asking. */
export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A key without work takes no memory. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    // How the one before ended is its caller's concern.
    const mine = before.then(work, work);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
