/** A row with a unique number. Numbers increase by one. */
export interface Numbered {
  readonly seq: number;
}

/** Result of adding a batch of rows. */
interface Added {
  added: number;
  /** Number of rows dropped from the front because the list was full. */
  trimmed: number;
  /** True if numbers are missing between the last row and this batch, so the earlier rows were discarded. */
  restarted: boolean;
}

/**
 * The newest rows of a numbered sequence, oldest first. The list is changed in place, so that adding a row does not
 * copy the other 10,000 rows.
 */
export interface Rows<T extends Numbered> {
  readonly size: number;
  /** Number of the first row, or 0 if the list is empty. */
  readonly first: number;
  readonly last: number;
  at(index: number): T | undefined;
  bySeq(seq: number): T | undefined;
  /**
   * Appends newer rows, sorted by number. Skips rows that are already present, because reconnecting delivers some
   * rows twice.
   */
  append(batch: readonly T[]): Added;
  /**
   * Prepends older rows and returns how many were added. Rejects rows that do not end directly before the first row.
   */
  prepend(batch: readonly T[]): number;
  /** Replaces rows that have the same numbers. */
  replace(batch: readonly T[]): void;
  clear(): void;
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
    slice: (start, end) => rows.slice(start, end),
  };
}

/** The rows that pass a filter, kept in sync with the full list. */
export interface View<T extends Numbered> {
  readonly rows: readonly T[];
  /** Applies changes of the full list to the view. Returns how many rows of the view were dropped from the front. */
  update(): number;
  /** Sets a different filter and applies it to all rows. */
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
      // Rows were prepended or the list started over, so everything is filtered again.
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
