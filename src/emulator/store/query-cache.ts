/** Caches what was read until the next write to the database. */
export interface QueryCache {
  /**
   * What `read` gives, or gave for the same question since the last write. It is shared by all callers, so it
   * cannot be changed: plain data, frozen all the way down.
   */
  cached<T>(question: string, read: () => Promise<T>): Promise<T>;
}

/** Answers remembered at most; then all are forgotten. */
const REMEMBERED = 1_000;

/** `writes` counts them. Only who writes alone knows them all: on a database that others write to there is no memory. */
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
      // What is kept under a question was read by the same question.
      if (answers.has(question)) return answers.get(question) as T;
      const answer = freeze(await read());
      // With a write in between it may be stale already.
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
