import * as z from 'zod';

const WebhookAttempt = z.object({
  at_ms: z.number(),
  /** Duration of the attempt in real milliseconds. */
  ms: z.number(),
  /** HTTP status of the response to the attempt, or null if no response arrived. */
  status: z.int().nullable(),
  /** Reason why the attempt failed, or empty if the attempt succeeded. */
  problem: z.string(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** A webhook of an ended run, with all its attempts. */
export const WebhookDelivery = z.object({
  id: z.string(),
  deployment_id: z.string(),
  deployment: z.string(),
  run_id: z.string(),
  thread_id: z.string().nullable(),
  /** URL of the webhook, without query and credentials. */
  url: z.string(),
  /** True if the URL has a query, which is not shown because it might contain a credential. */
  has_query: z.boolean(),
  /** Title of the run's request or of the thread's values, usually the first human message. Empty if both are empty. */
  title: z.string(),
  /** Status of the run that the webhook reports. */
  run_status: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.array(WebhookAttempt),
  created_at_ms: z.number(),
  /** Time of the next attempt, or null if no attempt follows. */
  next_at_ms: z.number().nullable(),
  /** ID of the delivery that this delivery repeats. */
  resend_of: z.string().nullable(),
  /** True if the webhook can be sent again, because its body is stored. */
  can_resend: z.boolean(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Response of GET …/webhooks: the newest deliveries of all deployments, newest first. */
export const WebhookList = z.object({ now_ms: z.number(), deliveries: z.array(WebhookDelivery) });
export type WebhookList = z.infer<typeof WebhookList>;

/** Response of GET …/webhooks/{id}. */
export const WebhookDetail = z.object({
  delivery: WebhookDelivery,
  /** Body that was sent, without secrets, or null if the body is not stored. */
  body: z.unknown(),
  /** Beginning of the response to the last attempt, without secrets, or empty if no response arrived. */
  last_response: z.string(),
});
export type WebhookDetail = z.infer<typeof WebhookDetail>;
