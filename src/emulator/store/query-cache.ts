export interface QueryCache {
  /**
   * Returns the result of `read`, or the result cached for the same question since the last write. All callers share
   * it, so it is deep-frozen plain data.
   */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
}

const REMEMBERED = 1_000;

/** `writes` counts writes. Only a single writer knows all of them, so a shared database has no cache. */
export function createQueryCache(writes: () => number): QueryCache {
  const answers = new Map<string, unknown>();
  let asOf = writes();
  return {
    async cached<T>(question: string, read: () => Promise<T>) {
      const before = writes();
      if (before !== asOf || answers.size >= REMEMBERED) {
        answers.clear();
        asOf = before;
      }
      // Another caller with the same question has read the cached result.
      if (answers.has(question)) return answers.get(question) as T;
      const answer = freeze(await read());
      // After a write in between, the result may already be stale.
      if (writes() === before && asOf === before) answers.set(question, answer);
      return answer;
    },
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
