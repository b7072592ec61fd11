/**
 * Does something when it is first asked for, and gives every later caller the same result. A failure is not kept: those
 * who wait for it get it, and the next caller starts anew. A cached rejection would make one passing trouble (a full
 * disk, a lost connection, a file that could not be opened) last as long as the process.
 */
export function memoizeAsync<Result>(work: () => Promise<Result>): MemoizedAsync<Result> {
  let kept: Promise<Result> | undefined;
  const memoized = (): Promise<Result> => {
    if (kept !== undefined) return kept;
    const mine = startWork(work);
    kept = mine;
    mine.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine;
  };
  return Object.assign(memoized, {
    current: () => kept,
    forget: () => {
      kept = undefined;
    },
  });
}

export interface MemoizedAsync<Result> {
  (): Promise<Result>;
  /** What there is, or is being made; undefined when nothing is, without starting it. */
  current(): Promise<Result> | undefined;
  /** The next caller starts anew, although the result was good. */
  forget(): void;
}

/** What is thrown at once is a rejection as well. */
async function startWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return work();
}
