/** A row with a unique number. Numbers of consecutive rows increase by one. */
export interface Numbered {
  readonly seq: number;
}

/**
 * The newest rows of a numbered sequence, oldest first. Methods change the list in place, so that adding a row does not
 * copy up to 10,000 rows.
 */
export interface Rows<T extends Numbered> {
  readonly size: number;
  /**
   * Appends newer rows, sorted by number, and returns the number of appended rows. Rows that are already present are
   * skipped, because a reconnected stream repeats some rows. If numbers are missing before the new rows, the earlier
   * rows are discarded instead of hiding the gap.
   */
  append(batch: readonly T[]): number;
  clear(): void;
  /** Drops the oldest rows if there are more than `most` rows. */
  keepNewest(most: number): void;
  slice(start: number, end?: number): T[];
}

/** Creates a list of at most `limit` rows. */
export function createRows<T extends Numbered>(limit: number): Rows<T> {
  let rows: T[] = [];
  const keepNewest = (most: number) => void rows.splice(0, Math.max(rows.length - most, 0));
  return {
    get size() {
      return rows.length;
    },
    append(batch) {
      const last = rows.at(-1)?.seq ?? 0;
      const fresh = batch.filter((row) => row.seq > last);
      if (fresh[0] !== undefined && fresh[0].seq !== last + 1) rows = [];
      for (const row of fresh) rows.push(row);
      keepNewest(limit);
      return fresh.length;
    },
    clear() {
      rows = [];
    },
    keepNewest,
    slice: (start, end) => rows.slice(start, end),
  };
}

/** Maximum number of rows that count as arrived at the same time. More new rows result from a change of the filter. */
const MAX_ARRIVED = 5;

/**
 * Returns the rows above the row with the key `before`, which was the first row of the previous list. If the row with
 * the key `before` no longer exists, the list was replaced, and the result is empty.
 */
export function arrivedRows<T>(rows: readonly T[], keyOf: (row: T) => string, before: string | null): T[] {
  const count =
    before === null ? 0 : rows.slice(0, MAX_ARRIVED + 1).findIndex((row) => keyOf(row) === before);
  return count <= 0 ? [] : rows.slice(0, count);
}
