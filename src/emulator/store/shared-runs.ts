import { sql } from 'kysely';
import type { RunResults, RunStatusRow, SharedRuns, StoppingRuns, ThreadListeners } from '../ports/store.ts';
import { SEVERAL_INSTANCES } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';

/** Status as an SQL literal, because the database does not use the index of running runs for a parameter. */
const RUNNING = sql.lit<'running'>('running');
const STATUS_COLUMNS = [
  'id',
  'thread_id as threadId',
  'deployment_id as deploymentId',
  'status',
  'fence',
  'claimed_by as claimedBy',
  'listened_by as listenedBy',
] as const;

/** Creates the methods that store and read data about runs that replicas share. */
export function sharedRuns(context: Context): SharedRuns {
  return {
    ...threadListeners(context),
    ...stoppingRuns(context),
    ...runResults(context),
    async listen(runId, instanceId): Promise<RunStatusRow | undefined> {
      return context.db
        .updateTable('runs')
        .set((e) => ({
          listened_by: e
            .case()
            .when(e.or([e('listened_by', 'is', null), e('listened_by', '=', instanceId)]))
            .then(instanceId)
            .else(SEVERAL_INSTANCES)
            .end(),
        }))
        .where('id', '=', runId)
        .where('status', 'in', ['pending', 'running'])
        .returning(STATUS_COLUMNS)
        .executeTakeFirst();
    },
    async listHolders(deploymentId, threadIds) {
      let query = context.db
        .selectFrom('runs')
        .select('claimed_by')
        .distinct()
        .where('deployment_id', '=', deploymentId)
        .where('status', '=', RUNNING)
        .where('claimed_by', 'is not', null);
      if (threadIds) query = query.where('thread_id', 'in', padded(threadIds));
      const rows = await query.execute();
      return rows.flatMap((row) => row.claimed_by ?? []);
    },
    listStatuses: (runIds) =>
      context.db.selectFrom('runs').select(STATUS_COLUMNS).where('id', 'in', padded(runIds)).execute(),
    listRecent: (threadIds, since) =>
      context.db
        .selectFrom('runs')
        .select(STATUS_COLUMNS)
        .where('thread_id', 'in', padded(threadIds))
        .where((e) =>
          e.or([
            e('status', '=', RUNNING),
            e.and([e('status', '!=', 'pending'), e('updated_at', '>=', since)]),
          ]),
        )
        .orderBy('ordinal')
        .execute(),
    async lastEventIds(runIds) {
      const rows = await context.db
        .selectFrom('run_streams')
        .select(['run_id', 'last_id'])
        .where('run_id', 'in', padded(runIds))
        .execute();
      return new Map(rows.map((row) => [row.run_id, row.last_id]));
    },
  };
}

function threadListeners(context: Context): ThreadListeners {
  return {
    async listenToThread(threadId, instanceId) {
      await context.db
        .insertInto('thread_listeners')
        .values({ thread_id: threadId, instance_id: instanceId })
        .onConflict((conflict) => conflict.columns(['thread_id', 'instance_id']).doNothing())
        .execute();
    },
    async leaveThread(threadId, instanceId) {
      await context.db
        .deleteFrom('thread_listeners')
        .where('thread_id', '=', threadId)
        .where('instance_id', '=', instanceId)
        .execute();
    },
    async hasThreadListeners(threadId, instanceId) {
      const row = await context.db
        .selectFrom('thread_listeners')
        .select('thread_id')
        .where('thread_id', '=', threadId)
        .where('instance_id', '!=', instanceId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function stoppingRuns(context: Context): StoppingRuns {
  return {
    async beginStopping({ id, threadId, claimedBy }, limitMs) {
      if (claimedBy === null) return;
      const until = sql<number>`${context.dialect.now} + ${sql.lit(limitMs)}`;
      await context.db
        .insertInto('stopping_runs')
        .values({ run_id: id, thread_id: threadId, claimed_by: claimedBy, until })
        .onConflict((conflict) => conflict.column('run_id').doUpdateSet({ claimed_by: claimedBy, until }))
        .execute();
    },
    async endStopping(runIds) {
      await context.db.deleteFrom('stopping_runs').where('run_id', 'in', padded(runIds)).execute();
    },
    async listStopping(runIds) {
      const rows = await context.db
        .selectFrom('stopping_runs')
        .select('run_id')
        .where('run_id', 'in', padded(runIds))
        .where('until', '>', context.dialect.now)
        .execute();
      return rows.map((row) => row.run_id);
    },
  };
}

function runResults(context: Context): RunResults {
  return {
    async putResult(run, result, endedAt) {
      await context.db
        .insertInto('run_results')
        .values({
          run_id: run.id,
          deployment_id: run.deploymentId,
          result_json: toJson(result),
          ended_at: endedAt,
        })
        .onConflict((conflict) => conflict.column('run_id').doNothing())
        .execute();
    },
    async findResult(runId) {
      const row = await context.db
        .selectFrom('run_results')
        .select('result_json')
        .where('run_id', '=', runId)
        .executeTakeFirst();
      return row && fromJson(row.result_json);
    },
    async pruneResults(at) {
      await context.db.deleteFrom('run_results').where('ended_at', '<', at).execute();
    },
  };
}

/** Pads a list of IDs to the next of a few lengths, because each length requires a separate prepared statement. */
function padded(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array.from({ length: length - ids.length }, () => '')];
}
