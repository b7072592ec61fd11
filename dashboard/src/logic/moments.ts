import type { DashboardEvent } from '../../../src/contract/dashboard/events.ts';
import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';

/** A row of the combined list of events and requests. `seq` is its position in that list. */
export type ActivityRow =
  | { seq: number; at: number; event: DashboardEvent; request: null }
  | { seq: number; at: number; event: null; request: RequestSummary };

/** Merges events and requests in chronological order. The position of a request is that of its response. */
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
  // Sorts by number instead of time: the clock may be set back, and rows may have the same millisecond.
  return all.toSorted((a, b) => a.seq - b.seq);
}
