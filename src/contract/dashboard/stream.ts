import * as z from 'zod';
import { queryInt } from '../query.ts';
import { DeploymentSummary } from './deployments.ts';
import { DashboardEvent } from './events.ts';
import { ActiveFaultRules } from './faults.ts';
import { DashboardLogLine } from './logs.ts';
import { RequestSummary } from './requests.ts';
import { RunSummary } from './runs.ts';
import { AuditLine } from './sandboxes.ts';

/**
 * Query of GET …/stream, which sends lines of JSON until the page disconnects. The numbers in the query identify the
 * last rows that the page has received. If the numbers are missing, or belong to another epoch or generation, `resumed`
 * in the line `hello` is false and the stream sends only new rows.
 */
export const StreamQuery = z.object({
  epoch: z.string().max(100).optional(),
  generation: queryInt(0).optional(),
  requests: queryInt(0).optional(),
  events: queryInt(0).optional(),
  audit: queryInt(0).optional(),
  /** ID of the deployment whose log is streamed. `log_after` is the ID of the last line that the page has. */
  log: z.guid().toLowerCase().optional(),
  log_after: queryInt(0).optional(),
});
export type StreamQuery = z.infer<typeof StreamQuery>;

const Numbers = z.object({ first: z.int(), last: z.int() });

/** One line of the response of GET …/stream. */
export const StreamFrame = z.discriminatedUnion('kind', [
  /** First line of the stream. */
  z.object({
    kind: z.literal('hello'),
    epoch: z.string(),
    generation: z.int(),
    now_ms: z.number(),
    /** True if the stream continues after the numbers in the query, or false if the page must read its lists again. */
    resumed: z.boolean(),
    requests: Numbers,
    events: Numbers,
    audit: Numbers,
  }),
  /** Recorded requests with ascending numbers, without a gap to the previous request in the stream. */
  z.object({ kind: z.literal('requests'), rows: z.array(RequestSummary) }),
  z.object({ kind: z.literal('events'), rows: z.array(DashboardEvent) }),
  z.object({ kind: z.literal('audit'), rows: z.array(AuditLine) }),
  z.object({ kind: z.literal('log'), lines: z.array(DashboardLogLine) }),
  /** Current state of changed deployments, and IDs of deleted deployments. */
  z.object({
    kind: z.literal('deployments'),
    deployments: z.array(DeploymentSummary),
    removed: z.array(z.string()),
  }),
  /**
   * Current state of changed runs, and the IDs of removed runs and of threads that were removed with their runs. If too
   * many runs changed, `reload` is true and the page reads its list of runs again.
   */
  z.object({
    kind: z.literal('runs'),
    runs: z.array(RunSummary),
    removed: z.array(z.string()),
    removed_threads: z.array(z.string()),
    reload: z.boolean(),
  }),
  /** All fault rules, sent when the rules or their counters change. */
  z.object({ kind: z.literal('faults'), faults: ActiveFaultRules }),
  /**
   * Current time of the service. A line with the time is sent at the start, every 15 seconds, and whenever the clock is
   * advanced or skewed.
   */
  z.object({
    kind: z.literal('beat'),
    now_ms: z.number(),
    skew_ms: z.number(),
    /** Number of milliseconds that a real clock was moved forward. */
    moved_ms: z.number(),
  }),
  /**
   * Last line of the stream. After `lagging` (the page read too slowly) and `replaced` (a reset or restore), the page
   * reconnects and reads its lists. After `signed-out`, the session has ended.
   */
  z.object({ kind: z.literal('end'), reason: z.enum(['lagging', 'replaced', 'signed-out', 'closing']) }),
]);
export type StreamFrame = z.infer<typeof StreamFrame>;
