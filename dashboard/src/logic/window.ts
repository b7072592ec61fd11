/** Maximum height of an element in browsers in pixels, which limits the height of a list. */
const MAX_HEIGHT = 33_000_000;

/**
 * Number of rows before and after the visible rows that are in the document, so that scrolling shows no gaps. Each frame
 * of a fast scroll draws these rows too.
 */
const OVERSCAN = 6;

/** The rows of a long list that are in the document. */
export interface RowWindow {
  /** Index of the first row that is rendered in the DOM; `end` is the index after the last rendered row. */
  start: number;
  end: number;
  /** Distance of the first row from the top in pixels; `height` is the height of the whole list. */
  offset: number;
  height: number;
}

/** Returns the range of visible rows, extended at both ends by `OVERSCAN` rows. */
export function rowWindow(list: {
  count: number;
  rowHeight: number;
  scrollTop: number;
  viewHeight: number;
}): RowWindow {
  const { rowHeight } = list;
  const count = Math.min(list.count, Math.floor(MAX_HEIGHT / rowHeight));
  const seen = Math.ceil(list.viewHeight / rowHeight);
  const top = Math.min(Math.max(Math.floor(list.scrollTop / rowHeight), 0), Math.max(count - seen, 0));
  const start = Math.max(top - OVERSCAN, 0);
  const end = Math.min(top + seen + OVERSCAN, count);
  return { start, end, offset: start * rowHeight, height: count * rowHeight };
}

/**
 * Chooses the number of an element for each row in the document. `before` contains the numbers of the previous rows, in
 * the order of the document. A row keeps its element. If `reuses` is true, a row that enters the document takes the
 * element of a row that left, because creating elements is slow. If most rows are new, all elements keep their places in
 * the document instead, because moving elements is slow too.
 */
export function elementsOfRows(
  before: ReadonlyMap<string, number>,
  keys: readonly string[],
  reuses: boolean,
): ReadonlyMap<string, number> {
  const wanted = new Set(keys);
  const left = reuses ? [...before.keys()].filter((key) => !wanted.has(key)) : [];
  const isJump = left.length > keys.length / 2;
  const kept = isJump ? new Map<string, number>() : before;
  const free = isJump ? before.values() : left.map((key) => before.get(key)).values();
  let unused = Math.max(-1, ...before.values()) + 1;
  return new Map(keys.map((key) => [key, kept.get(key) ?? free.next().value ?? unused++]));
}

/** Returns whether the user has scrolled to the end of the list, which then follows new rows. */
export function isScrolledToEnd(list: { scrollTop: number; viewHeight: number; height: number }): boolean {
  return list.height - list.viewHeight - list.scrollTop < 4;
}

/** Returns the scroll position in pixels where a row is fully visible, with the least movement. */
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
