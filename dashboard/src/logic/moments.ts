import type { DashboardEvent } from '../../../src/contract/dashboard/events.ts';
import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';

/** A row of the list of everything: an event or a request. `seq` is its place among all moments. */
export type Moment =
  | { seq: number; at: number; event: DashboardEvent; request: null }
  | { seq: number; at: number; event: null; request: RequestSummary };

/** Events and requests in the order in which they happened; a request stands where its answer was decided. */
export function interleave(events: readonly DashboardEvent[], requests: readonly RequestSummary[]): Moment[] {
  const all: Moment[] = [
    ...events.map((event): Moment => ({ seq: event.moment, at: event.at_ms, event, request: null })),
    ...requests.map((request): Moment => ({ seq: request.ended, at: request.at_ms, event: null, request })),
  ];
  // By number: the clock may have been set back, and shows the same millisecond for several.
  return all.toSorted((a, b) => a.seq - b.seq);
}
