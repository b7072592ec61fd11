import { createListeners } from '../../clients/listeners.ts';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import type { WebhookAttempt, WebhookDelivery } from '../ports/agent-records.ts';
import type { WebhookRow } from '../ports/store.ts';

/** Number of deliveries that are kept. */
const KEPT = 500;
/** Maximum length of a kept body, in characters. */
const MAX_BODY = 64 * 1024;
/** Maximum length of a kept response, in characters. */
export const MAX_RESPONSE = 2_000;

/** Recent deliveries of webhooks, in memory. */
export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>;

/** Creates an empty record of deliveries. */
export function createWebhookDeliveries() {
  const deliveries = new Map<string, WebhookDelivery>();
  const resends = new Map<string, WebhookDelivery>();
  const listeners = createListeners();
  const keep = (delivery: WebhookDelivery): void => {
    deliveries.set(delivery.id, delivery);
    const [oldest] = deliveries.keys();
    if (deliveries.size > KEPT && oldest !== undefined) deliveries.delete(oldest);
    listeners.notify();
  };
  return {
    /** Returns all deliveries, newest first. */
    list: (): readonly WebhookDelivery[] => [...deliveries.values()].toReversed(),
    get: (id: string): WebhookDelivery | undefined => deliveries.get(id),
    /** Announces a stored webhook that repeats a delivery. `id` is the `runId` of the webhook's row. */
    willResend(id: string, delivery: WebhookDelivery): void {
      resends.set(id, delivery);
    },
    /** Returns the ID of the run to which a webhook belongs. */
    runOf: ({ runId }: WebhookRow): string =>
      deliveries.get(runId)?.runId ?? resends.get(runId)?.runId ?? runId,
    /** Records an attempt. `nextAt` is the time of the next attempt; null if none follows. */
    attempted(row: WebhookRow, attempt: WebhookAttempt, nextAt: number | null): void {
      const before = deliveries.get(row.runId);
      const repeated = resends.get(row.runId);
      resends.delete(row.runId);
      const body = before === undefined ? stringifyExactJson(row.body) : undefined;
      const threadId = row.body['thread_id'];
      const isDelivered = attempt.problem === '';
      keep({
        id: row.runId,
        runId: before?.runId ?? repeated?.runId ?? row.runId,
        threadId: typeof threadId === 'string' ? threadId : null,
        deploymentId: row.deploymentId,
        url: row.url,
        body: before?.body ?? (body !== undefined && body.length <= MAX_BODY ? body : null),
        state: isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting',
        attempts: [...(before?.attempts ?? []), attempt],
        createdAt: before?.createdAt ?? row.createdAt,
        nextAt,
        resendOf: before?.resendOf ?? repeated?.id ?? null,
      });
    },
    onChange: listeners.add,
  };
}
