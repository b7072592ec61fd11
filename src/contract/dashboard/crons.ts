import * as z from 'zod';

/** Outcome of a cron at one of its times. `refused` means that no run was created. */
const CronOutcome = z.object({
  at_ms: z.number(),
  status: z.enum(['running', 'success', 'error', 'stopped', 'refused']),
  run_id: z.string().nullable(),
  thread_id: z.string().nullable(),
  /** Reason of an outcome that is an error or a refusal, or empty for any other outcome. */
  reason: z.string(),
});

export const CronSummary = z.object({
  cron_id: z.string(),
  deployment_id: z.string(),
  deployment: z.string(),
  assistant_id: z.string(),
  /** ID of the thread that all runs of the cron use, or null if each run gets a new thread. */
  thread_id: z.string().nullable(),
  /** Name in the metadata of the cron, or null if the metadata contains no name. */
  name: z.string().nullable(),
  /** Beginning of the first string in the cron's input, or empty if the input contains no string. */
  says: z.string(),
  schedule: z.string(),
  /** The schedule in words with its time zone, such as `Every day at 02:30, Berlin`. */
  words: z.string(),
  timezone: z.string().nullable(),
  enabled: z.boolean(),
  /** Next times of the cron in epoch milliseconds, at most three, or empty for a paused or ended cron. */
  next_ms: z.array(z.number()),
  end_ms: z.number().nullable(),
  updated_at_ms: z.number(),
  /** Last outcomes of the cron, oldest first, at most five. */
  outcomes: z.array(CronOutcome),
});
export type CronSummary = z.infer<typeof CronSummary>;

/** Response of GET …/crons: the crons of all deployments, sorted by their next times. */
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
