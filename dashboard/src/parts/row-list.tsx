import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useKeys } from '../live/keys.ts';
import { formatCount, formatNumber } from '../logic/format.ts';
import { arrivedRows } from '../logic/rows.ts';
import { elementsOfRows, rowWindow } from '../logic/window.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/**
 * A long list that scrolls with the page, newest row first. The document contains only the visible rows, so all rows
 * have the same height. The keys `j` and `k` choose the next and the previous row, and `Enter` opens the chosen row.
 * While the list is scrolled or a row is chosen, new rows wait behind a button, so that nothing moves under the
 * pointer.
 */
export function RowList<T>({
  label,
  rows,
  keyOf,
  row,
  rowHeight,
  narrowRowHeight = rowHeight,
  chosen = null,
  onChoose,
  onOpen,
  noun = 'row',
  className = '',
  head,
  classOf,
  isStateless = false,
}: {
  label: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  /**
   * Cells of a row. If a cell is a link, the link should have the class `row-link`, whose clickable area covers the
   * row.
   */
  row: (row: T) => JSX.Element;
  /** Height of a row in pixels: in wide windows, and in windows below 720 pixels. */
  rowHeight: number;
  narrowRowHeight?: number;
  /** Key of the chosen row. */
  chosen?: string | null;
  onChoose?: (row: T) => void;
  onOpen?: (row: T) => void;
  noun?: string;
  /** CSS class that sets the columns of the list. */
  className?: string;
  /** Names of the columns. */
  head?: JSX.Element;
  classOf?: (row: T) => string;
  /** True if the cells contain no state, such as an open menu. The elements of a row can then show another row. */
  isStateless?: boolean;
}): JSX.Element {
  const block = useRef<HTMLDivElement>(null);
  const view = useVisibleRange(block);
  const height = view.narrow ? narrowRowHeight : rowHeight;
  const isHeld = view.scrollTop > 0 || chosen !== null;
  const { shown, waiting, release } = useHeldRows(rows, keyOf, isHeld);
  const arrived = useArrivedRows(shown, keyOf);
  const at = chosen === null ? -1 : shown.findIndex((one) => keyOf(one) === chosen);
  const range = rowWindow({
    count: shown.length,
    rowHeight: height,
    scrollTop: view.scrollTop,
    viewHeight: view.viewHeight,
  });
  const inDocument = shown.slice(range.start, range.end);
  const elements = useElements(block, inDocument.map(keyOf), isStateless);

  const choose = (index: number) => {
    const next = shown[index];
    if (next === undefined) return;
    onChoose?.(next);
    scrollToRow(block.current, index, height);
  };
  useRowKeys({ shown, at, choose, noun, onOpen: onChoose === undefined ? undefined : (onOpen ?? null) });
  const showNew = () => {
    release();
    block.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div class={`row-list ${className}`}>
      {waiting === 0 ? null : (
        <div class="new-rows">
          <Button size="little" onAct={showNew}>
            <Icon name="send" size="small" /> {formatNumber(waiting)} new
          </Button>
        </div>
      )}
      {head === undefined ? null : <div class="list-head">{head}</div>}
      <div
        ref={block}
        class="row-list-block"
        role="list"
        aria-label={`${label}, ${formatCount(shown.length, noun)}`}
        style={{ height: `${range.height}px` }}
      >
        <div
          class="row-list-window"
          role="presentation"
          style={{ transform: `translateY(${range.offset}px)` }}
        >
          {inDocument.map((one, index) => (
            <div
              key={elements.get(keyOf(one))}
              role="listitem"
              aria-setsize={shown.length}
              aria-posinset={range.start + index + 1}
              class={`list-row ${isStateless ? 'contained' : ''} ${arrived.has(keyOf(one)) ? 'is-new' : ''} ${classOf?.(one) ?? ''}`}
              style={{ height: `${height}px` }}
              {...(keyOf(one) === chosen ? { 'aria-current': 'true' as const } : {})}
            >
              {row(one)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * Binds the keyboard shortcuts of a list. The callback `onOpen` is undefined if rows cannot be chosen, and null if
 * chosen rows cannot be opened.
 */
function useRowKeys<T>({
  shown,
  at,
  choose,
  noun,
  onOpen,
}: {
  shown: readonly T[];
  /** Index of the chosen row, or -1 if no row is chosen. */
  at: number;
  choose: (index: number) => void;
  noun: string;
  onOpen: ((row: T) => void) | null | undefined;
}): void {
  const open = () => {
    const row = shown[at];
    if (row !== undefined) onOpen?.(row);
  };
  const moves = [
    { key: 'j', does: `next ${noun}`, run: () => choose(Math.min(at + 1, shown.length - 1)) },
    { key: 'k', does: `previous ${noun}`, run: () => choose(Math.max(at - 1, 0)) },
  ];
  const opens = at === -1 || onOpen === null ? [] : [{ key: 'Enter', does: `open the ${noun}`, run: open }];
  useKeys(onOpen === undefined ? [] : [...moves, ...opens]);
}

/** Returns how many pixels of a list are above the window, and the height of the window. */
export function useVisibleRange(block: { current: HTMLElement | null }) {
  const scrollTop = useSignal(0);
  const viewHeight = useSignal(800);
  const narrow = useSignal(false);
  const measure = () => {
    const element = block.current;
    if (element === null) return;
    scrollTop.value = Math.max(Math.round(-element.getBoundingClientRect().top), 0);
    viewHeight.value = innerHeight;
    narrow.value = innerWidth < 720;
  };
  // A render after a scroll does not move the block, and measuring would force the browser to lay out the new rows.
  const isByScroll = useRef(false);
  useLayoutEffect(() => {
    if (!isByScroll.current) measure();
    isByScroll.current = false;
  });
  useEffect(() => {
    const onScroll = () => {
      const before = scrollTop.peek();
      measure();
      isByScroll.current = scrollTop.peek() !== before;
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', measure);
    };
  }, []);
  return { scrollTop: scrollTop.value, viewHeight: viewHeight.value, narrow: narrow.value };
}

/**
 * Returns the number of the element of each row, by the key of the row. While the focus is in the list, no element is
 * reused, so that the focus stays on its row.
 */
export function useElements(
  block: { current: HTMLElement | null },
  keys: readonly string[],
  reuses = true,
): ReadonlyMap<string, number> {
  const elements = useRef<ReadonlyMap<string, number>>(new Map());
  const hasFocus = block.current?.contains(document.activeElement) ?? false;
  elements.current = elementsOfRows(elements.current, keys, reuses && !hasFocus);
  return elements.current;
}

const NONE: ReadonlySet<string> = new Set();
/** Milliseconds for which a row that arrived is highlighted. */
const HIGHLIGHT_MS = 2_000;

/** Returns the keys of the rows that arrived in the last two seconds. */
function useArrivedRows<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlySet<string> {
  const arrived = useSignal(NONE);
  const before = useRef<string | null>(null);
  const top = rows[0] === undefined ? null : keyOf(rows[0]);
  useLayoutEffect(() => {
    const found = arrivedRows(rows, keyOf, before.current);
    before.current = top;
    arrived.value = found.length === 0 ? NONE : new Set(found.map(keyOf));
    const timer = setTimeout(() => (arrived.value = NONE), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [top]);
  return arrived.value;
}

/** While the list is held, new rows are not added above the row that was first when the hold began. */
function useHeldRows<T>(rows: readonly T[], keyOf: (row: T) => string, isHeld: boolean) {
  const first = useRef<string | null>(null);
  const released = useSignal(0);
  const top = rows[0];
  if (!isHeld || first.current === null) first.current = top === undefined ? null : keyOf(top);
  const found = first.current === null ? 0 : rows.findIndex((one) => keyOf(one) === first.current);
  const waiting = Math.max(found, 0);
  // If a filter or the limit removed the first row of a held list, the list starts with the newest row.
  if (found === -1) first.current = top === undefined ? null : keyOf(top);
  return {
    shown: waiting === 0 ? rows : rows.slice(waiting),
    waiting,
    release: () => {
      first.current = top === undefined ? null : keyOf(top);
      released.value += 1;
    },
    released: released.value,
  };
}

/** Scrolls the page so that a row is fully visible, with the least movement. */
function scrollToRow(block: HTMLElement | null, index: number, height: number): void {
  if (block === null) return;
  const top = block.getBoundingClientRect().top + index * height;
  const bottom = innerWidth < 720 ? innerHeight - 64 : innerHeight;
  if (top < 0) scrollBy(0, top - 8);
  else if (top + height > bottom) scrollBy(0, top + height - bottom + 8);
}
