import type { RunStep } from '../../../src/contract/dashboard/runs.ts';
import { MAX_WORKER_STEP } from '../../../src/contract/trace-event.ts';
import { apart, idleGaps, type Period, placeOf, tickTimes } from './time-axis.ts';

/** Maximum number of running steps that are requested by number. */
const MAX_AGAIN = 100;

/** Steps to request: the steps after the number `after`, and earlier steps, as numbers separated by commas. */
export interface StepsToRead {
  after: number;
  again?: string;
}

/**
 * Returns the steps to request in addition to the known steps. Finished steps never change, so only new and running
 * steps are requested. If more than `MAX_AGAIN` steps are running, the first running step and all later steps are read
 * again. A run with spans is read completely, because a span that arrives late can contain earlier spans.
 */
export function stepsToRead(known: ReadonlyMap<number, RunStep>): StepsToRead {
  let after = 0;
  let first = 0;
  const running: number[] = [];
  for (const { seq, state } of known.values()) {
    if (seq > MAX_WORKER_STEP) return { after: 0 };
    after = Math.max(after, seq);
    if (state !== 'running') continue;
    running.push(seq);
    first = first === 0 ? seq : Math.min(first, seq);
  }
  if (running.length === 0) return { after };
  return running.length > MAX_AGAIN ? { after: first - 1 } : { after, again: running.join(',') };
}

export interface WaterfallRow {
  step: RunStep;
  /** Number of steps that enclose the step. */
  depth: number;
  /** Number of steps inside the step, or 0 if the step cannot be folded. */
  inside: number;
  folded: boolean;
}

/** Steps of a run as a tree of nested steps. */
export interface StepTree {
  roots: readonly RunStep[];
  children: ReadonlyMap<number, readonly RunStep[]>;
  /** Number of steps inside each step, at any depth. */
  sizes: ReadonlyMap<number, number>;
}

/**
 * Builds the tree, with the steps inside a step in the order of their start. The result does not depend on the order of
 * `steps`. A step with an unknown parent becomes a root, and so does a step whose parents form a cycle.
 */
export function buildTree(steps: readonly RunStep[]): StepTree {
  // Spans arrive late, so their numbers are greater than the numbers of steps that began later.
  const ordered = steps.toSorted((a, b) => a.started_at_ms - b.started_at_ms || a.seq - b.seq);
  const known = new Set(ordered.map(({ seq }) => seq));
  const isRoot = ({ parent }: RunStep): boolean => parent === null || !known.has(parent);
  const roots = ordered.filter(isRoot);
  const children = Map.groupBy(
    ordered.filter((step) => !isRoot(step)),
    ({ parent }) => parent ?? 0,
  );
  const reached: RunStep[] = [];
  const seen = new Set<number>();
  const reach = (root: RunStep): void => {
    const stack = [root];
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      reached.push(step);
      seen.add(step.seq);
      stack.push(...(children.get(step.seq) ?? []));
    }
  };
  roots.forEach(reach);
  for (const step of ordered) {
    if (seen.has(step.seq)) continue;
    const siblings = children.get(step.parent ?? 0) ?? [];
    children.set(
      step.parent ?? 0,
      siblings.filter((one) => one !== step),
    );
    roots.push(step);
    reach(step);
  }
  const sizes = new Map<number, number>();
  for (const { seq } of reached.toReversed()) {
    const inside = children.get(seq) ?? [];
    sizes.set(
      seq,
      inside.reduce((sum, one) => sum + 1 + (sizes.get(one.seq) ?? 0), 0),
    );
  }
  return { roots, children, sizes };
}

