import * as z from 'zod';
import { LOG_LEVELS } from '../logs.ts';
import { queryInt } from '../query.ts';

export const DashboardLogLine = z.object({
  /** Position of the line in the log, with gaps between positions. The position identifies the line. */
  id: z.int(),
  revision_id: z.string(),
  kind: z.enum(['build', 'deploy']),
  level: z.enum(LOG_LEVELS),
  at_ms: z.number(),
  /** The line's message without secrets. */
  message: z.string(),
});
export type DashboardLogLine = z.infer<typeof DashboardLogLine>;

/** Query of GET …/deployments/{id}/logs. Without `before` and `after`, the response contains the newest lines. */
export const LogTailQuery = z
  .object({
    revision_id: z.guid().toLowerCase().optional(),
    kind: z.enum(['build', 'deploy']).optional(),
    level: z.enum(LOG_LEVELS).optional(),
    /** Literal string that the message of a line must contain. */
    text: z.string().min(1).max(500).optional(),
    /** ID of a run that the returned lines must contain. */
    run_id: z.string().max(100).optional(),
    /**
     * Bound for the IDs of the returned lines, which are smaller than `before`, or greater than `after`. A query
     * contains at most one of the two.
     */
    before: queryInt(1).optional(),
    after: queryInt(0).optional(),
    limit: queryInt(1, 5_000).default(1_000),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    message: 'takes one of before and after',
  });
export type LogTailQuery = z.infer<typeof LogTailQuery>;

/** Response of GET …/deployments/{id}/logs, oldest line first. */
export const LogTail = z.object({
  lines: z.array(DashboardLogLine),
  /** True if more lines exist before the first line, or after the last line if the query contains `after`. */
  more: z.boolean(),
});
export type LogTail = z.infer<typeof LogTail>;
