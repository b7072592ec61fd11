import * as z from 'zod';
import { queryInt } from '../query.ts';
import { DeploymentSummary } from './deployments.ts';
import { DashboardEvent } from './events.ts';
import { ActiveFaultRules } from './faults.ts';
import { DashboardLogLine } from './logs.ts';
import { RequestSummary } from './requests.ts';
import { AuditLine } from './sandboxes.ts';

/**
 * Query of GET …/stream, which answers lines of JSON until the page leaves. The numbers are the last ones that the page
 * has; without them, or in another epoch or generation, it starts with what is new from now on, and says so in `hello`.
 */
export const StreamQuery = z.object({
  epoch: z.string().max(100).optional(),
  generation: queryInt(0).optional(),
  requests: queryInt(0).optional(),
  events: queryInt(0).optional(),
  audit: queryInt(0).optional(),
  /** A deployment whose new log lines are wanted, and the ID of the last line that the page has. */
  log: z.guid().toLowerCase().optional(),
  log_after: queryInt(0).optional(),
});
export type StreamQuery = z.infer<typeof StreamQuery>;

const Numbers = z.object({ first: z.int(), last: z.int() });

/** A line of the stream. */
export const StreamFrame = z.discriminatedUnion('kind', [
  /** The first one. */
  z.object({
    kind: z.literal('hello'),
    epoch: z.string(),
    generation: z.int(),
    now_ms: z.number(),
    /** Whether the stream continues after the numbers of the query; else the page reads its lists again. */
    resumed: z.boolean(),
    requests: Numbers,
    events: Numbers,
    audit: Numbers,
  }),
  /** Rows with ascending numbers and no gap after the ones before. */
  z.object({ kind: z.literal('requests'), rows: z.array(RequestSummary) }),
  z.object({ kind: z.literal('events'), rows: z.array(DashboardEvent) }),
  z.object({ kind: z.literal('audit'), rows: z.array(AuditLine) }),
  z.object({ kind: z.literal('log'), lines: z.array(DashboardLogLine) }),
  /** Deployments as they are now, after a change; and those that are gone. */
  z.object({
    kind: z.literal('deployments'),
    deployments: z.array(DeploymentSummary),
    removed: z.array(z.string()),
  }),
  /** The rules or their counters changed. */
  z.object({ kind: z.literal('faults'), faults: ActiveFaultRules }),
  /** Every 15 seconds, and whenever the clock was moved or skewed: the service's own time. */
  z.object({ kind: z.literal('beat'), now_ms: z.number(), skew_ms: z.number() }),
  /**
   * The last one. `lagging`: the page read too slowly, `replaced`: a reset or restore; then connect and read again.
   * `signed-out`: the session has ended.
   */
  z.object({ kind: z.literal('end'), reason: z.enum(['lagging', 'replaced', 'signed-out', 'closing']) }),
]);
export type StreamFrame = z.infer<typeof StreamFrame>;
