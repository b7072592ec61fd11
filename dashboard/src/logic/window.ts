/** Maximum height of an element in browsers in pixels, which limits the height of a list. */
const MAX_HEIGHT = 33_000_000;

/** The rows of a long list that are in the document. */
export interface RowWindow {
  /** Index of the first row that is rendered in the DOM; `end` is the index after the last rendered row. */
  start: number;
  end: number;
  /** Distance of the first row from the top in pixels; `height` is the height of the whole list. */
  offset: number;
  height: number;
}

/** Returns the range of visible rows, extended at both ends so that scrolling shows no gaps. */
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
