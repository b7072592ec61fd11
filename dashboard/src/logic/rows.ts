/** A row with a unique number. Numbers of consecutive rows increase by one. */
export interface Numbered {
  readonly seq: number;
}

/** Result of adding a batch of rows to a list. */
interface Added {
  added: number;
  /** Number of rows that were dropped from the front because the list was full. */
  trimmed: number;
  /** True if numbers are missing between the last row and the batch. The earlier rows are then discarded. */
  restarted: boolean;
}

/**
 * The newest rows of a numbered sequence, oldest first. The methods change the list in place, because copying up to
 * 10,000 rows for each new row would be slow.
 */
export interface Rows<T extends Numbered> {
  readonly size: number;
  /** Number of the first row, or 0 if the list is empty. */
  readonly first: number;
  readonly last: number;
  at(index: number): T | undefined;
  bySeq(seq: number): T | undefined;
  /**
   * Appends newer rows, sorted by number. Skips rows that the list already contains, because a reconnected stream
   * repeats some rows.
   */
  append(batch: readonly T[]): Added;
  /** Prepends older rows and returns their number. Ignores a batch that does not end directly before the first row. */
  prepend(batch: readonly T[]): number;
  /** Replaces each row that has the same number as a given row. */
  replace(batch: readonly T[]): void;
  clear(): void;
  /** Drops the oldest rows if there are more than `most` rows. */
  keepNewest(most: number): void;
  slice(start: number, end?: number): T[];
}

/** Creates a list that keeps at most `limit` rows. */
export function createRows<T extends Numbered>(limit: number): Rows<T> {
  let rows: T[] = [];
  const first = () => rows[0]?.seq ?? 0;
  const last = () => rows.at(-1)?.seq ?? 0;
  const indexOf = (seq: number) => seq - first();
  return {
    get size() {
      return rows.length;
    },
    get first() {
      return first();
    },
    get last() {
      return last();
    },
    at: (index) => rows[index],
    bySeq: (seq) => (rows.length === 0 ? undefined : rows[indexOf(seq)]),
    append(batch) {
      const fresh = batch.filter((row) => row.seq > last());
      const next = fresh[0];
      if (next === undefined) return { added: 0, trimmed: 0, restarted: false };
      const restarted = rows.length > 0 && next.seq !== last() + 1;
      if (restarted) rows = [];
      for (const row of fresh) rows.push(row);
      const trimmed = Math.max(rows.length - limit, 0);
      if (trimmed > 0) rows.splice(0, trimmed);
      return { added: fresh.length, trimmed, restarted };
    },
    prepend(batch) {
      const older = rows.length === 0 ? [...batch] : batch.filter((row) => row.seq < first());
      if (rows.length > 0 && older.at(-1)?.seq !== first() - 1) return 0;
      const room = Math.max(limit - rows.length, 0);
      const fitting = room === 0 ? [] : older.slice(-room);
      rows = [...fitting, ...rows];
      return fitting.length;
    },
    replace(batch) {
      for (const row of batch) {
        const index = indexOf(row.seq);
        if (rows[index]?.seq === row.seq) rows[index] = row;
      }
    },
    clear() {
      rows = [];
    },
    keepNewest(most) {
      rows.splice(0, Math.max(rows.length - most, 0));
    },
    slice: (start, end) => rows.slice(start, end),
  };
}

/** The rows of a list that pass a filter. `update` applies changes of the list. */
export interface View<T extends Numbered> {
  readonly rows: readonly T[];
  /**
   * Applies changes of the list to the view. Returns the number of rows that were removed from the front of the view.
   */
  update(): number;
  /** Changes the filter and applies it to all rows. */
  refilter(keep: (row: T) => boolean): void;
}

/** Creates a filtered view of rows. */
export function createView<T extends Numbered>(rows: Rows<T>, keep: (row: T) => boolean): View<T> {
  let passes = keep;
  let shown: T[] = [];
  let seenFirst = 0;
  let seenLast = 0;
  const all = () => {
    shown = rows.slice(0).filter(passes);
    seenFirst = rows.first;
    seenLast = rows.last;
  };
  all();
  return {
    get rows() {
      return shown;
    },
    update() {
      // All rows are filtered again, because rows were prepended or the list was cleared.
      if (rows.first < seenFirst || rows.first > seenLast || seenLast === 0) {
        all();
        return 0;
      }
      const gone = shown.findIndex((row) => row.seq >= rows.first);
      const trimmed = gone === -1 ? shown.length : gone;
      const fresh = rows.slice(seenLast - rows.first + 1).filter(passes);
      if (trimmed > 0 || fresh.length > 0) shown = [...shown.slice(trimmed), ...fresh];
      seenFirst = rows.first;
      seenLast = rows.last;
      return trimmed;
    },
    refilter(next) {
      passes = next;
      all();
    },
  };
}
