import type { Clock } from '../../clients/clock.ts';
import { formatDuration } from '../run-record.ts';

/** Minimum time in milliseconds between two log lines about the progress. */
const PROGRESS_MS = 5_000;

/** Progress of the runs that are sent together, such as the first run of each case in both deployments. */
export interface Progress {
  done: number;
  planned: number;
  /** Time since the first of the runs was sent, in milliseconds. */
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
 * Starts to report progress, and returns a function for the number of finished runs. The function writes a line at most
 * every five seconds, and a line after the last run.
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
