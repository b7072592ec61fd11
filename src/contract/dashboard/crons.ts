import * as z from 'zod';

/** A run of a cron. `refused` means that no run was created. */
const CronOutcome = z.object({
  at_ms: z.number(),
  status: z.enum(['running', 'success', 'error', 'stopped', 'refused']),
  run_id: z.string().nullable(),
  thread_id: z.string().nullable(),
  /** Reason of an error or a refusal, or empty for other outcomes. */
  reason: z.string(),
});

/** A cron with its next times and its last outcomes. */
export const CronSummary = z.object({
  cron_id: z.string(),
  deployment_id: z.string(),
  deployment: z.string(),
  assistant_id: z.string(),
  /** ID of the thread of all runs, or null if each run gets a new thread. */
  thread_id: z.string().nullable(),
  /** Name in the metadata of the cron, or null if the metadata contains none. */
  name: z.string().nullable(),
  /** Beginning of the first string in the input, or empty if the input contains none. */
  says: z.string(),
  schedule: z.string(),
  /** The schedule as text with its time zone, such as `Every day at 02:30, Berlin`. */
  words: z.string(),
  timezone: z.string().nullable(),
  enabled: z.boolean(),
  /** Next times in epoch milliseconds, at most three. The list is empty for a paused or ended cron. */
  next_ms: z.array(z.number()),
  end_ms: z.number().nullable(),
  /** Time when the cron was last changed. */
  updated_at_ms: z.number(),
  /** Last outcomes, oldest first, at most five. */
  outcomes: z.array(CronOutcome),
});
export type CronSummary = z.infer<typeof CronSummary>;

/** Response of GET …/crons: the crons of all deployments. The cron that is due first is listed first. */
export const CronList = z.object({
  now_ms: z.number(),
  crons: z.array(CronSummary),
  /** True if only the first 1,000 crons of a deployment are listed. */
  more: z.boolean(),
});
export type CronList = z.infer<typeof CronList>;

/** Response of POST …/deployments/{id}/crons/{cron_id}/runs. */
export const CronRun = z.object({ run_id: z.string(), thread_id: z.string() });
export type CronRun = z.infer<typeof CronRun>;
