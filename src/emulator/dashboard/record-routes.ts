import {
  EventListQuery,
  EventPage,
  RequestDetail,
  type DashboardEvent,
} from '../../contract/dashboard/events.ts';
import {
  type RecordedBody,
  RequestListQuery,
  RequestPage,
  type RequestSummary,
} from '../../contract/dashboard/requests.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import * as z from 'zod';
import { DetailError } from '../../contract/error-bodies.ts';
import { globMatcher } from '../../contract/glob.ts';
import { queryInt } from '../../contract/query.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { toDashboardEvent, toRequestSummary, toTimes } from './views.ts';

const api = routesOf('dashboard', 'session');

/** Number of summaries that are created at a time while a filter searches the journal. */
const SCANNED = 1_000;

/** Creates the routes of the recording: requests without bodies, single requests with bodies, and events. */
export function recordRoutes({ host, journal, events }: DashboardDependencies): Route[] {
  const { epoch } = host;
  const eventsBetween = (began: number, ended: number): DashboardEvent[] =>
    events
      .kept()
      .filter((span) => span.began >= began && span.began <= ended)
      .map(toDashboardEvent);
  return [
    api.get(`${DASHBOARD_API}/requests`, {
      summary: 'Requests without their bodies, newest first',
      query: RequestListQuery,
      responses: { 200: { description: 'Requests', schema: RequestPage } },
      handler: ({ query }) => {
        const first = journal.firstSeq();
        const last = journal.lastSeq();
        return {
          status: 200,
          body: {
            epoch,
            total: last - first + 1,
            first: last < first ? 0 : first,
            last: last < first ? 0 : last,
            ...findRequests(journal, query),
          },
        };
      },
    }),
    api.get(`${DASHBOARD_API}/requests/{seq}`, {
      summary: 'A request with its bodies, without secrets, and the events during the request',
      params: z.object({ seq: queryInt(1) }),
      responses: {
        200: { description: 'The request', schema: RequestDetail },
        404: { description: 'The request is no longer stored', schema: DetailError },
      },
      handler: ({ params: { seq } }) => {
        const entry = journal.entry(seq);
        const [summary] = journal.summaries(seq - 1, seq);
        if (entry === undefined || summary === undefined) {
          throw new HttpError(
            404,
            `Request ${seq} is no longer stored: it is too old, or a reset removed it.`,
          );
        }
        const body: RequestDetail = {
          epoch,
          request: toRequestSummary(summary),
          headers: journal.headers(seq).map(([name, value]): [string, string] => [name, value]),
          sent: toBody(entry.request),
          received: toBody(entry.response),
          times: toTimes(summary),
          withheld_status: summary.withheldStatus ?? null,
          events: eventsBetween(summary.began, summary.ended),
        };
        return { status: 200, body };
      },
    }),
    api.get(`${DASHBOARD_API}/events`, {
      summary: 'Events of deployments and revisions, newest first',
      query: EventListQuery,
      responses: { 200: { description: 'Events', schema: EventPage } },
      handler: ({ query: { before = Infinity, limit, deployment_id: id } }) => {
        const kept = events.kept();
        const matching = kept.filter(
          ({ item }) =>
            item.seq < before &&
            (id === undefined || (item.kind !== 'restored' && item.deployment_id === id)),
        );
        const shown = matching.slice(-limit).toReversed().map(toDashboardEvent);
        return {
          status: 200,
          body: {
            epoch,
            total: kept.length,
            first: kept[0]?.item.seq ?? 0,
            last: kept.at(-1)?.item.seq ?? 0,
            events: shown,
            next: matching.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
          },
        };
      },
    }),
  ];
}

/** Returns the newest matching requests. `next` is the start of the next page, or null after the last page. */
function findRequests(
  journal: DashboardDependencies['journal'],
  query: RequestListQuery,
): Pick<RequestPage, 'requests' | 'next'> {
  const first = journal.firstSeq();
  const last = journal.lastSeq();
  const matches = requestFilter(query);
  const requests: RequestSummary[] = [];
  let upTo = Math.min((query.before ?? last + 1) - 1, last);
  while (requests.length < query.limit && upTo >= first) {
    const from = Math.max(upTo - SCANNED, first - 1);
    for (const entry of journal.summaries(from, upTo).toReversed()) {
      const summary = toRequestSummary(entry);
      if (matches(summary)) requests.push(summary);
      upTo = entry.seq - 1;
      if (requests.length >= query.limit) break;
    }
  }
  return { requests, next: upTo >= first ? upTo + 1 : null };
}

/** Converts a body of the journal, where null means no body. A long body is represented by its length. */
function toBody(shown: unknown): RecordedBody {
  if (shown === null) return { kind: 'none' };
  if (typeof shown === 'object' && 'truncated' in shown && 'characters' in shown) {
    const { characters } = shown;
    if (shown.truncated === true && typeof characters === 'number') return { kind: 'length', characters };
  }
  return { kind: 'value', value: shown };
}

function requestFilter(query: RequestListQuery): (request: RequestSummary) => boolean {
  const path = query.path === undefined ? undefined : globMatcher(query.path);
  const method = query.method?.toUpperCase();
  const text = query.text?.toLowerCase();
  const { status } = query;
  return (request) =>
    (query.surface === undefined || request.surface === query.surface) &&
    (method === undefined || request.method === method) &&
    (status === undefined ||
      (status.endsWith('xx')
        ? Math.floor(request.status / 100) === Number(status[0])
        : request.status === Number(status))) &&
    (path === undefined || path(request.path)) &&
    (query.deployment_id === undefined || request.deployment_id === query.deployment_id) &&
    (query.faulted === undefined || (request.fault !== null) === (query.faulted === 'true')) &&
    (text === undefined ||
      `${request.method} ${request.path}?${request.query ?? ''}`.toLowerCase().includes(text));
}
