import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatDuration } from '../logic/format.ts';
import { pathOf, type ThreadRoute } from '../logic/paths.ts';
import type { TimelineRow } from '../logic/thread-steps.ts';
import { rowWindow } from '../logic/window.ts';
import { query } from '../live/navigation.ts';
import { Age, UntrustedText } from './basics.tsx';

/** Height of a row in pixels, equal to the height in the style sheet. */
const ROW = 52;
/**
 * Distance between lanes in pixels, and the number of the last lane with a separate position, which all higher lanes
 * share.
 */
const LANE = 24;
const MAX_LANE = 4;

/**
 * Lists the steps of a thread, newest first, with the tree of its branches. The document contains only the visible
 * rows.
 */
export function StepList({
  rows,
  chosen,
  route,
  withRail,
  onPick,
}: {
  rows: readonly TimelineRow[];
  chosen: string;
  route: ThreadRoute;
  /** False for a filtered list, because its adjacent rows might not be adjacent in the tree. */
  withRail: boolean;
  /** If set, a click calls `onPick` instead of opening a step, so that the user can choose a step to compare. */
  onPick: ((row: TimelineRow) => void) | null;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const viewHeight = useSignal(600);
  const measure = () => {
    const element = box.current;
    if (element === null) return;
    scrollTop.value = element.scrollTop;
    viewHeight.value = element.clientHeight;
  };
  useLayoutEffect(measure, [rows.length]);
  const at = rows.findIndex(({ key }) => key === chosen);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || at === -1) return;
    const top = at * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + ROW - element.clientHeight;
    }
    measure();
  }, [at]);
  const range = rowWindow({
    count: rows.length,
    rowHeight: ROW,
    scrollTop: scrollTop.value,
    viewHeight: viewHeight.value,
  });
  const shown = rows.slice(range.start, range.end);
  const lanes = Math.min(
    Math.max(0, ...shown.map(({ lane, passes }) => Math.max(lane, ...passes))),
    MAX_LANE,
  );
  return (
    <div ref={box} class="step-list" tabIndex={-1} onScroll={measure}>
      <ol
        class="step-list-block"
        aria-label="Steps, newest first"
        style={{ height: `${Math.min(rows.length * ROW, range.height)}px` }}
      >
        {shown.map((row, index) => (
          <li
            key={row.key}
            aria-setsize={rows.length}
            aria-posinset={range.start + index + 1}
            class={`step-row ${row.kind}`}
            style={{ transform: `translateY(${(range.start + index) * ROW}px)` }}
            {...(row.key === chosen ? { 'aria-current': 'step' as const } : {})}
          >
            <Rail row={row} lanes={withRail ? lanes : 0} withLines={withRail} isChosen={row.key === chosen} />
            <span class="two-lines">
              <a
                class="row-link"
                href={pathOf(route, { ...query.value, step: row.key })}
                onClick={(event) => {
                  if (onPick === null) return;
                  event.preventDefault();
                  onPick(row);
                }}
              >
                <UntrustedText text={row.title} limit={100} />
              </a>
              <span class={row.kind === 'failed' ? 'bad' : row.kind === 'waiting' ? 'wait' : ''}>
                <UntrustedText text={row.detail} limit={200} />
              </span>
            </span>
            <span class="step-note dim numeric">
              <span>{row.kind === 'step' ? `step ${row.number}` : `branch ${row.branch}`}</span>
              <span>{row.ms === null ? <Age at={row.step.at_ms} /> : formatDuration(row.ms)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const laneX = (lane: number): number => 18 + Math.min(lane, MAX_LANE) * LANE;
const laneClass = (lane: number): string => (lane === 0 ? '' : 'other');

/** Draws the part of the tree that belongs to one row. */
function Rail({
  row,
  lanes,
  withLines,
  isChosen,
}: {
  row: TimelineRow;
  lanes: number;
  withLines: boolean;
  isChosen: boolean;
}): JSX.Element {
  const x = withLines ? laneX(row.lane) : 18;
  const width = 36 + lanes * LANE;
  return (
    <svg class="rail" width={width} height={ROW} viewBox={`0 0 ${width} ${ROW}`} aria-hidden="true">
      {withLines ? (
        <>
          {row.passes.map((lane) => (
            <path key={lane} class={laneClass(lane)} d={`M${laneX(lane)} 0V${ROW}`} />
          ))}
          {row.joins.map((lane) => (
            <path
              key={`join ${lane}`}
              class={laneClass(lane)}
              d={`M${laneX(lane)} 0C${laneX(lane)} 18 ${x} 10 ${x} 26`}
            />
          ))}
          {row.up ? <path class={laneClass(row.lane)} d={`M${x} 0V26`} /> : null}
          {row.down ? <path class={laneClass(row.lane)} d={`M${x} 26V${ROW}`} /> : null}
        </>
      ) : null}
      <Mark row={row} x={x} isChosen={isChosen} />
    </svg>
  );
}

function Mark({ row, x, isChosen }: { row: TimelineRow; x: number; isChosen: boolean }): JSX.Element {
  if (row.kind === 'failed') {
    return (
      <>
        <circle class="mark bad" cx={x} cy="26" r="7" />
        <path class="cross" d={`M${x - 2.5} 23.5l5 5M${x + 2.5} 23.5l-5 5`} />
      </>
    );
  }
  if (row.kind === 'waiting') return <path class="mark wait" d={`M${x} 18l8 8-8 8-8-8z`} />;
  return <circle class={`mark ${isChosen ? 'on' : row.lane === 0 ? '' : 'alt'}`} cx={x} cy="26" r="5" />;
}
