import type { Phase, RevisionSummary } from '../../../src/contract/dashboard/deployments.ts';

/** One revision as the timeline draws it. */
export interface Lane {
  id: string;
  /** Names the lane for readers: `shop #3`. */
  label: string;
  /** The statuses it went through, oldest first. */
  phases: readonly Phase[];
  /** When it became the active revision, and when it no longer was; null: it still is, or it never was. */
  serving: RevisionSummary['serving'];
  /** Why it failed, if it did. */
  reason: string | null;
}

interface Bar {
  status: string;
  /** What the bar stands for, which decides pattern and colour. */
  kind: BarKind;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** It has not ended. */
  open: boolean;
  /** Its place on the axis, 0 to 1. */
  left: number;
  width: number;
}

export type BarKind = 'waiting' | 'working' | 'serving' | 'failed' | 'ended';

export interface Timeline {
  from: number;
  to: number;
  lanes: { lane: Lane; bars: Bar[]; switchedAt: number | null }[];
  ticks: { at: number; left: number }[];
  /** Stretches in which nothing happened, drawn narrow. */
  collapsed: { left: number; ms: number }[];
}

/** Which kind of bar a status of a revision is. Unknown text is work in progress. */
export function barKind(status: string): BarKind {
  if (status.includes('FAILED')) return 'failed';
  if (status === 'SKIPPED' || status === 'INTERRUPTED') return 'ended';
  if (status === 'DEPLOYED') return 'ended';
  if (status === 'QUEUED' || status.startsWith('AWAITING_')) return 'waiting';
  return 'working';
}

const isOver = (status: string): boolean => ['failed', 'ended'].includes(barKind(status));

/** A gap longer than this part of what is shown is drawn as wide as `COLLAPSED` of it. */
const IDLE_PART = 0.15;
const COLLAPSED = 0.02;

/** Lays out revisions on one axis from the first moment to `now`. `collapseIdle`: stretches without any work are narrow. */
export function layOutTimeline(
  lanes: readonly Lane[],
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
  const work = spans.flatMap(({ bars }) => bars.filter(({ kind }) => kind !== 'serving'));
  const axis = axisOf({ from, to }, collapseIdle ? idleGaps(work, from, to) : []);
  return {
    from,
    to,
    lanes: spans.map(({ lane, bars }) => ({
      lane,
      bars: bars.map((bar) => {
        const left = axis.place(bar.from);
        return { ...bar, left, width: axis.place(bar.to) - left };
      }),
      switchedAt: lane.serving === null ? null : axis.place(lane.serving.from_ms),
    })),
    ticks: apart(ticksOf(from, to, axis.gaps).map((at) => ({ at, left: axis.place(at) }))),
    collapsed: axis.gaps.map((gap) => ({ left: axis.place(gap.from), ms: gap.to - gap.from })),
  };
}

type Span = Omit<Bar, 'left' | 'width'>;

function barsOf(lane: Lane, now: number): Span[] {
  const bars = lane.phases.map(({ status, at_ms: at }, index): Span => {
    const next = lane.phases[index + 1]?.at_ms;
    const open = next === undefined && !isOver(status);
    const end = next ?? (open ? now : at);
    return { status, kind: barKind(status), from: at, to: Math.max(end, at), open };
  });
  // That it is deployed is shown by its serving bar, or by nothing when another took its place at once.
  const stages = bars.filter(({ status }) => status !== 'DEPLOYED');
  if (lane.serving === null) return stages;
  const { from_ms: from, until_ms: until } = lane.serving;
  const to = Math.max(until ?? now, from);
  return [...stages, { status: 'serving', kind: 'serving', from, to, open: until === null }];
}

interface Gap {
  from: number;
  to: number;
}

/** Where no bar of these is, when it is long enough to be in the way. */
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

/** Moments → 0 to 1, with gaps drawn narrow. */
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

/** Some eight moments a round while after the start. None lies in a gap, where all would be drawn at one place. */
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

/** Ticks whose names would stand in each other's way, or beyond the end, are left out. */
function apart(ticks: { at: number; left: number }[]): { at: number; left: number }[] {
  let last = -1;
  return ticks.filter(({ left }) => {
    const fits = left - last >= 0.07 && left <= 0.94;
    if (fits) last = left;
    return fits;
  });
}
