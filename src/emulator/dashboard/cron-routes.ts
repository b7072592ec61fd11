import cronstrue from 'cronstrue';
import * as z from 'zod';
import { toLine } from '../../contract/bounded-text.ts';
import { CronList, CronRun, type CronSummary } from '../../contract/dashboard/crons.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { titleOfRequest } from '../../contract/messages.ts';
import type { CronOutcomeRow, CronRow, DeploymentRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';

const api = routesOf('dashboard', 'session');

/** Maximum number of crons of one deployment in the list. */
const MAX_CRONS = 1_000;
/** Number of next run times that are shown for each cron. */
const NEXT = 3;

/** Creates the routes of the crons of all deployments. */
export function cronRoutes({ context, host, agentControls }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  return [
    api.get(`${DASHBOARD_API}/crons`, {
      summary: 'The crons of every deployment with their next times and last outcomes',
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
          const outcomes = Map.groupBy(await store.crons.outcomesOf(ids), ({ cronId }) => cronId);
          for (const row of await store.crons.getMany(deployment.id, ids)) {
            const isOver = !row.enabled || (row.endTime !== null && row.endTime <= now);
            const next = isOver ? [] : ((await agentControls?.nextTimes(row, now, NEXT)) ?? [row.nextRunAt]);
            const until = row.endTime ?? Number.POSITIVE_INFINITY;
            const times = next.filter((at) => at < until);
            crons.push(toCronSummary(deployment, row, { next: times, outcomes: outcomes.get(row.id) ?? [] }));
          }
        }
        const dueOf = ({ next_ms: [first] }: CronSummary) => first ?? Number.POSITIVE_INFINITY;
        const sorted = crons.toSorted((a, b) => dueOf(a) - dueOf(b));
        return { status: 200, body: host.redactor.redact({ now_ms: now, crons: sorted, more }) };
      },
    }),
    api.post(`${DASHBOARD_API}/deployments/{id}/crons/{cron_id}/runs`, {
      summary: 'Start a run of a cron now. Its schedule does not change.',
      params: z.object({ id: z.guid().toLowerCase(), cron_id: z.guid().toLowerCase() }),
      passesOn: true,
      responses: {
        200: { description: 'The run', schema: CronRun },
        404: { description: 'The cron does not exist', schema: DetailError },
      },
      async handler({ params }) {
        if (agentControls === undefined) throw new HttpError(404, 'This runtime runs no crons.');
        const { runId, threadId } = await agentControls.runCron(params.id, params.cron_id);
        return { status: 200, body: { run_id: runId, thread_id: threadId } };
      },
    }),
  ];
}

function toCronSummary(
  { id, name: deployment }: DeploymentRow,
  row: CronRow,
  { next, outcomes }: { next: number[]; outcomes: readonly CronOutcomeRow[] },
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
    outcomes: outcomes.map(({ at, status, runId, threadId, reason }) => ({
      at_ms: at,
      status,
      run_id: runId,
      thread_id: threadId,
      reason,
    })),
  };
}

/**
 * Describes a schedule and the city of its time zone in words, such as `Every day at 02:30, Berlin`. A schedule that
 * cannot be described in words is returned unchanged.
 */
export function cronWords(schedule: string, timezone: string | null): string {
  return `${scheduleWords(schedule)}, ${zoneName(timezone)}`;
}

function scheduleWords(schedule: string): string {
  let words: string;
  try {
    words = cronstrue.toString(schedule.trim(), { use24HourTimeFormat: true });
  } catch {
    return schedule.trim();
  }
  // The description of a daily schedule contains only times, such as `At 02:30`.
  if (/^At \d\d:\d\d(?:(?:, | and |, and )\d\d:\d\d)*$/.test(words))
    return words.replace(/^At/, 'Every day at');
  return words.replace(', only on ', ' on ');
}

/** Returns the city of a time zone, such as `New York`, the zone's name if it has no city, or `UTC` for null. */
function zoneName(timezone: string | null): string {
  if (timezone === null || timezone === 'Etc/UTC') return 'UTC';
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
}
