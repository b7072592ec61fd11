import { revisionState } from './words.ts';
import type { Phase, RevisionSummary } from '../../../src/contract/dashboard/deployments.ts';

/** One revision as a row of the timeline. */
export interface TimelineRow {
  id: string;
  /** Label of the row, such as `shop #3`. */
  label: string;
  /** Statuses of the revision, oldest first. */
  phases: readonly Phase[];
  /**
   * Period during which the revision was active; null if it was never active. The period has no end while the
   * revision is active.
   */
  serving: RevisionSummary['serving'];
  /** Reason of the failure, or null. */
  reason: string | null;
}

export interface Bar {
  /** Displayed name of the phase. */
  word: string;
  /** Kind of bar. It determines the pattern and color of the bar. */
  kind: BarKind;
  /** Start of the bar in epoch milliseconds. `to` is its end. */
  from: number;
  to: number;
  /** True while the phase has not ended. */
  open: boolean;
  /** Position on the axis, from 0 to 1. `width` is in the same unit. */
  left: number;
  width: number;
}

export type BarKind = 'waiting' | 'building' | 'starting' | 'serving' | 'served' | 'failed' | 'ended';

export interface Timeline {
  from: number;
  to: number;
  lanes: { lane: TimelineRow; bars: Bar[] }[];
  ticks: { at: number; left: number }[];
  /** Idle periods that are drawn narrower than their duration, each with its position, width and milliseconds. */
  collapsed: { left: number; width: number; ms: number }[];
}

/** Returns the kind of bar for a revision's status. An unknown status is drawn as work in progress. */
export function barKind(status: string): BarKind {
  if (status.includes('FAILED')) return 'failed';
  if (status === 'SKIPPED' || status === 'INTERRUPTED' || status === 'DEPLOYED') return 'ended';
  if (status === 'CREATING' || status === 'QUEUED' || status.startsWith('AWAITING_')) return 'waiting';
  return status === 'DEPLOYING' ? 'starting' : 'building';
}

const isOver = (status: string): boolean => ['failed', 'ended'].includes(barKind(status));

/** An idle time longer than this fraction of the axis is collapsed to the fraction `COLLAPSED`. */
const IDLE_PART = 0.15;
const COLLAPSED = 0.02;

/**
 * Computes the positions of revisions on one axis from their first phase to `now`. `collapseIdle` draws long idle
 * times narrower.
 */
export function layOutTimeline(
  lanes: readonly TimelineRow[],
  { now, collapseIdle }: { now: number; collapseIdle: boolean },
): Timeline {
  const spans = lanes.map((lane) => ({ lane, bars: barsOf(lane, now) }));
  const moments = spans.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to]));
  if (moments.length === 0) return { from: now, to: now, lanes: [], ticks: [], collapsed: [] };
  const from = moments.reduce((least, at) => Math.min(least, at));
  const to = Math.max(
    moments.reduce((most, at) => Math.max(most, at)),
    from + 1,
  );
  const work = spans.flatMap(({ bars }) =>
    bars.filter(({ kind }) => kind !== 'serving' && kind !== 'served'),
  );
  const axis = axisOf({ from, to }, collapseIdle ? idleGaps(work, from, to) : []);
  return {
    from,
    to,
    lanes: spans.map(({ lane, bars }) => ({
      lane,
      bars: bars.map(({ status: _, ...bar }) => {
        const left = axis.place(bar.from);
        return { ...bar, left, width: axis.place(bar.to) - left };
      }),
    })),
    ticks: apart(ticksOf(from, to, axis.gaps).map((at) => ({ at, left: axis.place(at) }))),
    collapsed: axis.gaps.map((gap) => {
      const left = axis.place(gap.from);
      return { left, width: axis.place(gap.to) - left, ms: gap.to - gap.from };
    }),
  };
}

type Span = Omit<Bar, 'left' | 'width'> & { status: string };

function barsOf(lane: TimelineRow, now: number): Span[] {
  const bars = lane.phases.map(({ status, at_ms: at }, index): Span => {
    const next = lane.phases[index + 1]?.at_ms;
    const open = next === undefined && !isOver(status);
    const end = next ?? (open ? now : at);
    const { word } = revisionState(status);
    return { status, word, kind: barKind(status), from: at, to: Math.max(end, at), open };
  });
  // The serving bar represents the status DEPLOYED. If a revision was replaced immediately, the timeline contains no
  // bar for DEPLOYED.
  const stages = bars.filter(({ status }) => status !== 'DEPLOYED');
  if (lane.serving === null) return stages;
  const { from_ms: from, until_ms: until } = lane.serving;
  const to = Math.max(until ?? now, from);
  const open = until === null;
  const word = open ? 'Serving' : 'Served before';
  return [...stages, { status: 'serving', word, kind: open ? 'serving' : 'served', from, to, open }];
}

interface Gap {
  from: number;
  to: number;
}

/** Returns the periods that no bar covers and that are long enough to be collapsed. */
function idleGaps(bars: readonly Span[], from: number, to: number): Gap[] {
  const gaps: Gap[] = [];
  let covered = from;
  for (const bar of bars.toSorted((a, b) => a.from - b.from)) {
    if (bar.from > covered) gaps.push({ from: covered, to: bar.from });
    covered = Math.max(covered, bar.to);
  }
  if (covered < to) gaps.push({ from: covered, to });
  return gaps.filter((gap) => gap.to - gap.from > (to - from) * IDLE_PART);
}

/** Returns a function that converts times to positions from 0 to 1 on an axis with collapsed idle times. */
function axisOf({ from, to }: Gap, gaps: Gap[]): { place(at: number): number; gaps: Gap[] } {
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const busyWidth = 1 - COLLAPSED * gaps.length;
  const busy = to - from - idle;
  return {
    gaps,
    place(at) {
      const moment = Math.min(Math.max(at, from), to);
      let idleBefore = 0;
      let narrow = 0;
      for (const gap of gaps) {
        if (moment <= gap.from) break;
        const inside = Math.min(moment, gap.to) - gap.from;
        idleBefore += inside;
        narrow += (COLLAPSED * inside) / (gap.to - gap.from);
      }
      const part = busy <= 0 ? 0 : (moment - from - idleBefore) / busy;
      return part * busyWidth + narrow;
    },
  };
}

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
];

/**
 * Returns about eight times for ticks, at round intervals from the start. Omits ticks in collapsed idle periods,
 * because they would overlap.
 */
function ticksOf(from: number, to: number, gaps: readonly Gap[]): number[] {
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const busy = to - from - idle;
  const step = STEPS.find((size) => busy / size <= 8) ?? Math.ceil(busy / 8);
  const starts = [from, ...gaps.map((gap) => gap.to)];
  const ends = [...gaps.map((gap) => gap.from), to];
  return starts.flatMap((start, index) => {
    const first = from + Math.ceil((start - from) / step) * step;
    const count = Math.floor(((ends[index] ?? to) - first) / step) + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, place) => first + place * step);
  });
}

/** Removes ticks whose labels would overlap or extend beyond the end of the axis. */
function apart(ticks: { at: number; left: number }[]): { at: number; left: number }[] {
  let last = -1;
  return ticks.filter(({ left }) => {
    const fits = left - last >= 0.07 && left <= 0.94;
    if (fits) last = left;
    return fits;
  });
}
