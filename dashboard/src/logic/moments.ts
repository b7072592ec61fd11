import type { DashboardEvent } from '../../../src/contract/dashboard/events.ts';
import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';

/** A row of the combined list of events and requests. `seq` is the position of a row in the combined list. */
export type ActivityRow =
  | { seq: number; at: number; event: DashboardEvent; request: null }
  | { seq: number; at: number; event: null; request: RequestSummary };

/** Merges events and requests in chronological order. A request is placed at the time of its response. */
export function interleave(
  events: readonly DashboardEvent[],
  requests: readonly RequestSummary[],
): ActivityRow[] {
  const all: ActivityRow[] = [
    ...events.map((event): ActivityRow => ({ seq: event.moment, at: event.at_ms, event, request: null })),
    ...requests.map(
      (request): ActivityRow => ({ seq: request.ended, at: request.at_ms, event: null, request }),
    ),
  ];
  // The rows are sorted by number and not by time, because the clock might be set back and several rows might have the
  // same millisecond.
  return all.toSorted((a, b) => a.seq - b.seq);
}
