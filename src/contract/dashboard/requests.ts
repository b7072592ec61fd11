import * as z from 'zod';
import { queryInt } from '../query.ts';

/** The surfaces whose requests are recorded. */
export const OBSERVED_SURFACES = [
  'control-plane',
  'sandboxes',
  'tracing',
  'agent-server',
  'agent-pods',
] as const;
const ObservedSurface = z.enum(OBSERVED_SURFACES);
type ObservedSurface = z.infer<typeof ObservedSurface>;

/** What a fault rule did to a request. */
const FaultMark = z.object({
  /** The rule's ID; it may be gone by now. */
  rule: z.string(),
  /** Names of its effects, as in the rule: `status`, `delay_ms`, `reset` and so on. */
  effects: z.array(z.string()),
});
type FaultMark = z.infer<typeof FaultMark>;

/** A recorded request without its bodies. */
export const RequestSummary = z.object({
  /** 1, 2, 3 … without gaps. */
  seq: z.int(),
  /** When it ended, by the service's own time: do not subtract `ms`, which is real. */
  at_ms: z.number(),
  surface: ObservedSurface,
  method: z.string(),
  path: z.string(),
  /** Without the question mark; null: there was none. */
  query: z.string().nullable(),
  /** 0: the connection was cut without a response. */
  status: z.int(),
  /** How long it took, in real milliseconds. */
  ms: z.number(),
  deployment_id: z.string().nullable(),
  fault: FaultMark.nullable(),
  /** Its place among all moments, which events have as well: when it arrived, and when its response was decided. */
  began: z.int(),
  ended: z.int(),
});
export type RequestSummary = z.infer<typeof RequestSummary>;

/** Query of GET …/requests. Everything given must hold. */
export const RequestListQuery = z.object({
  /** Only older ones than this number; absent: from the newest on. */
  before: queryInt(1).optional(),
  limit: queryInt(1, 10_000).default(500),
  surface: ObservedSurface.optional(),
  method: z.string().max(20).optional(),
  /** `4xx`, or a status. */
  status: z
    .string()
    .regex(/^(?:[1-5]xx|0|[1-5]\d\d)$/, 'must be a status, or a class such as 4xx')
    .optional(),
  /** A glob over the path, as of `POST /_local/journal/verify` and of fault rules. */
  path: z.string().min(1).max(2_000).optional(),
  deployment_id: z.string().max(100).optional(),
  /** Found in method, path or query, in any case. Bodies are not searched. */
  text: z.string().min(1).max(500).optional(),
  /** Only those that a fault rule changed. */
  faulted: z.enum(['true', 'false']).optional(),
});
export type RequestListQuery = z.infer<typeof RequestListQuery>;

/** Its answer, newest first. */
export const RequestPage = z.object({
  epoch: z.string(),
  /** How many requests are kept, with any filter. */
  total: z.int(),
  /** The oldest kept and the newest number; 0 when there is none. */
  first: z.int(),
  last: z.int(),
  requests: z.array(RequestSummary),
  /** The `before` of the next page; null: there is none. */
  next: z.int().nullable(),
});
export type RequestPage = z.infer<typeof RequestPage>;

/** A body as kept: its JSON value; only its length; or that there was none. Secrets are stars. */
export const RecordedBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.unknown() }),
  /** Too long to show, or dropped for lack of room. */
  z.object({ kind: z.literal('length'), characters: z.int() }),
  /** There was none; or it was a stream, or the client saw nothing of it. */
  z.object({ kind: z.literal('none') }),
]);
export type RecordedBody = z.infer<typeof RecordedBody>;
