import { sql, type SqlBool } from 'kysely';
import type { CronFilter, CronOrder, CronOutcomes, Crons, CronSchedule } from '../ports/store.ts';
import { cronOutcomeRows, cronRows } from '../tables/agent-server-columns.ts';
import { RUNS_AGAIN } from '../tables/agent-server-tables.ts';
import type { Context } from './context.ts';
import { instanceOf } from './instances.ts';
import { fromJson } from './json.ts';

const COLUMNS = {
  id: 'id',
  assistantId: 'assistant_id',
  threadId: 'thread_id',
  nextRunAt: 'next_run_at',
  endTime: 'end_time',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<CronOrder['by'], string>;

/** True as an SQL literal, because the database does not use the index of enabled crons for a parameter. */
const ENABLED = sql.lit(1);

/** Condition of the index of due times. */
const runsAgain = sql.raw<SqlBool>(RUNS_AGAIN);

/** Maximum number of outcomes that are stored for each cron. */
const KEPT_OUTCOMES = 5;

/** Creates the methods that store and read crons. Payloads are not secret and are stored unencrypted. */
export function crons(context: Context): Crons {
  return {
    ...cronSchedule(context),
    ...cronOutcomes(context),
    async insert(row) {
      await context.db.insertInto('crons').values(cronRows.toColumns(row)).execute();
    },
    get: (deploymentId, id) => cronRows.first(select(context, deploymentId).selectAll().where('id', '=', id)),
    async listDetails(deploymentId, { order, ...filter }) {
      const column = sql.ref(COLUMNS[order.by]);
      const rows = await select(context, deploymentId, filter)
        .select(['id', 'metadata_json'])
        .select(sql<number>`octet_length(payload_json) + octet_length(metadata_json)`.as('bytes'))
        // Sorts nulls explicitly, because SQLite and PostgreSQL sort nulls differently.
        .orderBy(sql`case when ${column} is null then 0 else 1 end`, order.descending ? 'desc' : 'asc')
        .orderBy(column, order.descending ? 'desc' : 'asc')
        .orderBy('ordinal', 'desc')
        .execute();
      return rows.map((row) => ({ id: row.id, metadata: fromJson(row.metadata_json), bytes: row.bytes }));
    },
    getMany: (deploymentId, ids) =>
      cronRows.all(
        select(context, deploymentId)
          .selectAll()
          .where('id', 'in', ids.length > 0 ? ids : ['']),
      ),
    async update(id, change) {
      const { numUpdatedRows } = await context.db
        .updateTable('crons')
        .set({ ...cronRows.toChanges(change), claimed_until: null })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(deploymentId, id) {
      const { numDeletedRows } = await context.db
        .deleteFrom('crons')
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async removeOfAssistant(deploymentId, assistantId) {
      await context.db
        .deleteFrom('crons')
        .where('deployment_id', '=', deploymentId)
        .where('assistant_id', '=', assistantId)
        .execute();
    },
  };
}

function cronSchedule(context: Context): CronSchedule {
  return {
    async claimDue({ now, until, limit, instanceId }) {
      const due = context.db
        .selectFrom('crons')
        .select('id')
        .where('enabled', '=', ENABLED)
        .where(runsAgain)
        .where('next_run_at', '<=', now)
        .where((e) => e.or([e('end_time', 'is', null), e('end_time', '>', now)]))
        .where((e) => e.or([e('claimed_until', 'is', null), e('claimed_until', '<=', now)]))
        // Crons that could not be handled before come last, so crons of deployments without a worker delay no others.
        .orderBy(sql`case when claimed_until is null then 0 else 1 end`)
        .orderBy('next_run_at')
        .orderBy('ordinal')
        .limit(limit);
      let query = context.db
        .with('page', () => context.dialect.skipLocked(due, 'crons'))
        .updateTable('crons')
        .set({ claimed_until: until })
        .where('id', 'in', (e) => e.selectFrom('page').select('page.id'));
      if (instanceId !== undefined) query = query.where((e) => e.exists(instanceOf(context, instanceId)));
      const rows = await query.returningAll().execute();
      // An update returns its rows in any order.
      return rows
        .toSorted((a, b) => a.next_run_at - b.next_run_at || a.ordinal - b.ordinal)
        .map((row) => cronRows.toRow(row));
    },
    async releaseClaims(of) {
      let query = context.db.updateTable('crons').set({ claimed_until: null });
      if (of !== 'all') {
        query =
          'ids' in of
            ? query.where('id', 'in', of.ids.length > 0 ? of.ids : [''])
            : query.where('deployment_id', '=', of.deploymentId).where('enabled', '=', ENABLED);
      }
      await query.where('claimed_until', 'is not', null).execute();
    },
    async advance(row, nextRunAt, instanceId) {
      let query = context.db
        .updateTable('crons')
        .set({ next_run_at: nextRunAt, claimed_until: null })
        .where('id', '=', row.id)
        .where('enabled', '=', ENABLED)
        .where('next_run_at', '=', row.nextRunAt)
        .where('updated_at', '=', row.updatedAt);
      if (instanceId !== undefined) query = query.where((e) => e.exists(instanceOf(context, instanceId)));
      const { numUpdatedRows } = await query.executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async nextDue(after) {
      const row = await context.db
        .selectFrom('crons')
        .select('next_run_at')
        .where('enabled', '=', ENABLED)
        .where(runsAgain)
        .where('next_run_at', '>', after)
        .orderBy('next_run_at')
        .limit(1)
        .executeTakeFirst();
      return row?.next_run_at;
    },
  };
}

function cronOutcomes(context: Context): CronOutcomes {
  return {
    async addOutcome(cronId, outcome) {
      const last = await context.db
        .selectFrom('cron_outcomes')
        .select('seq')
        .where('cron_id', '=', cronId)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      const seq = (last?.seq ?? 0) + 1;
      await context.db
        .insertInto('cron_outcomes')
        .values(cronOutcomeRows.toColumns({ ...outcome, cronId, seq }))
        .execute();
      await context.db
        .deleteFrom('cron_outcomes')
        .where('cron_id', '=', cronId)
        .where('seq', '<=', seq - KEPT_OUTCOMES)
        .execute();
    },
    async endOutcome(runId, end) {
      await context.db.updateTable('cron_outcomes').set(end).where('run_id', '=', runId).execute();
    },
    async outcomesOf(cronIds) {
      const rows = await context.db
        .selectFrom('cron_outcomes')
        .leftJoin('runs', 'runs.id', 'cron_outcomes.run_id')
        .selectAll('cron_outcomes')
        .select('runs.id as present')
        .where('cron_id', 'in', cronIds.length > 0 ? cronIds : [''])
        .orderBy('cron_id')
        .orderBy('seq')
        .execute();
      return rows.map(({ present, ...row }) => {
        const outcome = cronOutcomeRows.toRow(row);
        const isGone = outcome.status === 'running' && present === null;
        return isGone ? { ...outcome, status: 'stopped' } : outcome;
      });
    },
  };
}

function select(context: Context, deploymentId: string, { assistantId, threadId, enabled }: CronFilter = {}) {
  let query = context.db.selectFrom('crons').where('deployment_id', '=', deploymentId);
  if (assistantId !== undefined) query = query.where('assistant_id', '=', assistantId);
  if (threadId !== undefined) query = query.where('thread_id', '=', threadId);
  if (enabled !== undefined) query = query.where('enabled', '=', enabled ? 1 : 0);
  return query;
}
