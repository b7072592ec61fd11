import { sql } from 'kysely';
import type { CheckpointOutline, CheckpointOutlineQuery, Checkpoints } from '../ports/store-agent-server.ts';
import type { Context } from './context.ts';

/** Channels whose values are read, because the values explain why a step failed or waits. */
const READ_CHANNELS = ['__error__', '__interrupt__'];

/** Creates the methods that list and count checkpoints without reading their values. */
export function checkpointOutlines(context: Context): Pick<Checkpoints, 'outlines' | 'count' | 'firstOfRun'> {
  return {
    outlines: (threadId, query) => readOutlines(context, threadId, query),
    async firstOfRun(threadId, runId) {
      return context.db
        .selectFrom('checkpoints')
        .select(['id', 'parent_id as parentId'])
        .where('thread_id', '=', threadId)
        .where('run_id', '=', runId)
        .where('ns', '=', '')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
    },
    async count(threadId) {
      const row = await context.db
        .selectFrom('checkpoints')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('thread_id', '=', threadId)
        .where('ns', '=', '')
        .executeTakeFirst();
      return row?.count ?? 0;
    },
  };
}

/**
 * Lists checkpoints of a thread's own graph, newest first, without the values of the checkpoints and of their writes.
 */
async function readOutlines(
  { db }: Context,
  threadId: string,
  { before, limit, bytes }: CheckpointOutlineQuery,
): Promise<CheckpointOutline[]> {
  let query = db
    .selectFrom('checkpoints')
    .select(['id', 'parent_id', 'run_id', 'metadata_type', 'metadata'])
    .where('thread_id', '=', threadId)
    .where('ns', '=', '');
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  const [newest, oldest] = [rows.at(0), rows.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const written = await db
    .selectFrom('checkpoint_writes')
    .select(['checkpoint_id', 'task_id', 'task_path', 'idx', 'channel', 'value_type'])
    .select((e) =>
      e
        .case()
        .when('channel', 'in', READ_CHANNELS)
        .then(sql<Uint8Array | null>`substr(value, 1, ${bytes})`)
        .else(null)
        .end()
        .as('start'),
    )
    .where('thread_id', '=', threadId)
    .where('ns', '=', '')
    .where('checkpoint_id', '>=', oldest.id)
    .where('checkpoint_id', '<=', newest.id)
    .orderBy('task_id')
    .orderBy('idx')
    .execute();
  const writes = Map.groupBy(written, (row) => row.checkpoint_id);
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    runId: row.run_id,
    metadataType: row.metadata_type,
    metadata: row.metadata,
    writes: (writes.get(row.id) ?? []).map((write) => ({
      checkpointId: write.checkpoint_id,
      taskId: write.task_id,
      taskPath: write.task_path,
      index: write.idx,
      channel: write.channel,
      valueType: write.value_type,
      start: write.start,
    })),
  }));
}
