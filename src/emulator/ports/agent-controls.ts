import type { CronRow, WebhookHead } from './store.ts';

/** Actions of the dashboard on crons and webhooks. */
export interface AgentControls {
  /** Returns the next times of a cron after `now`, at most `count`. Empty if the schedule has none. */
  nextTimes(cron: Pick<CronRow, 'schedule' | 'timezone'>, now: number, count: number): Promise<number[]>;
  /**
   * Creates a run of a cron now. The cron's schedule does not change.
   * @throws HttpError 404 for an unknown cron; 4xx if the run is refused.
   */
  runCron(deploymentId: string, cronId: string): Promise<{ runId: string; threadId: string }>;
  /**
   * Sends a webhook again, as a new webhook, and returns the new webhook.
   * @throws HttpError 404 for an unknown webhook; 409 if its body is not kept or it is still to be sent.
   */
  resend(webhookId: string): Promise<WebhookHead>;
}
