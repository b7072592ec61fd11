/**
 * Memoizes an async call, but not a rejection, because a transient failure such as a lost connection would otherwise
 * last as long as the process.
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
  /** Returns the cached or pending result, without starting the work. */
  current(): Promise<Result> | undefined;
  forget(): void;
}

/** Runs the work, and converts a synchronous exception to a rejection. */
async function startWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return work();
}
