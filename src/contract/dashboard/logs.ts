import * as z from 'zod';
import { LOG_LEVELS } from '../logs.ts';
import { queryInt } from '../query.ts';

export const DashboardLogLine = z.object({
  /** Position in the log, which identifies a line. Positions increase, with gaps. */
  id: z.int(),
  revision_id: z.string(),
  kind: z.enum(['build', 'deploy']),
  level: z.enum(LOG_LEVELS),
  at_ms: z.number(),
  /** Message, without secrets. */
  message: z.string(),
});
export type DashboardLogLine = z.infer<typeof DashboardLogLine>;

/** Query of GET …/deployments/{id}/logs. Without `before` and `after`, returns the newest lines. */
export const LogTailQuery = z
  .object({
    revision_id: z.guid().toLowerCase().optional(),
    kind: z.enum(['build', 'deploy']).optional(),
    level: z.enum(LOG_LEVELS).optional(),
    /** Literal text that the message must contain; the store searches for it. */
    text: z.string().min(1).max(500).optional(),
    /** If given, only lines that mention this run are returned. */
    run_id: z.string().max(100).optional(),
    /** Only lines with a smaller (`before`) or greater (`after`) ID are returned. */
    before: queryInt(1).optional(),
    after: queryInt(0).optional(),
    limit: queryInt(1, 5_000).default(1_000),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    message: 'takes one of before and after',
  });
export type LogTailQuery = z.infer<typeof LogTailQuery>;

/** Response, oldest line first. */
export const LogTail = z.object({
  lines: z.array(DashboardLogLine),
  /** True if more lines exist in the direction that was read. */
  more: z.boolean(),
});
export type LogTail = z.infer<typeof LogTail>;
