import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { setQuery } from '../live/navigation.ts';
import { runCounts } from '../live/runs.ts';
import { formatClock, formatCount } from '../logic/format.ts';
import { type RunFilter, selectedTime } from '../logic/run-list.ts';
import { Legend } from './marks.tsx';

const HEIGHT = 50;
const AXIS = [0, 0.25, 0.5, 0.75, 1];

/** Shows the number of runs per minute. The user selects a period by dragging, or with the arrow keys and Enter. */
export function RunChart({ filter }: { filter: RunFilter }): JSX.Element | null {
  const chart = runCounts.value;
  const svg = useRef<SVGSVGElement>(null);
  const drag = useSignal<{ from: number; to: number } | null>(null);
  if (chart === null) return null;
  const { periods, from_ms: from, width_ms: width } = chart;
  const most = periods.reduce((max, [failed, others]) => Math.max(max, failed + others), 1);
  const whole = periods.length * width;
  const chosen =
    drag.value ??
    (filter.from === ''
      ? null
      : {
          from: (Number(filter.from) - from) / whole,
          to: ((filter.to === '' ? from + whole : Number(filter.to)) - from) / whole - 0.001,
        });
  const fractionOf = (event: PointerEvent): number => {
    const box = svg.current?.getBoundingClientRect();
    return box === undefined ? 0 : (event.clientX - box.left) / Math.max(box.width, 1);
  };
  const choose = ({ from: first, to: last }: { from: number; to: number }) => {
    const time = selectedTime(chart, first, last);
    setQuery({ from: String(time.from), to: String(time.to) });
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    svg.current?.setPointerCapture(event.pointerId);
    const at = fractionOf(event);
    drag.value = { from: at, to: at };
  };
  const onPointerUp = () => {
    if (drag.value !== null) choose(drag.value);
    drag.value = null;
  };
  const total = periods.reduce((sum, [failed, others]) => sum + failed + others, 0);
  const failures = periods.reduce((sum, [failed]) => sum + failed, 0);
  const step = 100 / periods.length;
  const frame = chosen === null ? null : selectedTime(chart, chosen.from, chosen.to);
  return (
    <section class="card run-chart" aria-label="Runs per minute">
      <div class="run-chart-head">
        <span>Runs per minute</span>
        <span class="dim">drag to choose a period</span>
        <Legend
          entries={[
            ['bar-done', 'others'],
            ['bar-failed', 'failed'],
          ]}
        />
      </div>
      <svg
        ref={svg}
        role="img"
        aria-label={`${formatCount(total, 'run')} in the last ${periods.length} minutes, ${failures} failed`}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => {
          if (drag.value !== null) drag.value = { ...drag.value, to: fractionOf(event) };
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (drag.value = null)}
      >
        {frame === null ? null : (
          <rect
            class="chart-frame"
            x={`${Math.max((100 * (frame.from - from)) / whole, 0)}%`}
            width={`${Math.max((100 * (frame.to - Math.max(frame.from, from))) / whole, 0)}%`}
            y="0"
            height={HEIGHT}
            rx="3"
          />
        )}
        {periods.map(([failed, others], index) => (
          <Bars key={index} x={index * step} width={step * 0.7} failed={failed} others={others} most={most} />
        ))}
        <line class="chart-base" x1="0" x2="100%" y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} />
      </svg>
      <div class="run-chart-axis">
        {AXIS.map((share) => (
          <span key={share}>{formatClock(from + share * whole).slice(0, 5)}</span>
        ))}
      </div>
    </section>
  );
}

function Bars({
  x,
  width,
  failed,
  others,
  most,
}: {
  x: number;
  width: number;
  failed: number;
  others: number;
  most: number;
}): JSX.Element | null {
  if (failed + others === 0) return null;
  const scale = (HEIGHT - 4) / most;
  const red = failed === 0 ? 0 : Math.max(failed * scale, 3);
  const grey = others === 0 ? 0 : Math.max(others * scale, 2);
  const at = { x: `${x}%`, width: `${width}%` };
  return (
    <>
      {grey === 0 ? null : <rect class="bar-done" {...at} y={HEIGHT - red - grey} height={grey} rx="1" />}
      {red === 0 ? null : (
        <>
          <rect class="bar-failed" {...at} y={HEIGHT - red} height={red} rx="1" />
          <rect fill="url(#hatch)" {...at} y={HEIGHT - red} height={red} />
        </>
      )}
    </>
  );
}
