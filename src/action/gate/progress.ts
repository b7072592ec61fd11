import type { Clock } from '../../clients/clock.ts';
import { formatDuration } from '../run-record.ts';

/** Minimum time in milliseconds between two log lines about the progress of a gate. */
const PROGRESS_MS = 5_000;

/** Progress of a group of runs, such as the first runs of all cases in both deployments. */
export interface Progress {
  done: number;
  planned: number;
  /** Time in milliseconds since the gate sent the first run of the group. */
  elapsedMs: number;
}

/**
 * Returns a line with the number of finished runs and the estimated remaining time, or the elapsed time after the last
 * run. The estimate assumes that the remaining runs take as long as the finished runs.
 */
export function progressLine({ done, planned, elapsedMs }: Progress): string {
  const counts = `${done} of ${planned} runs done`;
  if (done >= planned) return `${counts} after ${formatDuration(elapsedMs)}`;
  return `${counts}; about ${formatDuration((elapsedMs / done) * (planned - done))} left`;
}

/**
 * Starts to report progress, and returns a function that is called with the number of finished runs. Writes a line at
 * most every five seconds, and a line after the last run.
 */
export function startProgress(
  planned: number,
  clock: Pick<Clock, 'now'>,
  write: (line: string) => void,
): (done: number) => void {
  const startedAt = clock.now();
  let lastAt = startedAt;
  return (done) => {
    const now = clock.now();
    if (done < planned && now - lastAt < PROGRESS_MS) return;
    lastAt = now;
    write(progressLine({ done, planned, elapsedMs: now - startedAt }));
  };
}
