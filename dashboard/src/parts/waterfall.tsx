import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { RunStep } from '../../../src/contract/dashboard/runs.ts';
import { useKeys } from '../live/keys.ts';
import { clipText, formatDuration, formatNumber, visibleLine } from '../logic/format.ts';
import {
  barOf,
  positionOf,
  type StepTree,
  ticksOf,
  type TimeSpan,
  visibleRows,
  type WaterfallRow,
} from '../logic/waterfall.ts';
import { rowWindow } from '../logic/window.ts';
import { nodeName } from '../logic/words.ts';
import { UntrustedText } from './basics.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Legend } from './marks.tsx';
import { Card } from './page.tsx';
import { useElements, useVisibleRange } from './row-list.tsx';

const ROW_HEIGHT = 32;
const NARROW_ROW_HEIGHT = 48;
/** Width of one character of a note in a narrow pane, in percent of the width of the bars. */
const CHARACTER_PERCENT = 1.9;
/** Position in percent after which the window's edge would truncate a label of the scale. */
const LAST_LABEL = 88;
/** Maximum number of indented levels. Steps at deeper levels have the indentation of the last indented level. */
const MAX_INDENT = 12;

const ICONS: Readonly<Record<RunStep['kind'], IconName>> = {
  graph: 'group',
  node: 'node',
  model: 'model',
  tool: 'tool',
  span: 'event',
};
const KIND_NAMES: Readonly<Record<RunStep['kind'], string>> = {
  graph: 'Graph',
  node: 'Node',
  model: 'Model call',
  tool: 'Tool call',
  span: 'Span',
};

const LEGEND = [
  ['bar-model', 'model'],
  ['bar-tool', 'tool'],
  ['bar-hollow', 'node'],
  ['bar-failed', 'failed'],
] as const;

function KeyHints(): JSX.Element {
  return (
    <span class="key-hints run-keys">
      <kbd>↑</kbd> <kbd>↓</kbd> step <kbd>←</kbd> <kbd>→</kbd> fold <kbd>E</kbd> next error{' '}
      <span class="dim">The thin mark in a model bar shows when the first token arrived</span>
    </span>
  );
}

/**
 * Shows the steps of a run as a tree, with a bar for the duration of each step. The document contains only the
 * visible rows.
 */
