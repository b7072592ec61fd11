import type { CronRow } from './store.ts';

/** Recent runs of crons and deliveries of webhooks. The process's memory holds them until the emulator exits. */
export interface AgentRecords {
  /** Returns the last outcomes of a cron, oldest first. */
  outcomesOf(cronId: string): readonly CronOutcome[];
  /** Returns the next times of a cron after `now`, at most `count`. Empty if the schedule has none. */
  nextTimes(cron: Pick<CronRow, 'schedule' | 'timezone'>, now: number, count: number): Promise<number[]>;
  /**
   * Creates a run of a cron now. The cron's schedule does not change.
   * @throws HttpError 404 for an unknown cron; 4xx if the run is refused.
   */
  runCron(deploymentId: string, cronId: string): Promise<{ runId: string; threadId: string }>;
  /** Returns the deliveries of webhooks, newest first. */
  deliveries(): readonly WebhookDelivery[];
  /**
   * Sends the webhook of a delivery again, as a new delivery, and returns it.
   * @throws HttpError 404 for an unknown delivery; 409 if its body is not stored or it is not over.
   */
  resend(deliveryId: string): Promise<WebhookDelivery>;
  /** Calls `notify` when an outcome or a delivery changes. Returns a function that unsubscribes. */
  onChange(notify: () => void): () => void;
}

/** A run of a cron. `refused` means that no run was created. */
export interface CronOutcome {
  at: number;
  status: 'running' | 'success' | 'error' | 'stopped' | 'refused';
  runId: string | null;
  threadId: string | null;
  /** Reason of an error or a refusal; empty otherwise. */
  reason: string;
}

export interface WebhookAttempt {
  /** Time of the attempt on the service's clock, and its duration in real milliseconds. */
  at: number;
  ms: number;
  /** Status of the response; null if none arrived. */
  status: number | null;
  /** Reason of a failed attempt; empty after a success. */
  problem: string;
  /** Beginning of the response's body. */
  response: string;
}

/** A webhook of an ended run, and its attempts. */
export interface WebhookDelivery {
  id: string;
  runId: string;
  threadId: string | null;
  deploymentId: string;
  /** URL with its query, which may contain a credential. */
  url: string;
  /** JSON of the body; null if it is too long to be stored. */
  body: string | null;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: readonly WebhookAttempt[];
  createdAt: number;
  /** Time of the next attempt; null if none follows. */
  nextAt: number | null;
  /** ID of the delivery that this delivery repeats. */
  resendOf: string | null;
}
