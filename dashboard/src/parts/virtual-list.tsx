import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { countAfter, isScrolledToEnd, rowWindow, scrollToRow } from '../logic/window.ts';

export interface Column<T> {
  name: string;
  /** CSS class of the column's cells. It sets their width. */
  kind: string;
  cell: (row: T) => JSX.Element | string | number | null;
}

/** Height of a row in pixels, equal to the height in the style sheet. */
const ROW_HEIGHT = 28;

/**
 * A long table, oldest row first. Only the visible rows are in the document. At its end, the table follows new rows;
 * otherwise it keeps its position and a button shows the number of new rows.
 */
export function VirtualList<T extends { readonly seq: number }>({
  label,
  rows,
  columns,
  selected = null,
  onSelect,
  trimmed = 0,
  rowClass,
}: {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  selected?: number | null;
  onSelect?: (row: T) => void;
  /** Number of rows dropped from the front, minus the prepended rows. The scroll position moves accordingly. */
  trimmed?: number;
  rowClass?: (row: T) => string;
}): JSX.Element {
  const { body, scrollTop, viewHeight, following, seen, measure, scrollTo } = useScroll(rows, trimmed);
  const selectedIndex = selected === null ? -1 : rows.findIndex((row) => row.seq === selected);
  useLayoutEffect(() => {
    if (selectedIndex !== -1) scrollTo(selectedIndex);
  }, [selected, selectedIndex === -1]);

  const step = (by: number) => {
    const next = rows[selectedIndex === -1 ? rows.length - 1 : selectedIndex + by];
    if (next !== undefined) onSelect?.(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'j' || (event.key === 'ArrowDown' && onSelect !== undefined)) step(1);
    else if (event.key === 'k' || (event.key === 'ArrowUp' && onSelect !== undefined)) step(-1);
    else return;
    event.preventDefault();
  };
  const shown = rowWindow({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    scrollTop: scrollTop.value,
    viewHeight: viewHeight.value,
  });
  const fresh = countAfter(rows, seen.value);
  return (
    <div class="list">
      <div
        class="table"
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        data-keys=""
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup">
          <div role="row" class="tr head" aria-rowindex={1}>
            {columns.map(({ name, kind }) => (
              <span key={name} role="columnheader" class={kind}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="tbody" ref={body} tabIndex={0} onScroll={measure}>
          <div role="presentation" class="spacer" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
            <div role="presentation" class="block" style={{ transform: `translateY(${shown.offset}px)` }}>
              {rows.slice(shown.start, shown.end).map((row, index) => (
                <div
                  key={row.seq}
                  role="row"
                  aria-rowindex={shown.start + index + 2}
                  class={`tr ${row.seq === selected ? 'selected' : ''} ${rowClass?.(row) ?? ''}`}
                  onClick={() => onSelect?.(row)}
                >
                  {columns.map(({ name, kind, cell }) => (
                    <span key={name} role="cell" class={kind}>
                      {cell(row)}
                    </span>
                  ))}
                </div>
              ))}
            </div>
          </div>
        </div>
      </div>
      {following.value || fresh <= 0 ? null : (
        <button
          type="button"
          class="fresh"
          onClick={() => body.current?.scrollTo({ top: body.current.scrollHeight })}
        >
          {fresh.toLocaleString('en')} new ↓
        </button>
      )}
    </div>
  );
}

/**
 * Returns the scroll position of a list. The list stays on the same rows when other rows are added or dropped. `seen`
 * is the number of the newest row that the user has seen; `following` is true at the end of the list.
 */
function useScroll(rows: readonly { readonly seq: number }[], trimmed: number) {
  const body = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const viewHeight = useSignal(600);
  const following = useSignal(true);
  const seen = useSignal(rows.at(-1)?.seq ?? 0);
  const trimmedBefore = useRef(trimmed);

  const measure = () => {
    const element = body.current;
    if (element === null) return;
    scrollTop.value = element.scrollTop;
    viewHeight.value = element.clientHeight;
    following.value = isScrolledToEnd({
      scrollTop: element.scrollTop,
      viewHeight: element.clientHeight,
      height: element.scrollHeight,
    });
  };
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null) return;
    const gone = trimmed - trimmedBefore.current;
    trimmedBefore.current = trimmed;
    if (following.peek()) element.scrollTop = element.scrollHeight;
    else if (gone !== 0) element.scrollTop = Math.max(element.scrollTop - gone * ROW_HEIGHT, 0);
    if (following.peek()) seen.value = rows.at(-1)?.seq ?? 0;
    scrollTop.value = element.scrollTop;
  }, [rows, trimmed]);
  const scrollTo = (index: number) => {
    const element = body.current;
    if (element === null) return;
    // A list with a selected row stops following new rows, because the user is reading that row.
    following.value = false;
    element.scrollTop = scrollToRow({
      index,
      rowHeight: ROW_HEIGHT,
      scrollTop: element.scrollTop,
      viewHeight: element.clientHeight,
    });
  };
  return { body, scrollTop, viewHeight, following, seen, measure, scrollTo };
}
