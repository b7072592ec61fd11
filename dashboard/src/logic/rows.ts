/** Something with a number of its own; numbers grow by one. */
export interface Numbered {
  readonly seq: number;
}

/** What a batch did to the rows. */
interface Added {
  added: number;
  /** How many went at the front for lack of room. */
  trimmed: number;
  /** Numbers are missing between the last row and this batch: what was there is gone, and the rows started over. */
  restarted: boolean;
}

/** The newest rows of a numbered sequence, oldest first. Changes in place: 10,000 rows are not copied for each new one. */
export interface Rows<T extends Numbered> {
  readonly size: number;
  /** The first and last number; 0 when there is none. */
  readonly first: number;
  readonly last: number;
  at(index: number): T | undefined;
  bySeq(seq: number): T | undefined;
  /** Adds newer rows, in order of number. Those it has already are left out: after a reconnect some come twice. */
  append(batch: readonly T[]): Added;
  /** Adds older rows that end right before the first. Those that do not fit are refused. */
  prepend(batch: readonly T[]): number;
  /** Puts changed rows into the place of those with the same number. */
  replace(batch: readonly T[]): void;
  clear(): void;
  slice(start: number, end?: number): T[];
}

/** Rows of which at most `limit` are kept. */
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

/** The rows that a filter lets through, kept up to date as rows come and go. */
export interface View<T extends Numbered> {
  readonly rows: readonly T[];
  /** Takes over what changed in the rows. Gives how many of the view's own went at the front. */
  update(): number;
  /** Another filter: everything is looked at again. */
  refilter(keep: (row: T) => boolean): void;
}

/** A view of rows. */
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
      // Older rows came, or the rows started over: there is no cheap way.
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
