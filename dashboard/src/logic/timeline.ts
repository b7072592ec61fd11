import { apart, idleGaps, placeOf, tickTimes } from './time-axis.ts';
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
   * Period during which the revision was active, or null if the revision was never active. The period has no end while
   * the revision is active.
   */
  serving: RevisionSummary['serving'];
  /** Reason of the revision's failure, or null if the revision did not fail. */
  reason: string | null;
}

export interface Bar {
  /** Displayed name of the phase. */
  word: string;
  /** Kind of the bar, which determines its pattern and color. */
  kind: BarKind;
  /** Start of the bar in epoch milliseconds; `to` is the end of the bar. */
  from: number;
  to: number;
  /** True while the phase has not ended. */
  open: boolean;
  /** Position on the axis, from 0 to 1; `width` has the same unit. */
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

/** Idle time longer than this fraction of the axis is collapsed. */
const IDLE_PART = 0.15;
const MAX_TICKS = 8;

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
  const gaps = collapseIdle ? idleGaps(work, { from, to }, IDLE_PART) : [];
  const place = (at: number): number => placeOf(at, { from, to }, gaps);
  return {
    from,
    to,
    lanes: spans.map(({ lane, bars }) => ({
      lane,
      bars: bars.map(({ status: _, ...bar }) => {
        const left = place(bar.from);
        return { ...bar, left, width: place(bar.to) - left };
      }),
    })),
    ticks: apart(tickTimes({ from, to }, gaps, MAX_TICKS).map((at) => ({ at, left: place(at) }))),
    collapsed: gaps.map((gap) => {
      const left = place(gap.from);
      return { left, width: place(gap.to) - left, ms: gap.to - gap.from };
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
