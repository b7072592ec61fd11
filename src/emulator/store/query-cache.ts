export interface QueryCache {
  /**
   * Returns the result of `read`, or the result that was cached for the same question after the last write. All
   * callers share the result. It is deep-frozen plain data.
   */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
}

const REMEMBERED = 1_000;

/** Creates a cache for a process that makes all writes itself. `writes` returns their number. */
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
      // Another caller with the same question has stored its result while this caller was reading.
      if (answers.has(question)) return answers.get(question) as T;
      const answer = freeze(await read());
      // If a write happened during the read, the result may already be outdated, so it is not cached.
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
