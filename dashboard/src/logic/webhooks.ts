import type { WebhookAttempt, WebhookDelivery } from '../../../src/contract/dashboard/webhooks.ts';
import { formatDuration } from './format.ts';
import { type State, STATES } from './words.ts';

export const WEBHOOK_FILTERS = ['', 'failed', 'waiting', 'again', 'delivered'] as const;
export type WebhookFilter = (typeof WEBHOOK_FILTERS)[number];

/** Displayed states of deliveries. */
export const DELIVERY_STATES: Readonly<Record<WebhookDelivery['state'], State>> = {
  delivered: { ...STATES.succeeded, word: 'Delivered' },
  waiting: { ...STATES.queued, word: 'Next attempt pending' },
  failed: { ...STATES.failed, word: 'Not delivered' },
};

/** Returns whether a delivery passes the filters. The filter `again` selects deliveries whose first attempt failed. */
export function matchesDelivery(delivery: WebhookDelivery, filter: WebhookFilter, text: string): boolean {
  const { state, attempts } = delivery;
  const isMatch =
    filter === '' || (filter === 'again' ? attempts.length > 1 && state === 'delivered' : state === filter);
  const words = text.toLowerCase();
  return (
    isMatch &&
    [delivery.title, delivery.url, delivery.run_id, delivery.deployment].some((part) =>
      part.toLowerCase().includes(words),
    )
  );
}

/** Describes the result of an attempt, such as `204 after 61 ms`, or the attempt's problem. */
export function attemptText({ status, ms, problem }: WebhookAttempt): string {
  if (status !== null) return `${status} after ${formatDuration(ms)}`;
  return problem === '' ? 'no response' : problem;
}

/** Returns the URL without its scheme, because rows are narrow. */
export const hostAndPath = (url: string): string => url.replace(/^https?:\/\//, '');
