export interface QueryCache {
  /**
   * The result of `read`, or the cached one for the same question since the last write. It is shared by all callers, so
   * it is deep-frozen plain data.
   */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
}

const REMEMBERED = 1_000;

/** `writes` counts them. Only a sole writer knows them all: a shared database has no cache. */
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
      // A cached result was read by the same question.
      if (answers.has(question)) return answers.get(question) as T;
      const answer = freeze(await read());
      // After a write in between it may be stale already.
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
