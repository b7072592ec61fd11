/** Number of rows per statement. It is small, because a statement on SQLite blocks this process. */
const BATCH = 100;

/** Divides a list into lists that are short enough for one statement. */
export function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}
