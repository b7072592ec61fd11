/**
 * Memoizes an async call; failures are not cached. A cached rejection would make one transient failure (a full disk, a
 * lost connection, a file that could not be opened) last as long as the process.
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
  /** The cached or pending result, without starting the work. */
  current(): Promise<Result> | undefined;
  forget(): void;
}

/** A synchronous throw is a rejection as well. */
async function startWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return work();
}
