import { sql } from 'kysely';
import type { TracedRunDetails, TracedRunRef, TracedRunRow, TracedRuns } from '../ports/store.ts';
import { TRACED_RUN_DETAILS, tracedRunDetailRows, tracedRunRows } from '../tables/evaluation.ts';
import { batches, columnBatches } from './batches.ts';
import type { Context } from './context.ts';

const SIZE = sql<number>`octet_length(inputs_json) + octet_length(outputs_json) + octet_length(extra_json)
  + octet_length(events_json) + octet_length(serialized_json) + coalesce(octet_length(error), 0)`;

/** Stores the runs that clients trace. */
export function tracedRuns(context: Context): TracedRuns {
  return { ...runsById(context), ...runLists(context) };
}

type RunsById = Pick<TracedRuns, 'find' | 'refs' | 'details' | 'insert' | 'update'>;

function runsById(context: Context): RunsById {
  return {
    async find(workspaceId, ids) {
      const found: TracedRunRow[] = [];
      for (const batch of batches(ids)) {
        const query = context.db
          .selectFrom('traced_runs')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', batch);
        found.push(...(await tracedRunRows.all(query)));
      }
      return found;
    },
    async refs(workspaceId, ids) {
      const found: TracedRunRef[] = [];
      for (const batch of batches(ids)) {
        const query = context.db
          .selectFrom('traced_runs')
          .select(['id', 'ordinal', SIZE.as('bytes')])
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', batch);
        found.push(...(await query.execute()));
      }
      return found.toSorted((a, b) => b.ordinal - a.ordinal);
    },
    async details(workspaceId, ids) {
      const found: TracedRunDetails[] = [];
      for (const batch of batches(ids)) {
        const rows = await context.db
          .selectFrom('traced_runs')
          .select(TRACED_RUN_DETAILS)
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', batch)
          .execute();
        found.push(...rows.map((row) => tracedRunDetailRows.toRow(row)));
      }
      return found;
    },
    async insert(rows) {
      for await (const batch of columnBatches(rows, tracedRunRows.toColumns)) {
        await context.db.insertInto('traced_runs').values(batch).execute();
      }
    },
    async update({ ordinal: _, id, workspaceId, ...change }) {
      await context.db
        .updateTable('traced_runs')
        .set(tracedRunRows.toChanges(change))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}

function runLists(context: Context): Omit<TracedRuns, keyof RunsById> {
  return {
    async list(workspaceId, filter) {
      let query = context.db
        .selectFrom('traced_runs')
        .select(['id', 'ordinal', SIZE.as('bytes')])
        .where('workspace_id', '=', workspaceId);
      if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId);
      if (filter.traceId !== undefined) query = query.where('trace_id', '=', filter.traceId);
      if (filter.parentRunId !== undefined) query = query.where('parent_run_id', '=', filter.parentRunId);
      if (filter.referenceExampleIds !== undefined) {
        if (filter.referenceExampleIds.length === 0) return [];
        query = query.where('reference_example_id', 'in', filter.referenceExampleIds);
      }
      if (filter.runType !== undefined) query = query.where('run_type', '=', filter.runType);
      if (filter.isRoot !== undefined)
        query = query.where('parent_run_id', filter.isRoot ? 'is' : 'is not', null);
      if (filter.isError !== undefined) query = query.where('error', filter.isError ? 'is not' : 'is', null);
      if (filter.startedFrom !== undefined) query = query.where('start_time', '>=', filter.startedFrom);
      if (filter.startedTo !== undefined) query = query.where('start_time', '<=', filter.startedTo);
      if (filter.before !== undefined) query = query.where('ordinal', '<', filter.before);
      return query.orderBy('ordinal', 'desc').limit(filter.limit).execute();
    },
    async summaries(projectId, { after, limit }) {
      const rows = await context.db
        .selectFrom('traced_runs')
        .select([
          'ordinal',
          'start_time',
          'end_time',
          'parent_run_id',
          'prompt_tokens',
          'completion_tokens',
          'total_tokens',
          sql<number>`case when error is null then 0 else 1 end`.as('is_error'),
        ])
        .where('project_id', '=', projectId)
        .where('ordinal', '>', after)
        .orderBy('ordinal')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        ordinal: row.ordinal,
        startTime: row.start_time,
        endTime: row.end_time,
        parentRunId: row.parent_run_id,
        promptTokens: row.prompt_tokens,
        completionTokens: row.completion_tokens,
        totalTokens: row.total_tokens,
        isError: row.is_error === 1,
      }));
    },
    async countRoots(projectId) {
      const row = await context.db
        .selectFrom('traced_runs')
        .select(sql<number>`count(*)`.as('count'))
        .where('project_id', '=', projectId)
        .where('parent_run_id', 'is', null)
        .executeTakeFirstOrThrow();
      return row.count;
    },
    async ofExamples(projectId, exampleIds, limit) {
      const rows = await context.db
        .selectFrom('traced_runs')
        .select(['id', 'ordinal', SIZE.as('bytes'), 'reference_example_id'])
        .where('project_id', '=', projectId)
        .where('reference_example_id', 'in', exampleIds)
        .where('parent_run_id', 'is', null)
        .orderBy('reference_example_id')
        .orderBy('ordinal')
        .limit(limit)
        .execute();
      return rows.map(({ reference_example_id: exampleId, ...ref }) => ({
        ...ref,
        exampleId: exampleId ?? '',
      }));
    },
  };
}
