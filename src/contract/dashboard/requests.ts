import * as z from 'zod';
import { queryInt } from '../query.ts';

/** Surfaces whose requests are recorded. */
export const OBSERVED_SURFACES = [
  'control-plane',
  'sandboxes',
  'tracing',
  'agent-server',
  'agent-pods',
] as const;
const ObservedSurface = z.enum(OBSERVED_SURFACES);
type ObservedSurface = z.infer<typeof ObservedSurface>;

/** The effect of a fault rule on a request. */
const FaultMark = z.object({
  /** ID of the rule, which may have been removed since. */
  rule: z.string(),
  /** Names of its effects, as in the rule: `status`, `delay_ms`, `reset` and so on. */
  effects: z.array(z.string()),
});
type FaultMark = z.infer<typeof FaultMark>;

/** A recorded request without its bodies. */
export const RequestSummary = z.object({
  /** 1, 2, 3 … without gaps. */
  seq: z.int(),
  /** End of the request by the service's own time. Do not subtract `ms`, which is real time. */
  at_ms: z.number(),
  surface: ObservedSurface,
  method: z.string(),
  path: z.string(),
  /** Query without the question mark; null if the URL had none. */
  query: z.string().nullable(),
  /** 0 if the connection was closed without a response. */
  status: z.int(),
  /** Duration in real milliseconds. */
  ms: z.number(),
  deployment_id: z.string().nullable(),
  fault: FaultMark.nullable(),
  /**
   * Positions in the common order of requests and events: when the request arrived, and when its response was
   * decided.
   */
  began: z.int(),
  ended: z.int(),
});
export type RequestSummary = z.infer<typeof RequestSummary>;

/** Query of GET …/requests. All given conditions must hold. */
export const RequestListQuery = z.object({
  /** Only requests with smaller numbers are returned; if absent, the newest ones. */
  before: queryInt(1).optional(),
  limit: queryInt(1, 10_000).default(500),
  surface: ObservedSurface.optional(),
  method: z.string().max(20).optional(),
  /** A class such as `4xx`, or a status. */
  status: z
    .string()
    .regex(/^(?:[1-5]xx|0|[1-5]\d\d)$/, 'must be a status, or a class such as 4xx')
    .optional(),
  /** Glob over the path, as in `POST /_local/journal/verify` and in fault rules. */
  path: z.string().min(1).max(2_000).optional(),
  deployment_id: z.string().max(100).optional(),
  /** Text in the method, path or query, ignoring case. Bodies are not searched. */
  text: z.string().min(1).max(500).optional(),
  /** If true, only requests that a fault rule changed are returned. */
  faulted: z.enum(['true', 'false']).optional(),
});
export type RequestListQuery = z.infer<typeof RequestListQuery>;

/** Response, newest first. */
export const RequestPage = z.object({
  epoch: z.string(),
  /** Number of stored requests, regardless of the filter. */
  total: z.int(),
  /** Smallest and greatest stored number; 0 if no request is stored. */
  first: z.int(),
  last: z.int(),
  requests: z.array(RequestSummary),
  /** `before` of the next page; null if none exists. */
  next: z.int().nullable(),
});
export type RequestPage = z.infer<typeof RequestPage>;

/** A body as stored: its JSON value, only its length, or none. Secrets are replaced by stars. */
export const RecordedBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.unknown() }),
  /** Too long to show, or dropped for lack of space. */
  z.object({ kind: z.literal('length'), characters: z.int() }),
  /** The body was absent, was a stream, or was not received by the client. */
  z.object({ kind: z.literal('none') }),
]);
export type RecordedBody = z.infer<typeof RecordedBody>;
