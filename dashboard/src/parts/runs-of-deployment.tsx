import type { JSX } from 'preact';
import type { RunCounts } from '../../../src/contract/dashboard/runs.ts';
import { read } from '../live/api.ts';
import { now } from '../live/store.ts';
import { formatCount, formatDuration, formatNumber } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { useLoaded } from './loading.ts';

/** The chart covers the last two hours in periods of five minutes. */
const PERIODS = 24;
const WIDTH_MS = 5 * 60_000;
/** Milliseconds between two reads of the runs. */
const REFRESH_MS = 30_000;
const HEIGHT = 36;

/** Draws the runs of a deployment per five minutes, with failed runs in red, and states how many runs failed. */
export function RunsOfDeployment({ id }: { id: string }): JSX.Element | null {
  const { value } = useLoaded(
    () =>
      read<RunCounts>('/runs/counts', { deployment_id: id, periods: PERIODS, width: WIDTH_MS }).catch(
        () => null,
      ),
    [id, Math.floor(now.value / REFRESH_MS)],
  );
  const counts = value.value;
  if (counts === null) return <div class="runs-of-deployment" />;
  const { periods } = counts;
  const most = periods.reduce((max, [failed, others]) => Math.max(max, failed + others), 1);
  const total = periods.reduce((sum, [failed, others]) => sum + failed + others, 0);
  const failures = periods.reduce((sum, [failed]) => sum + failed, 0);
  const share = total === 0 ? 0 : (failures / total) * 100;
  return (
    <a class="runs-of-deployment" href={pathOf({ screen: 'runs' }, { deployment: id })}>
      <svg
        class="spark"
        viewBox={`0 0 ${PERIODS * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${formatCount(total, 'run')} in the last two hours, ${failures} failed`}
      >
        {periods.map(([failed, others], index) => {
          const height = (count: number) => (count / most) * (HEIGHT - 2);
          return (
            <g key={index}>
              <rect class="bar-none" x={index * 10} width="8" y={HEIGHT - 1} height="1" />
              <rect
                class="bar-done"
                x={index * 10}
                width="8"
                y={HEIGHT - height(failed + others)}
                height={height(others)}
              />
              <rect
                class="bar-failed"
                x={index * 10}
                width="8"
                y={HEIGHT - height(failed)}
                height={height(failed)}
              />
            </g>
          );
        })}
      </svg>
      <span class="small dim">
        <b>{formatNumber(total)}</b> {total === 1 ? 'run' : 'runs'} in two hours
        {counts.median_ms === null ? null : (
          <span class="nowrap"> · median {formatDuration(counts.median_ms)}</span>
        )}
        {failures === 0 ? null : <span class="bad nowrap"> · {share.toFixed(1)} % failed</span>}
      </span>
    </a>
  );
}
