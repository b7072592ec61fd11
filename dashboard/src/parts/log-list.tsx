import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { formatNumber } from '../logic/format.ts';
import type { LogRow } from '../logic/log-lines.ts';
import { entryAt, isError, isWarning, layOutLog, type LogEntry, offsetsOf } from '../logic/log-view.ts';
import { isScrolledToEnd } from '../logic/window.ts';
import { Icon } from './icon.tsx';
import { Marked } from './filters.tsx';

/** Height of a row in pixels. */
const ROW = 22;
/** Number of rows that are rendered above and below the visible rows. */
const OVERSCAN = 30;

export interface LogListProps {
  rows: readonly LogRow[];
  /**
   * Number of rows that were removed from the front, minus the number of prepended rows. The scroll position is
   * adjusted by `trimmed` rows.
   */
  trimmed: number;
  chosen: number | null;
  wrapAll: boolean;
  search: string;
  numberOf: (revisionId: string) => number | undefined;
  onChoose: (row: LogRow) => void;
}

/**
 * Shows a log in a scrolling area. The document contains only the visible lines. If the user has scrolled to the end,
 * the log follows new lines. If the user has not scrolled to the end, the log keeps its position, and a button shows
 * the number of new lines.
 */
export function LogList(props: LogListProps): JSX.Element {
  const { rows, chosen, search, numberOf, onChoose } = props;
  const area = useRef<HTMLDivElement>(null);
  const size = useSignal({ columns: 120, height: 600, narrow: false });
  const scrollTop = useSignal(0);
  const wrapAll = props.wrapAll || size.value.narrow;
  const { columns } = size.value;
  const entries = useMemo(
    () => layOutLog(rows, { columns, wrapAll, chosen, numberOf }),
    [rows, columns, wrapAll, chosen],
  );
  const offsets = useMemo(() => offsetsOf(entries), [entries]);
  const { following, unseen, measure, toEnd } = useFollowing({ area, props, entries, offsets, scrollTop });
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      size.value = measureArea(element);
      measure();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const first = Math.floor(scrollTop.value / ROW) - OVERSCAN;
  const last = Math.ceil((scrollTop.value + size.value.height) / ROW) + OVERSCAN;
  const start = entryAt(offsets, first);
  const end = Math.min(entryAt(offsets, last) + 1, entries.length);
  return (
    <div class="log-frame">
      <div class="log" ref={area} role="log" aria-label="Log" aria-live="off" tabIndex={0} onScroll={measure}>
        <div class="log-block" style={{ height: `${(offsets.at(-1) ?? 0) * ROW}px` }}>
          <div
            class="log-window"
            role="presentation"
            style={{ transform: `translateY(${(offsets[start] ?? 0) * ROW}px)` }}
          >
            {entries.slice(start, end).map((entry) => (
              <Entry
                key={entry.kind === 'gap' ? entry.key : entry.row.seq}
                entry={entry}
                search={search}
                isChosen={entry.kind === 'line' && entry.row.seq === chosen}
                onChoose={onChoose}
              />
            ))}
          </div>
        </div>
      </div>
      {following.value || unseen === 0 ? null : (
        <button type="button" class="button little log-new" onClick={toEnd}>
          {formatNumber(unseen)} new lines <Icon name="down" size="small" />
        </button>
      )}
    </div>
  );
}