/** Returns the visible rows in the order of the tree. */
export function visibleRows(
  { roots, children, sizes }: StepTree,
  folded: ReadonlySet<number>,
): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  const stack = roots.toReversed().map((step) => ({ step, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { step, depth } = next;
    const isFolded = folded.has(step.seq);
    rows.push({ step, depth, inside: sizes.get(step.seq) ?? 0, folded: isFolded });
    if (isFolded) continue;
    for (const one of (children.get(step.seq) ?? []).toReversed())
      stack.push({ step: one, depth: depth + 1 });
  }
  return rows;
}

/** Returns the steps that enclose a step, innermost first. */
export function ancestorsOf(steps: ReadonlyMap<number, RunStep>, seq: number): number[] {
  const found = new Set<number>();
  for (let at = steps.get(seq)?.parent ?? null; at !== null && !found.has(at); ) {
    found.add(at);
    at = steps.get(at)?.parent ?? null;
  }
  return [...found];
}

/**
 * Returns the first failed step after the step `seq` that contains no other failed step. After the last failed step,
 * the function continues with the first failed step.
 */
export function nextFailure(
  tree: StepTree,
  steps: readonly RunStep[],
  seq: number | null,
): RunStep | undefined {
  const failed = steps.filter(
    (step) =>
      step.state === 'error' && !(tree.children.get(step.seq) ?? []).some(({ state }) => state === 'error'),
  );
  return failed.find((step) => seq !== null && step.seq > seq) ?? failed[0];
}

/** Start and end of the waterfall, in milliseconds of the service's clock, and the folded periods between them. */
export interface TimeSpan extends Period {
  gaps?: readonly Period[];
}

/** Returns the period from the first step to `end`, which is the end of the run or the present. */
export function spanOf(steps: readonly RunStep[], began: number, end: number): TimeSpan {
  let [from, to] = [began, Math.max(end, began + 1)];
  for (const step of steps) {
    if (step.started_at_ms < from) from = step.started_at_ms;
    const last = step.ended_at_ms ?? step.started_at_ms;
    if (last > to) to = last;
  }
  return { from, to };
}

/** Range in which bars are drawn, in percent of the width. */
const FIRST = 2;
const LAST = 98;

/** Returns the position of a time, in percent of the width. */
export function positionOf(at: number, span: TimeSpan): number {
  return FIRST + placeOf(at, span, span.gaps ?? []) * (LAST - FIRST);
}

/** Bar of a step: its position and width in percent. */
export interface StepBar {
  x: number;
  width: number;
  className: string;
  /** Position of the first token of a model call. */
  first: number | undefined;
}

/** Facts about a step that determine the look of its bar. */
interface BarContext {
  /** True while the run is active. */
  isLive: boolean;
  /** True if the step contains no other step. */
  isInnermost: boolean;
}

/**
 * Returns the bar of a step. The bar of a running step extends to `end`, which is the end of the run or the present.
 */
export function barOf(step: RunStep, span: TimeSpan, end: number, context: BarContext): StepBar {
  const ended = step.ended_at_ms ?? Math.max(end, step.started_at_ms);
  const x = positionOf(step.started_at_ms, span);
  return {
    x,
    width: Math.max(positionOf(ended, span) - x, 0.4),
    className: barClass(step, context),
    first: step.first_token_at_ms === null ? undefined : positionOf(step.first_token_at_ms, span),
  };
}

function barClass(step: RunStep, { isLive, isInnermost }: BarContext): string {
  const isContainer = !isInnermost && (step.kind === 'graph' || step.kind === 'node');
  if (step.state === 'error') return isContainer ? 'bar-hollow-failed' : 'bar-failed';
  if (step.state === 'waiting') return isContainer ? 'bar-hollow-wait' : 'bar-wait';
  if (step.state === 'running' && isLive && !isContainer) return 'bar-live';
  if (step.kind === 'model') return 'bar-model';
  if (step.kind === 'tool') return 'bar-tool';
  return 'bar-hollow';
}

/**
 * Maximum number of intervals between the ticks of a scale, and the minimum distance of two ticks next to a folded gap.
 */
const INTERVALS = 5;
const TICK_SPACE = 0.1;

/**
 * Returns the ticks of a scale at round numbers, in milliseconds after the start of the scale: at most six ticks, plus
 * one after each folded gap.
 */
export function ticksOf(span: TimeSpan): number[] {
  const { from, to, gaps = [] } = span;
  const times = tickTimes({ from, to: Math.max(to, from + 1) }, gaps, INTERVALS);
  if (gaps.length === 0) return times.map((at) => at - from);
  return apart(
    times.map((at) => ({ at, left: placeOf(at, span, gaps) })),
    TICK_SPACE,
  ).map(({ at }) => at - from);
}

/** Minimum share of the span for a time without work to be foldable. */
const WAITING_PART = 0.2;
/** Minimum duration in milliseconds of a foldable time without work, which exceeds the overhead of a short run. */
const MIN_WAITING_MS = 500;

/**
 * Returns the long periods without a running innermost step, such as a model call or a tool call; for example, the time
 * between two attempts. The time after the last step of an active run is not a waiting gap, because the time still
 * grows.
 */
export function waitingGaps(
  { sizes }: StepTree,
  steps: readonly RunStep[],
  span: TimeSpan,
  isLive: boolean,
): Period[] {
  const work = steps
    .filter(({ seq }) => (sizes.get(seq) ?? 0) === 0)
    .map((step) => ({ from: step.started_at_ms, to: step.ended_at_ms ?? span.to }));
  const gaps = idleGaps(work, span, WAITING_PART).filter(({ from, to }) => to - from >= MIN_WAITING_MS);
  return isLive ? gaps.filter(({ to }) => to < span.to) : gaps;
}
