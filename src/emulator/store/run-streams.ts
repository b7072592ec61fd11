import type { RunEvents, RunStreamRows } from '../ports/store.ts';
import type { Context } from './context.ts';
import { insertRow, prepared } from './prepared.ts';
import { StoreError } from '../ports/store-errors.ts';
import { runStreamRows } from '../tables/agent-server-columns.ts';

/**
 * Creates the methods that store and read the events of streamed runs. Events are unencrypted, like the values of runs.
 */
export function runStreams(context: Context): RunStreamRows {
  return {
    ...runEvents(context),
    async open(row, events) {
      const count = events?.count ?? 0;
      return context.atomically(async (tx) => {
        const columns = {
          ...runStreamRows.toColumns({ ...row, end: null, endedAt: null }),
          fence: row.fence,
          last_id: count - 1,
        };
        const { last_id: lastId } = await prepared(
          tx,
          'open stream',
          { ...columns, addedCount: count },
          ({ addedCount, ...values }) =>
            tx.db
              .insertInto('run_streams')
              .values(values)
              .onConflict((conflict) =>
                conflict.column('run_id').doUpdateSet((e) => ({
                  fence: values.fence,
                  last_id: e('run_streams.last_id', '+', addedCount),
                })),
              )
              .returning('last_id'),
        ).executeTakeFirstOrThrow();
        if (events === undefined) return lastId + 1;
        const firstId = lastId + 1 - count;
        const frames = events.toFrames(firstId);
        await insertRow(tx, 'run_events', {
          run_id: row.runId,
          first_id: firstId,
          last_id: lastId,
          frames,
        });
        return lastId + 1;
      });
    },
    get: (runId) => runStreamRows.first(streamOf(context, runId)),
    async getWithLastId(runId) {
      const row = await streamOf(context, runId).executeTakeFirst();
      return row && { ...runStreamRows.toRow(row), lastId: row.last_id };
    },
    async runsOfThread(deploymentId, threadId) {
      const rows = await context.db
        .selectFrom('run_streams')
        .innerJoin('runs', 'runs.id', 'run_streams.run_id')
        .select([
          'runs.id',
          'runs.graph_id as graphId',
          'runs.attempt',
          'runs.created_at as createdAt',
          'run_streams.resumable',
        ])
        .where('runs.thread_id', '=', threadId)
        .where('runs.deployment_id', '=', deploymentId)
        .orderBy('runs.ordinal')
        .execute();
      return rows.map((row) => ({ ...row, resumable: Boolean(row.resumable) }));
    },
    async end(runId, end, at, options) {
      const changes = {
        ...runStreamRows.toChanges({ end, endedAt: at }),
        ...(options?.outlivesThread === true && { thread_id: null }),
      };
      await prepared(context, 'end stream', { ...changes, whereRunId: runId }, ({ whereRunId, ...columns }) =>
        context.db.updateTable('run_streams').set(columns).where('run_id', '=', whereRunId),
      ).execute();
    },
    async remove(runId) {
      await context.db.deleteFrom('run_streams').where('run_id', '=', runId).execute();
    },
    async prune(at, unresumableAt = at) {
      await context.db
        .deleteFrom('run_streams')
        .where((e) =>
          e.or([e('ended_at', '<', at), e.and([e('resumable', '=', 0), e('ended_at', '<', unresumableAt)])]),
        )
        .execute();
    },
  };
}

const streamOf = (context: Context, runId: string) =>
  prepared(context, 'stream', { runId }, (of) =>
    context.db.selectFrom('run_streams').selectAll().where('run_id', '=', of.runId),
  );

/** Creates the methods that store and read events. Each row contains several events. */
function runEvents(context: Context): RunEvents {
  return {
    async lastId(runId) {
      return (await streamOf(context, runId).executeTakeFirst())?.last_id ?? -1;
    },
    async append(runId, fence, { firstId, lastId, frames }) {
      // Snapshot isolation is enough, because the transaction writes the rows that it depends on. Stricter isolation
      // would abort other transactions.
      return context.atomically(async (tx) => {
        const args = { runId, fence, lastId, previousId: firstId - 1 };
        const current = await prepared(tx, 'append to stream', args, (of) =>
          tx.db
            .updateTable('run_streams')
            .set((e) => ({
              last_id: e
                .case()
                .when('last_id', '=', of.previousId)
                .then(of.lastId)
                .else(e.ref('last_id'))
                .end(),
            }))
            .where('run_id', '=', of.runId)
            .where('fence', '=', of.fence)
            .where('ended_at', 'is', null)
            .returning('last_id'),
        ).executeTakeFirst();
        if (current?.last_id !== lastId) {
          if (!current) return false;
          throw new StoreError(
            'conflict',
            `Events ${firstId} to ${lastId} do not follow ${current.last_id}.`,
          );
        }
        const columns = { run_id: runId, first_id: firstId, last_id: lastId, frames };
        await prepared(tx, 'append events', columns, (values) =>
          tx.db
            .insertInto('run_events')
            .values(values)
            .onConflict((conflict) => conflict.columns(['run_id', 'last_id']).doNothing()),
        ).execute();
        return true;
      }, 'snapshot');
    },
    async read(runId, after, limit) {
      return prepared(context, 'events', { runId, after, limit }, (of) =>
        context.db
          .selectFrom('run_events')
          .select(['first_id as firstId', 'last_id as lastId', 'frames'])
          .where('run_id', '=', of.runId)
          .where('last_id', '>', of.after)
          .orderBy('last_id')
          .limit(of.limit),
      ).execute();
    },
  };
}
