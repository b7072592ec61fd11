/** The height at which browsers stop: a list beyond it shows its newest rows. */
const MAX_HEIGHT = 33_000_000;

/** What of a long list is in the document. */
export interface RowWindow {
  /** The first and one past the last row that are drawn. */
  start: number;
  end: number;
  /** Where the first of them stands, and how tall the whole list is, in pixels. */
  offset: number;
  height: number;
}

/** The rows that are seen, and some more on both sides so that scrolling meets no gap. */
export function rowWindow(list: {
  count: number;
  rowHeight: number;
  scrollTop: number;
  viewHeight: number;
  overscan?: number;
}): RowWindow {
  const { rowHeight, overscan = 12 } = list;
  const count = Math.min(list.count, Math.floor(MAX_HEIGHT / rowHeight));
  const seen = Math.ceil(list.viewHeight / rowHeight);
  const top = Math.min(Math.max(Math.floor(list.scrollTop / rowHeight), 0), Math.max(count - seen, 0));
  const start = Math.max(top - overscan, 0);
  const end = Math.min(top + seen + overscan, count);
  return { start, end, offset: start * rowHeight, height: count * rowHeight };
}

/** Whether a list is read at its end, where new rows appear: it then follows them. */
export function isAtEnd(list: { scrollTop: number; viewHeight: number; height: number }): boolean {
  return list.height - list.viewHeight - list.scrollTop < 4;
}

/** Where to scroll so that a row is seen whole, moving as little as possible. */
export function scrollToRow(list: {
  index: number;
  rowHeight: number;
  scrollTop: number;
  viewHeight: number;
}): number {
  const top = list.index * list.rowHeight;
  if (top < list.scrollTop) return top;
  return Math.max(list.scrollTop, top + list.rowHeight - list.viewHeight);
}

/** How many rows, in ascending order, have a number above this one. Rows that went at the front do not count. */
export function countAfter(rows: readonly { readonly seq: number }[], seq: number): number {
  return rows.length - 1 - rows.findLastIndex((row) => row.seq <= seq);
}
