import type { AgentControls } from '../ports/agent-controls.ts';
import type { EmulatorContext } from '../ports/context.ts';
import { HttpError } from '../server/http-error.ts';
import type { CronScheduler } from './crons/cron-scheduler.ts';
import { nextRunTime } from './crons/schedule.ts';
import type { WebhookSender } from './webhooks.ts';

/** Creates the dashboard's actions on crons and webhooks. */
export function createAgentControls({
  store,
  clock,
  newId,
  scheduler,
  webhooks,
}: Pick<EmulatorContext, 'store' | 'clock' | 'newId'> & {
  scheduler: Pick<CronScheduler, 'runNow'>;
  webhooks: Pick<WebhookSender, 'wake'>;
}): AgentControls {
  return {
    async nextTimes({ schedule, timezone }, now, count) {
      const times: number[] = [];
      try {
        for (let at = now; times.length < count; times.push(at))
          at = await nextRunTime(schedule, timezone, at);
      } catch (error) {
        // The times before the error are returned: the schedule has ended, or only an earlier version accepted it.
        if (!(error instanceof HttpError)) throw error;
      }
      return times;
    },
    async runCron(deploymentId, cronId) {
      const { id, threadId } = await scheduler.runNow(deploymentId, cronId);
      return { runId: id, threadId };
    },
    async resend(webhookId) {
      const repeated = await store.transaction(async (tx) => {
        const sent = await tx.webhooks.get(webhookId);
        if (sent === undefined) throw new HttpError(404, `Delivery ${webhookId} is no longer stored.`);
        if (sent.dueAt !== null) {
          throw new HttpError(409, 'This webhook is retried automatically. Wait for its next attempt.');
        }
        if (!sent.keepsBody) throw new HttpError(409, 'The body of this webhook is too long to be stored.');
        const now = clock.now();
        const row = { ...sent, id: newId(), resendOf: sent.id, attempts: [], createdAt: now, dueAt: now };
        await tx.webhooks.insert(row);
        return row;
      });
      webhooks.wake();
      return repeated;
    },
  };
}
