import type { RunRow, WebhookRow } from '../ports/store.ts';
import { toRun } from './wire.ts';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * The call that a run asked for at its end (facts: service §4.4 "webhook body"): the run, how it ended, and the values
 * of its thread; undefined when it asked for none. `run`: as it was until now. `webhook_sent_at` comes when it is sent.
 */
export function toWebhook(
  run: RunRow,
  ended: Pick<RunRow, 'status' | 'error'> & { values: unknown; endedAt: number },
): WebhookRow | undefined {
  const url = run.kwargs['webhook'];
  if (typeof url !== 'string') return undefined;
  const { status, error, values, endedAt } = ended;
  return {
    runId: run.id,
    deploymentId: run.deploymentId,
    url,
    body: {
      ...toRun({ ...run, status, error, updatedAt: endedAt }),
      // Nothing changes a run between the moment it is taken up and its end.
      run_started_at: run.status === 'running' ? iso(run.updatedAt) : null,
      run_ended_at: iso(endedAt),
      values: values ?? {},
      ...(error && { error: error.message }),
    },
    attempts: 0,
    dueAt: endedAt,
    createdAt: endedAt,
  };
}

/** Where a call goes, for people: what stands in the URL's query may open doors. */
export function redactQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
