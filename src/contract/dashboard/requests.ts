import * as z from 'zod';
import { queryInt } from '../query.ts';

/** Surfaces of the emulator whose requests are recorded. */
export const OBSERVED_SURFACES = [
  'control-plane',
  'sandboxes',
  'tracing',
  'agent-server',
  'agent-pods',
] as const;
const ObservedSurface = z.enum(OBSERVED_SURFACES);
type ObservedSurface = z.infer<typeof ObservedSurface>;

/** The effect of a fault rule on a recorded request. */
const FaultMark = z.object({
  /** ID of the fault rule. The rule might have been removed after the request. */
  rule: z.string(),
  /** Names of the rule's effects, such as `status`, `delay_ms` or `reset`. */
  effects: z.array(z.string()),
});
type FaultMark = z.infer<typeof FaultMark>;

/** A recorded request without its bodies. */
export const RequestSummary = z.object({
  /** Number of the request, starting at 1 and without gaps. */
  seq: z.int(),
  /**
   * Time when the request ended, on the service's clock. The difference `at_ms - ms` is not the time of the start,
   * because `ms` is real time.
   */
  at_ms: z.number(),
  surface: ObservedSurface,
  method: z.string(),
  path: z.string(),
  /** Query of the URL without the question mark, or null if the URL had no query. */
  query: z.string().nullable(),
  /** HTTP status, or 0 if the connection was closed without a response. */
  status: z.int(),
  /** Duration of the request in real milliseconds. */
  ms: z.number(),
  deployment_id: z.string().nullable(),
  fault: FaultMark.nullable(),
  /** Number of the request that this request replays, or null if this request is not a replay. */
  replay_of: z.int().nullable(),
  /**
   * Position of the request's arrival in the sequence that contains all requests and events. `ended` is the position
   * where the emulator decided the response.
   */
  began: z.int(),
  ended: z.int(),
});
export type RequestSummary = z.infer<typeof RequestSummary>;

/** Query of GET …/requests. A request must meet all conditions that are set. */
export const RequestListQuery = z.object({
  /**
   * The response contains only requests with numbers smaller than `before`, or the newest requests if `before` is
   * absent.
   */
  before: queryInt(1).optional(),
  limit: queryInt(1, 10_000).default(500),
  surface: ObservedSurface.optional(),
  method: z.string().max(20).optional(),
  /** A status such as `404`, or a class of statuses such as `4xx`. */
  status: z
    .string()
    .regex(/^(?:[1-5]xx|0|[1-5]\d\d)$/, 'must be a status, or a class such as 4xx')
    .optional(),
  /** Glob that matches the path, with the syntax of `POST /_local/journal/verify` and of fault rules. */
  path: z.string().min(1).max(2_000).optional(),
  deployment_id: z.string().max(100).optional(),
  /** String that the method, path or query of a request contains, in any letter case. */
  text: z.string().min(1).max(500).optional(),
  /** True to return only requests that a fault rule changed. */
  faulted: z.enum(['true', 'false']).optional(),
});
export type RequestListQuery = z.infer<typeof RequestListQuery>;

/** Response of GET …/requests, newest request first. */
export const RequestPage = z.object({
  epoch: z.string(),
  /** Number of stored requests, regardless of the filter. */
  total: z.int(),
  /** Smallest number of a stored request. `first` and `last`, the greatest number, are 0 if no request is stored. */
  first: z.int(),
  last: z.int(),
  requests: z.array(RequestSummary),
  /** Value of `before` for the next page, or null after the last page. */
  next: z.int().nullable(),
});
export type RequestPage = z.infer<typeof RequestPage>;

/** A recorded body: its JSON value, only its length, or no body. Secrets in the body are replaced by asterisks. */
export const RecordedBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.unknown() }),
  /** The body is too long to show, or was discarded to save memory. */
  z.object({ kind: z.literal('length'), characters: z.int() }),
  /** The request or response had no body, the body was a stream, or the client did not receive the body. */
  z.object({ kind: z.literal('none') }),
]);
export type RecordedBody = z.infer<typeof RecordedBody>;

/**
 * Body of POST …/requests/{seq}/replay: the changed parts of the request. Parts that are absent from the body are sent
 * as recorded. A `***` in place of a recorded secret is replaced by the secret.
 */
export const RequestReplay = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).optional(),
  /** Path of the request, with its query. */
  path: z.string().min(1).max(10_000).startsWith('/').optional(),
  headers: z
    .array(
      z.tuple([
        z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, 'must be the name of a header'),
        z
          .string()
          .max(10_000)
          .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be one line'),
      ]),
    )
    .max(100)
    .optional(),
  /** JSON value of the body, or null to send no body. */
  body: z.unknown().optional(),
});
export type RequestReplay = z.infer<typeof RequestReplay>;

/** Response of POST …/requests/{seq}/replay. */
export const ReplayedRequest = z.object({
  /** Number of the new request, or null if the new request did not end within 30 seconds. */
  seq: z.int().nullable(),
  /** Status of the response to the replay, or 0 if the connection was closed without a response. */
  status: z.int(),
});
export type ReplayedRequest = z.infer<typeof ReplayedRequest>;
