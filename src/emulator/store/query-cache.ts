export interface QueryCache {
  /**
   * Returns the result of `read`, or the result that was cached for this question after the last write. All callers
   * share the result, which is deep-frozen plain data.
   */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
}

const REMEMBERED = 1_000;

/** Creates a cache of reads for a database with a single writer. `writes` returns the number of writes. */
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
      if (answers.has(question)) return answers.get(question) as T;
      const answer = freeze(await read());
      // A result is not cached if a write happened during the read, because the result might already be outdated.
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
