import type { CronRow, WebhookHead } from './store.ts';

/** Actions of the dashboard on crons and webhooks. */
export interface AgentControls {
  /** Returns the next times of a cron after `now`, at most `count`, or an empty list if no time follows. */
  nextTimes(cron: Pick<CronRow, 'schedule' | 'timezone'>, now: number, count: number): Promise<number[]>;
  /**
   * Creates a run of a cron now, without changing the cron's schedule.
   * @throws HttpError 404 for an unknown cron; 4xx if the run is refused.
   */
  runCron(deploymentId: string, cronId: string): Promise<{ runId: string; threadId: string }>;
  /**
   * Sends a webhook again, as a new webhook, and returns the new webhook.
   * @throws HttpError 404 for an unknown webhook; 409 if the webhook's body is not stored or the emulator will still
   * send the webhook itself.
   */
  resend(webhookId: string): Promise<WebhookHead>;
}
