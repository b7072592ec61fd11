import * as z from 'zod';
import { toLine } from '../../contract/bounded-text.ts';
import { CronList, CronRun, type CronSummary } from '../../contract/dashboard/crons.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { titleOfRequest } from '../../contract/messages.ts';
import type { CronRow, DeploymentRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, route } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { cronWords } from './cron-words.ts';

const surface = 'dashboard';
const auth = 'session';

/** Maximum number of crons of one deployment in the list. */
const MAX_CRONS = 1_000;
/** Number of next times of each cron. */
const NEXT = 3;

/** Creates the routes of the crons of all deployments. */
export function cronRoutes({ context, host, records }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  return [
    route({
      surface,
      method: 'GET',
      path: `${DASHBOARD_API}/crons`,
      summary: 'The crons of every deployment with their next times and last outcomes',
      auth,
      responses: { 200: { description: 'Crons', schema: CronList } },
      async handler() {
        const now = clock.now();
        const crons: CronSummary[] = [];
        let more = false;
        for (const deployment of await store.deployments.listAll()) {
          const order = { by: 'nextRunAt', descending: false } as const;
          const found = await store.crons.listDetails(deployment.id, { order });
          more ||= found.length > MAX_CRONS;
          const ids = found.slice(0, MAX_CRONS).map(({ id }) => id);
          for (const row of await store.crons.getMany(deployment.id, ids)) {
            const isOver = !row.enabled || (row.endTime !== null && row.endTime <= now);
            const next = isOver ? [] : ((await records?.nextTimes(row, now, NEXT)) ?? [row.nextRunAt]);
            const until = row.endTime ?? Number.POSITIVE_INFINITY;
            const times = next.filter((at) => at < until);
            crons.push(toCronSummary(deployment, row, { next: times, records }));
          }
        }
        const dueOf = ({ next_ms: [first] }: CronSummary) => first ?? Number.POSITIVE_INFINITY;
        const sorted = crons.toSorted((a, b) => dueOf(a) - dueOf(b));
        return { status: 200, body: host.redactor.redact({ now_ms: now, crons: sorted, more }) };
      },
    }),
    route({
      surface,
      method: 'POST',
      path: `${DASHBOARD_API}/deployments/{id}/crons/{cron_id}/runs`,
      summary: 'Start a run of a cron now. Its schedule does not change.',
      auth,
      params: z.object({ id: z.guid().toLowerCase(), cron_id: z.guid().toLowerCase() }),
      passesOn: true,
      responses: {
        200: { description: 'The run', schema: CronRun },
        404: { description: 'The cron does not exist', schema: DetailError },
      },
      async handler({ params }) {
        if (records === undefined) throw new HttpError(404, 'This runtime runs no crons.');
        const { runId, threadId } = await records.runCron(params.id, params.cron_id);
        return { status: 200, body: { run_id: runId, thread_id: threadId } };
      },
    }),
  ];
}

function toCronSummary(
  { id, name: deployment }: DeploymentRow,
  row: CronRow,
  { next, records }: { next: number[]; records: DashboardDependencies['records'] },
): CronSummary {
  const name = row.metadata['name'];
  return {
    cron_id: row.id,
    deployment_id: id,
    deployment,
    assistant_id: row.assistantId,
    thread_id: row.threadId,
    name: typeof name === 'string' && name !== '' ? toLine(name) : null,
    says: titleOfRequest(row.payload),
    schedule: row.schedule,
    words: cronWords(row.schedule, row.timezone),
    timezone: row.timezone,
    enabled: row.enabled,
    next_ms: next,
    end_ms: row.endTime,
    updated_at_ms: row.updatedAt,
    outcomes: (records?.outcomesOf(row.id) ?? []).map(({ at, status, runId, threadId, reason }) => ({
      at_ms: at,
      status,
      run_id: runId,
      thread_id: threadId,
      reason,
    })),
  };
}
