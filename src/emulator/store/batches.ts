/** Default number of rows per statement. It is small, because a statement on SQLite blocks this process. */
const BATCH = 100;

/** Divides a list into lists of at most `size` elements. Each list is short enough for one statement. */
export function* batches<T>(all: readonly T[], size = BATCH): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
