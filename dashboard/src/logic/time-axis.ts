/** A period, in epoch milliseconds. */
export interface Period {
  from: number;
  to: number;
}

/** Fraction of the axis on which a folded period is drawn. */
const FOLDED = 0.02;

/** Returns the periods of `whole` that no bar covers and that are longer than the fraction `part` of `whole`. */
export function idleGaps(bars: readonly Period[], { from, to }: Period, part: number): Period[] {
  const gaps: Period[] = [];
  let covered = from;
  for (const bar of bars.toSorted((a, b) => a.from - b.from)) {
    if (bar.from > covered) gaps.push({ from: covered, to: bar.from });
    covered = Math.max(covered, bar.to);
  }
  if (covered < to) gaps.push({ from: covered, to });
  return gaps.filter((gap) => gap.to - gap.from > (to - from) * part);
}

const lengthOf = (gaps: readonly Period[]): number => gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);

/** Returns a time's position, from 0 to 1, on an axis whose gaps are folded. */
export function placeOf(at: number, { from, to }: Period, gaps: readonly Period[]): number {
  const moment = Math.min(Math.max(at, from), to);
  const busy = to - from - lengthOf(gaps);
  let idleBefore = 0;
  let narrow = 0;
  for (const gap of gaps) {
    if (moment <= gap.from) break;
    const inside = Math.min(moment, gap.to) - gap.from;
    idleBefore += inside;
    narrow += (FOLDED * inside) / (gap.to - gap.from);
  }
  const part = busy <= 0 ? 0 : (moment - from - idleBefore) / busy;
  return part * (1 - FOLDED * gaps.length) + narrow;
}

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
];

/** Returns about `most` times for ticks, at round intervals from the start. No tick is within a folded gap. */
export function tickTimes({ from, to }: Period, gaps: readonly Period[], most: number): number[] {
  const busy = to - from - lengthOf(gaps);
  const step = STEPS.find((size) => busy / size <= most) ?? Math.ceil(busy / most);
  const starts = [from, ...gaps.map((gap) => gap.to)];
  const ends = [...gaps.map((gap) => gap.from), to];
  return starts.flatMap((start, index) => {
    const first = from + Math.ceil((start - from) / step) * step;
    const count = Math.floor(((ends[index] ?? to) - first) / step) + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, place) => first + place * step);
  });
}

/** Removes ticks whose labels would overlap or extend beyond the end of the axis. */
export function apart<T extends { left: number }>(ticks: readonly T[], space = 0.07): T[] {
  let last = -1;
  return ticks.filter(({ left }) => {
    const fits = left - last >= space && left <= 0.94;
    if (fits) last = left;
    return fits;
  });
}