/** Keeps the log scrolled to its end, or keeps the visible lines in place while lines are added or removed. */
function useFollowing({
  area,
  props: { rows, trimmed, chosen },
  entries,
  offsets,
  scrollTop,
}: {
  area: { current: HTMLDivElement | null };
  props: LogListProps;
  entries: readonly LogEntry[];
  offsets: readonly number[];
  scrollTop: { value: number; peek(): number };
}) {
  const following = useSignal(true);
  const seen = useRef(rows.at(-1)?.seq ?? 0);
  const trimmedBefore = useRef(trimmed);
  const measure = () => {
    const element = area.current;
    if (element === null) return;
    scrollTop.value = element.scrollTop;
    following.value = isScrolledToEnd({
      scrollTop: element.scrollTop,
      viewHeight: element.clientHeight,
      height: element.scrollHeight,
    });
    if (following.peek()) seen.current = rows.at(-1)?.seq ?? 0;
  };
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const gone = trimmed - trimmedBefore.current;
    trimmedBefore.current = trimmed;
    if (following.peek()) element.scrollTop = element.scrollHeight;
    else if (gone !== 0) element.scrollTop = Math.max(element.scrollTop - gone * ROW, 0);
    if (following.peek()) seen.current = rows.at(-1)?.seq ?? 0;
    scrollTop.value = element.scrollTop;
  }, [rows, trimmed, offsets]);
  useLayoutEffect(() => {
    const element = area.current;
    const index = entries.findIndex((entry) => entry.kind === 'line' && entry.row.seq === chosen);
    if (element === null || chosen === null || index === -1) return;
    // The log does not follow new lines while the user reads the chosen line.
    following.value = false;
    const top = (offsets[index] ?? 0) * ROW;
    const bottom = (offsets[index + 1] ?? 0) * ROW;
    if (top < element.scrollTop || bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = Math.max(top - element.clientHeight / 3, 0);
    }
    scrollTop.value = element.scrollTop;
  }, [chosen, entries.length === 0]);
  const unseen = rows.length - 1 - rows.findLastIndex(({ seq }) => seq <= seen.current);
  const toEnd = () => area.current?.scrollTo({ top: area.current.scrollHeight });
  return { following, unseen, measure, toEnd };
}

/** Measures how many characters of the log's font fit into the message column. */
function measureArea(element: HTMLElement): { columns: number; height: number; narrow: boolean } {
  const style = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  let character = 7.2;
  if (context !== null) {
    context.font = `${style.fontSize} ${style.fontFamily}`;
    character = context.measureText('0'.repeat(100)).width / 100;
  }
  const narrow = element.clientWidth < 720;
  const others = narrow ? NARROW_OTHERS : OTHERS;
  const columns = Math.max(Math.floor((element.clientWidth - others) / character), 10);
  return { columns, height: element.clientHeight, narrow };
}

/** Width in pixels of a line without its message, equal to the width in the style sheet. */
const OTHERS = 16 + 92 + 12 + 76 + 12 + 56 + 12 + 16 + 2;
const NARROW_OTHERS = 12 + 54 + 8 + 12 + 2;

/** Shows the time of a line. The style sheet hides the milliseconds in a narrow window. */
function LineTime({ at }: { at: number }): JSX.Element {
  const date = new Date(at);
  const exact = date.toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {date.toLocaleTimeString('en-GB')}
      <span>.{String(date.getMilliseconds()).padStart(3, '0')}</span>
    </time>
  );
}

function Entry({
  entry,
  search,
  isChosen,
  onChoose,
}: {
  entry: LogEntry;
  search: string;
  isChosen: boolean;
  onChoose: (row: LogRow) => void;
}): JSX.Element {
  const style = { height: `${entry.lines * ROW}px` };
  if (entry.kind === 'gap') {
    return (
      <div class="log-gap" style={style}>
        {entry.text}
      </div>
    );
  }
  const { row, failure, wraps, breaks } = entry;
  const { line } = row;
  const level = isError(row) ? 'error' : isWarning(row) ? 'warning' : '';
  const classes = ['log-line', level, failure === 'stack' ? 'stack' : '', wraps ? 'wraps' : ''];
  return (
    <div
      class={classes.filter((one) => one !== '').join(' ')}
      style={style}
      {...(isChosen ? { 'aria-current': 'true' as const } : {})}
      onClick={() => onChoose(row)}
    >
      <LineTime at={line.at_ms} />
      <span class="log-level">
        {level === 'error' ? <Icon name="failed" size="small" tone="bad" /> : null}
        {level === 'warning' ? <Icon name="warning" size="small" tone="wait" /> : null}
        <span class={level === 'error' ? 'bad' : level === 'warning' ? 'wait' : 'dim'}>
          {line.level.toLowerCase()}
        </span>
      </span>
      <span class="dim">{line.kind === 'build' ? 'build' : 'run'}</span>
      <span class="log-message">
        <Marked
          text={wraps ? line.message : line.message.slice(0, CLIPPED)}
          search={search}
          multiline
          breaks={breaks}
        />
      </span>
    </div>
  );
}

/**
 * Maximum number of displayed characters of a line that does not wrap, because laying out a line of 100,000 characters
 * freezes a browser.
 */
const CLIPPED = 1_000;
