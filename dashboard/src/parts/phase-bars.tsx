import type { JSX } from 'preact';
import { formatDuration } from '../logic/format.ts';
import type { Bar, BarKind, Timeline } from '../logic/timeline.ts';
import { Legend } from './marks.tsx';

const BARS: Readonly<Record<BarKind, string>> = {
  waiting: 'bar-queue',
  building: 'bar-build',
  starting: 'bar-start',
  serving: 'bar-serve',
  served: 'bar-served',
  failed: 'bar-failed',
  ended: 'bar-hollow',
};

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;

/** Minimum width of a bar, so that even a phase of a few milliseconds is visible. */
const SMALLEST = 0.004;
/** Minimum width of a failed phase, which often takes no time. */
const SMALLEST_FAILED = 0.009;

const widthOf = ({ kind, width }: Bar): number =>
  Math.max(width, kind === 'failed' ? SMALLEST_FAILED : SMALLEST);
const leftOf = (bar: Bar): number => Math.min(bar.left, 1 - widthOf(bar));

/**
 * Draws the phases of revisions on one time axis, with one line per revision. Collapsed idle time is drawn as a grey
 * gap, whose tooltip contains the length of the gap.
 */
export function PhaseBars({
  timeline,
  names,
}: {
  timeline: Timeline;
  /** Links to the revisions, in the order of the lines. */
  names: readonly JSX.Element[];
}): JSX.Element {
  return (
    <div class="phase-bars">
      {timeline.lanes.map(({ lane, bars }, index) => (
        <div key={lane.id} class="phase-bar">
          {names[index]}
          <svg role="img" aria-label={phasesText(lane.label, bars)}>
            {timeline.collapsed.map(({ left, width, ms }) => (
              <rect key={left} class="bar-folded" x={percent(left)} width={percent(width)} y="0" height="22">
                <title>{`${formatDuration(ms)} without builds or starts, collapsed`}</title>
              </rect>
            ))}
            {bars.map((bar, number) => (
              <g key={number}>
                <rect
                  class={BARS[bar.kind]}
                  x={percent(leftOf(bar))}
                  width={percent(widthOf(bar))}
                  y="6"
                  height="10"
                  rx="2"
                >
                  <title>{`${bar.word}, ${formatDuration(bar.to - bar.from)}`}</title>
                </rect>
                {bar.kind === 'failed' ? (
                  <rect
                    fill="url(#hatch)"
                    x={percent(leftOf(bar))}
                    width={percent(widthOf(bar))}
                    y="6"
                    height="10"
                  />
                ) : null}
              </g>
            ))}
            <LaneText bars={bars} />
          </svg>
        </div>
      ))}
    </div>
  );
}

type Bars = Timeline['lanes'][number]['bars'];

const phasesText = (label: string, bars: Bars): string =>
  `${label}: ${bars.map(({ word, from, to }) => `${word} ${formatDuration(to - from)}`).join(', ')}`;

/** Writes the duration of a failed or running phase next to its bar. */
function LaneText({ bars }: { bars: Bars }): JSX.Element | null {
  const last = bars.at(-1);
  const first = bars[0];
  if (last === undefined || first === undefined) return null;
  const end = leftOf(last) + widthOf(last);
  const isFailed = last.kind === 'failed';
  if (!isFailed && !(last.open && last.kind !== 'serving')) return null;
  const took = formatDuration(last.to - first.from);
  const text = isFailed ? `${last.word.toLowerCase()} after ${took}` : `${last.word.toLowerCase()}, ${took}`;
  const fits = end < 0.75;
  if (!fits && first.left < 0.25) return null;
  return (
    <text
      class={isFailed ? 'bad' : ''}
      x={percent(fits ? end + 0.006 : first.left - 0.006)}
      y="15"
      {...(fits ? {} : { 'text-anchor': 'end' })}
    >
      {text}
    </text>
  );
}

/** Explains the bars of phases. */
export function PhaseLegend(): JSX.Element {
  return (
    <Legend
      entries={[
        ['bar-queue', 'queued'],
        ['bar-build', 'building'],
        ['bar-start', 'starting'],
        ['bar-serve', 'serving'],
        ['bar-served', 'served before'],
        ['bar-failed', 'failed'],
      ]}
    />
  );
}
