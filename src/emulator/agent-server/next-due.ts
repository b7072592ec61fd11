import type { Store } from '../ports/store.ts';

/**
 * Returns the first moment after `after` at which a cron, a delayed run or a webhook is due; `undefined` if none is
 * known. Moments are epoch milliseconds.
 */
export async function nextDue(
  { crons, runs, webhooks }: Pick<Store, 'crons' | 'runs' | 'webhooks'>,
  after: number,
): Promise<number | undefined> {
  const dues = [
    ...(await crons.deploymentsWithEnabled()).map((id) => crons.nextDue(id, after)),
    ...(await runs.deploymentsWithPending()).map((id) => runs.nextStart(id, after)),
    webhooks.nextDue(),
  ];
  // Work that is due but cannot start, such as the cron of a stopped agent, does not stop the clock.
  const found = (await Promise.all(dues)).flatMap((due) => (due !== undefined && due > after ? [due] : []));
  return found.length === 0 ? undefined : Math.min(...found);
}
