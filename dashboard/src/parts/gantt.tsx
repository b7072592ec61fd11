import type { JSX } from 'preact';
import { formatDuration } from '../logic/format.ts';
import type { Timeline } from '../logic/timeline.ts';

const LANE = 26;
const BAR = 16;
const TOP = 20;
/** Width of the drawing in its own units. Browsers stretch it to the available width. */
const WIDTH = 1_000;

/** Draws revisions on a time axis. Screen readers skip the drawing, because the page also shows the data as a table. */
export function Gantt({
  timeline,
  names,
}: {
  timeline: Timeline;
  names: readonly JSX.Element[];
}): JSX.Element {
  const height = TOP + timeline.lanes.length * LANE;
  return (
    <div class="gantt" aria-hidden="true">
      <ol class="lanes" style={{ paddingTop: `${TOP}px` }}>
        {timeline.lanes.map(({ lane }, index) => (
          <li key={lane.id} style={{ height: `${LANE}px` }}>
            {names[index]}
          </li>
        ))}
      </ol>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" style={{ height: `${height}px` }}>
        <defs>
          <pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6 L6 0" class="stripe" />
          </pattern>
          <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">
            <circle cx="3" cy="3" r="1.2" class="dot" />
          </pattern>
        </defs>
        {timeline.ticks.map(({ at, left }) => (
          <line key={at} x1={left * WIDTH} x2={left * WIDTH} y1={TOP - 4} y2={height} class="tick" />
        ))}
        {timeline.collapsed.map(({ left, ms }) => (
          <rect key={left} x={left * WIDTH} width={WIDTH * 0.02} y={TOP} height={height - TOP} class="gap">
            <title>{formatDuration(ms)} without any build or start</title>
          </rect>
        ))}
        {timeline.lanes.map(({ lane, bars, switchedAt }, index) => {
          const y = TOP + index * LANE + (LANE - BAR) / 2;
          return (
            <g key={lane.id}>
              {bars.map((bar, number) => (
                <g key={number}>
                  <rect
                    x={bar.left * WIDTH}
                    y={y}
                    width={Math.max(bar.width * WIDTH, 3)}
                    height={BAR}
                    class={`bar ${bar.kind} ${bar.open ? 'open' : ''}`}
                  >
                    <title>
                      {`${lane.label}: ${bar.status}, ${formatDuration(bar.to - bar.from)}`}
                      {bar.kind === 'failed' && lane.reason !== null ? `: ${lane.reason}` : ''}
                    </title>
                  </rect>
                  {bar.kind === 'failed' || bar.kind === 'waiting' ? (
                    <rect
                      x={bar.left * WIDTH}
                      y={y}
                      width={Math.max(bar.width * WIDTH, 3)}
                      height={BAR}
                      class="pattern"
                      fill={bar.kind === 'failed' ? 'url(#stripes)' : 'url(#dots)'}
                    />
                  ) : null}
                </g>
              ))}
              {switchedAt === null ? null : (
                <line
                  x1={switchedAt * WIDTH}
                  x2={switchedAt * WIDTH}
                  y1={y - 4}
                  y2={y + BAR + 4}
                  class="switch"
                />
              )}
            </g>
          );
        })}
      </svg>
      <div class="ticks">
        {timeline.lanes.flatMap(({ lane, bars }, index) =>
          bars
            .filter(({ kind }) => kind === 'failed')
            .map(({ left, status }) => (
              <span
                key={`${lane.id} ${status}`}
                class="mark"
                style={{ left: `${left * 100}%`, top: `${TOP + index * LANE}px` }}
              >
                ✕
              </span>
            )),
        )}
        {timeline.ticks.map(({ at, left }) => (
          <span key={at} style={{ left: `${left * 100}%` }}>
            {formatDuration(at - timeline.from)}
          </span>
        ))}
      </div>
    </div>
  );
}