export function Waterfall({
  tree,
  span,
  end,
  isLive,
  total,
  folded,
  onFold,
  chosen,
  onChoose,
  acts,
}: {
  tree: StepTree;
  span: TimeSpan;
  /** End of the run, or the present for an active run. */
  end: number;
  isLive: boolean;
  /** Number of all steps of the run, some of which might not be loaded yet. */
  total: number;
  folded: ReadonlySet<number>;
  onFold: (folded: ReadonlySet<number>) => void;
  chosen: number | null;
  onChoose: (step: RunStep | undefined) => void;
  /** Buttons next to the legend. */
  acts: ComponentChildren;
}): JSX.Element {
  const rows = useMemo(() => visibleRows(tree, folded), [tree, folded]);
  const at = rows.findIndex(({ step }) => step.seq === chosen);
  const block = useRef<HTMLDivElement>(null);
  const view = useVisibleRange(block);
  const height = view.narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const range = rowWindow({
    count: rows.length,
    rowHeight: height,
    scrollTop: view.scrollTop,
    viewHeight: view.viewHeight,
  });
  const inDocument = rows.slice(range.start, range.end);
  const elements = useElements(
    block,
    inDocument.map(({ step }) => String(step.seq)),
  );
  const ticks = ticksOf(span);
  useLayoutEffect(() => scrollToRow(block.current, at, height), [chosen]);
  const fold = (row: WaterfallRow | undefined, isFolded: boolean) => {
    if (row === undefined || row.inside === 0) return;
    const next = new Set(folded);
    if (isFolded) next.add(row.step.seq);
    else next.delete(row.step.seq);
    onFold(next);
  };
  useStepKeys({ rows, at, fold, onChoose });
  const loaded = tree.sizes.size;
  return (
    <Card
      title="Steps"
      note={total > loaded ? `${formatNumber(loaded)} of ${formatNumber(total)}` : formatNumber(total)}
      acts={
        <>
          <Legend entries={LEGEND} />
          {acts}
        </>
      }
      foot={<KeyHints />}
    >
      <div class="waterfall">
        <Scale ticks={ticks} span={span} />
        <div
          ref={block}
          class="waterfall-block"
          role="tree"
          aria-label={`Steps of the run, ${rows.length}`}
          style={{ height: `${range.height}px` }}
        >
          <div
            class="waterfall-window"
            role="presentation"
            style={{ transform: `translateY(${range.offset}px)` }}
          >
            <Grid ticks={ticks} span={span} />
            {inDocument.map((row) => (
              <Row
                key={elements.get(String(row.step.seq))}
                row={row}
                isChosen={row.step.seq === chosen}
                span={span}
                end={end}
                isLive={isLive}
                onChoose={() => onChoose(row.step)}
                onFold={() => fold(row, !row.folded)}
              />
            ))}
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Binds the arrow keys, which choose and fold steps. */
function useStepKeys({
  rows,
  at,
  fold,
  onChoose,
}: {
  rows: readonly WaterfallRow[];
  /** Index of the chosen row, or -1 if no row is chosen. */
  at: number;
  fold: (row: WaterfallRow | undefined, isFolded: boolean) => void;
  onChoose: (step: RunStep | undefined) => void;
}): void {
  const current = rows[at];
  const left = () => {
    if (current !== undefined && current.inside > 0 && !current.folded) return fold(current, true);
    const parent = rows.find(({ step }) => step.seq === current?.step.parent);
    return onChoose(parent?.step);
  };
  useKeys([
    { key: 'ArrowDown', does: 'next step', run: () => onChoose(rows[at + 1]?.step) },
    { key: 'ArrowUp', does: 'previous step', run: () => onChoose(rows[Math.max(at - 1, 0)]?.step) },
    { key: 'ArrowLeft', does: 'fold the step', run: left },
    { key: 'ArrowRight', does: 'unfold the step', run: () => fold(current, false) },
  ]);
}

function Scale({ ticks, span }: { ticks: readonly number[]; span: TimeSpan }): JSX.Element {
  return (
    <div class="waterfall-row waterfall-scale" aria-hidden="true">
      <span />
      <svg class="track">
        {ticks.map((ms) => {
          const x = positionOf(span.from + ms, span);
          return x > LAST_LABEL ? null : (
            <text key={ms} x={`${x}%`} y="18">
              {ms === 0 ? '0' : formatDuration(ms)}
            </text>
          );
        })}
      </svg>
      <span />
    </div>
  );
}

/** Draws the lines of the scale and the folded periods behind all rows. */
function Grid({ ticks, span }: { ticks: readonly number[]; span: TimeSpan }): JSX.Element {
  return (
    <div class="waterfall-row waterfall-grid" role="presentation" aria-hidden="true">
      <span />
      <svg class="track">
        {(span.gaps ?? []).map((gap) => {
          const [from, to] = [positionOf(gap.from, span), positionOf(gap.to, span)];
          return (
            <rect
              key={gap.from}
              class="bar-folded"
              x={`${from}%`}
              width={`${to - from}%`}
              y="0"
              height="100%"
            />
          );
        })}
        {ticks.map((ms) => {
          const at = `${positionOf(span.from + ms, span)}%`;
          return <line key={ms} class="grid" x1={at} x2={at} y1="0" y2="100%" />;
        })}
      </svg>
      <span />
    </div>
  );
}

function Row({
  row,
  isChosen,
  span,
  end,
  isLive,
  onChoose,
  onFold,
}: {
  row: WaterfallRow;
  isChosen: boolean;
  span: TimeSpan;
  end: number;
  isLive: boolean;
  onChoose: () => void;
  onFold: () => void;
}): JSX.Element {
  const { step, depth, inside } = row;
  const isOver = step.ended_at_ms !== null;
  const ms = (step.ended_at_ms ?? Math.max(end, step.started_at_ms)) - step.started_at_ms;
  const isCut = !isOver && !isLive;
  const name = nodeName(step.name);
  return (
    <div
      class={`waterfall-row ${step.state === 'error' ? 'is-failed' : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      {...(inside === 0 ? {} : { 'aria-expanded': !row.folded })}
      onClick={onChoose}
    >
      <span class={`waterfall-name depth-${Math.min(depth, MAX_INDENT)}`}>
        <button
          type="button"
          tabIndex={-1}
          class="fold"
          aria-label={row.folded ? 'Unfold' : 'Fold'}
          disabled={inside === 0}
          onClick={(event) => {
            event.stopPropagation();
            onFold();
          }}
        >
          {inside === 0 ? null : <Icon name={row.folded ? 'right' : 'down'} size="small" />}
        </button>
        <Icon
          name={step.state === 'error' ? 'failed' : step.state === 'waiting' ? 'waiting' : ICONS[step.kind]}
          size="small"
          tone={toneOf(step)}
        />
        <span class="visually-hidden">{KIND_NAMES[step.kind]} </span>
        <span class="cut">
          <UntrustedText text={name} limit={200} />
        </span>
        {row.folded ? <span class="dim">{formatNumber(inside)}</span> : null}
        {step.attempt > 1 ? <span class="dim">attempt {step.attempt}</span> : null}
      </span>
      <Track step={step} span={span} end={end} isLive={isLive} isInnermost={inside === 0} />
      <span class="waterfall-time">
        <span class="visually-hidden"> </span>
        {isCut ? 'cut off' : formatDuration(ms)}
        <span class="visually-hidden">{wordOf(step, isLive)}</span>
      </span>
    </div>
  );
}

function wordOf(step: RunStep, isLive: boolean): string {
  if (step.state === 'error') return ', failed';
  if (step.state === 'waiting') return ', waits for an answer';
  if (step.state === 'running') return isLive ? ', running' : ', cut off by the end of the run';
  return '';
}

function toneOf(step: RunStep): 'bad' | 'wait' | 'model' | 'tool' | 'rest' {
  if (step.state === 'error') return 'bad';
  if (step.state === 'waiting') return 'wait';
  return step.kind === 'model' || step.kind === 'tool' ? step.kind : 'rest';
}

function Track({
  step,
  span,
  end,
  isLive,
  isInnermost,
}: {
  step: RunStep;
  span: TimeSpan;
  end: number;
  isLive: boolean;
  isInnermost: boolean;
}): JSX.Element {
  const bar = barOf(step, span, end, { isLive, isInnermost });
  const [x, width] = [`${bar.x}%`, `${bar.width}%`];
  const isLeaf = step.kind !== 'graph' && step.kind !== 'node';
  // The note is drawn on the side of the bar with more space. If the note does not fit, it is omitted.
  const isLeft = bar.x > 100 - bar.x - bar.width;
  const room = isLeft ? bar.x : 100 - bar.x - bar.width;
  const whole = isLeaf ? noteOf(step) : '';
  const note = whole.length * CHARACTER_PERCENT < room ? whole : '';
  return (
    <svg class="track" aria-hidden="true">
      <g class="bar">
        <rect class={bar.className} x={x} width={width} y="11" height="10" rx="2" />
        {bar.className === 'bar-failed' ? (
          <rect fill="url(#hatch)" x={x} width={width} y="11" height="10" />
        ) : null}
        {bar.first === undefined ? null : (
          <rect class="first-token" x={`${bar.first}%`} y="8" width="1.5" height="16" />
        )}
      </g>
      {note === '' ? null : (
        <text
          class={step.state === 'error' ? 'bad' : ''}
          x={isLeft ? x : `${bar.x + bar.width}%`}
          dx={isLeft ? -6 : 6}
          y="19.5"
          {...(isLeft ? { 'text-anchor': 'end' as const } : {})}
        >
          {note}
        </text>
      )}
    </svg>
  );
}

function noteOf(step: RunStep): string {
  const first = step.first_token_at_ms;
  if (step.kind === 'model' && first !== null) {
    return `first token ${formatDuration(first - step.started_at_ms)}`;
  }
  const text = step.error?.type ?? step.note;
  return visibleLine(clipText(text, 40).split('… (')[0] ?? '');
}

/** Scrolls the page so that a row is visible, if it is outside the window or below the pane of the chosen step. */
function scrollToRow(block: HTMLElement | null, index: number, height: number): void {
  if (block === null || index === -1) return;
  const top = block.getBoundingClientRect().top + index * height;
  const pane = innerWidth < 1280 ? block.closest('.panes')?.querySelector('.pane') : null;
  const end = Math.min(innerHeight, pane?.getBoundingClientRect().top ?? innerHeight);
  if (top < 0) scrollBy(0, top - height);
  else if (top + height > end) scrollBy(0, top + 2 * height - end);
}
