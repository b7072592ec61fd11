import { isFinal } from '../../contract/statuses.ts';
import type { PhaseSpan } from '../run-record.ts';

/** Minimum duration of a phase in reports. A shorter phase would be shown as `0.0 s`. */
const MIN_MS = 50;

/** Returns whether a report shows a status as a phase: the status is not final, and lasted long enough. */
export function isPhase({ status, startMs, endMs }: PhaseSpan): boolean {
  return !isFinal(status) && (endMs ?? startMs) - startMs >= MIN_MS;
}

/** Returns a status as words, such as `awaiting build`. */
export function phaseName(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}
