import * as z from 'zod';
import { queryInt } from '../query.ts';
import { RecordedBody, RequestSummary } from './requests.ts';

const moment = {
  /** Number of the event, starting at 1 and without gaps. */
  seq: z.int(),
  /** Time of the event on the service's clock, in milliseconds. */
  at_ms: z.number(),
  /** Number of the newest recorded request when the event happened. */
  journal: z.int(),
  /** Position of the event in the sequence that contains all events and requests. */
  moment: z.int(),
};
const of = { deployment_id: z.string(), deployment: z.string() };

/** A change of a deployment or revision. `was` is the value before the change, or null if no value existed. */
export const DashboardEvent = z.discriminatedUnion('kind', [
  z.object({
    ...moment,
    kind: z.literal('deployment'),
    ...of,
    status: z.string(),
    was: z.string().nullable(),
  }),
  z.object({
    ...moment,
    kind: z.literal('revision'),
    ...of,
    revision_id: z.string(),
    status: z.string(),
    was: z.string().nullable(),
  }),
  /** A revision became the active revision of its deployment. */
  z.object({
    ...moment,
    kind: z.literal('active'),
    ...of,
    revision_id: z.string().nullable(),
    was: z.string().nullable(),
  }),
  z.object({ ...moment, kind: z.literal('removed'), ...of }),
  z.object({ ...moment, kind: z.literal('restored') }),
]);
export type DashboardEvent = z.infer<typeof DashboardEvent>;

/** Query of GET …/events. */
export const EventListQuery = z.object({
  before: queryInt(1).optional(),
  limit: queryInt(1, 10_000).default(500),
  deployment_id: z.string().max(100).optional(),
});
export type EventListQuery = z.infer<typeof EventListQuery>;

/** Response of GET …/events, newest event first. */
export const EventPage = z.object({
  epoch: z.string(),
  total: z.int(),
  first: z.int(),
  last: z.int(),
  events: z.array(DashboardEvent),
  next: z.int().nullable(),
});
export type EventPage = z.infer<typeof EventPage>;

/**
 * Response of GET …/requests/{seq}. The page never caches the response, because a later response may redact more
 * secrets.
 */
export const RequestDetail = z.object({
  epoch: z.string(),
  request: RequestSummary,
  /** Headers of the request without secrets, with lower-case names. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  sent: RecordedBody,
  received: RecordedBody,
  /**
   * Parts of the request's duration in real milliseconds: the delay of a fault rule, the time until the response was
   * decided, and the time to send the response. The value is null if the parts of the duration were not measured.
   */
  times: z.object({ held_ms: z.number(), decide_ms: z.number(), send_ms: z.number() }).nullable(),
  /** Status of the response that a fault rule withheld from the client, or null without such a response. */
  withheld_status: z.int().nullable(),
  /** Events between the arrival of the request and its response. */
  events: z.array(DashboardEvent),
});
export type RequestDetail = z.infer<typeof RequestDetail>;
