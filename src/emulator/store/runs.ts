import { sql } from 'kysely';
import type { Runs } from '../ports/store.ts';
import { RUN_STATUSES, runRows } from '../tables/agent-server.ts';
import type { Context } from './context.ts';
import { instanceOf, runIsUnclaimed } from './instances.ts';
import { fromJson, hasNoChanges } from './json.ts';

const UNFINISHED = ['pending', 'running'] as const;
/** Literal, not bound: only then do the indexes of running and of pending runs apply. */
const RUNNING = sql.lit<'running'>('running');
const PENDING = sql.lit<'pending'>('pending');

/** Runs: one is running on a thread at a time, which a unique index enforces too. Newest first in lists. */
export function runs(context: Context): Runs {
  const select = (deploymentId: string, threadId: string) =>
    context.db
      .selectFrom('runs')
      .selectAll()
      .where('thread_id', '=', threadId)
      .where('deployment_id', '=', deploymentId);
  /** Undefined: no row has an unknown status. */
  const page = (
    deploymentId: string,
    threadId: string,
    filter: { limit: number; offset: number; status?: string; ids?: readonly string[] },
  ) => {
    let query = context.db
      .selectFrom('runs')
      .where('thread_id', '=', threadId)
      .where('deployment_id', '=', deploymentId);
    if (filter.status !== undefined) {
      const status = RUN_STATUSES.find((known) => known === filter.status);
      if (status === undefined) return undefined;
      query = query.where('status', '=', status);
    }
    if (filter.ids) query = query.where('id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
    return query.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
  };
  return {
    async insert(row) {
      await context.db.insertInto('runs').values(runRows.toColumns(row)).execute();
    },
    async get(deploymentId, threadId, id) {
      return runRows.first(select(deploymentId, threadId).where('id', '=', id));
    },
    async findById(id) {
      return runRows.first(context.db.selectFrom('runs').selectAll().where('id', '=', id));
    },
    async list(deploymentId, threadId, filter) {
      const rows = await page(deploymentId, threadId, filter)?.selectAll().execute();
      return rows?.map(runRows.toRow) ?? [];
    },
    async listDetails(deploymentId, threadId, filter) {
      const bytes = sql<number>`octet_length(kwargs_json) + octet_length(metadata_json)`.as('bytes');
      const rows = await page(deploymentId, threadId, filter)
        ?.select(['id', 'metadata_json', bytes])
        .execute();
      return (
        rows?.map((row) => ({ id: row.id, metadata: fromJson(row.metadata_json), bytes: row.bytes })) ?? []
      );
    },
    unfinishedOf(deploymentId, { threadId, status }) {
      let query = context.db
        .selectFrom('runs')
        .select([
          'id',
          'thread_id as threadId',
          'deployment_id as deploymentId',
          'graph_id as graphId',
          'fence',
          'claimed_by as claimedBy',
        ])
        .where('deployment_id', '=', deploymentId)
        .where('status', 'in', status === undefined ? UNFINISHED : [status]);
      if (threadId !== undefined) query = query.where('thread_id', '=', threadId);
      return query.orderBy('status').orderBy('ordinal').execute();
    },
    async nextStart(deploymentId, now) {
      const row = await context.db
        .selectFrom('runs')
        .select('not_before')
        .where('deployment_id', '=', deploymentId)
        .where('status', '=', PENDING)
        .where('not_before', '>', now)
        .orderBy('not_before')
        .limit(1)
        .executeTakeFirst();
      return row?.not_before ?? undefined;
    },
    async claimNext(deploymentId, revisionId, now, instanceId, byPriority = false) {
      let query = context.db
        .updateTable('runs')
        .set((e) => ({
          status: 'running',
          revision_id: revisionId,
          updated_at: now,
          fence: e('fence', '+', 1),
          claimed_by: instanceId ?? null,
        }))
        .where('id', '=', (e) =>
          e
            .selectFrom('runs as next')
            .select('next.id')
            .where('next.deployment_id', '=', deploymentId)
            .where('next.status', '=', 'pending')
            .where((w) => w.or([w('next.not_before', 'is', null), w('next.not_before', '<=', now)]))
            .where((w) =>
              w.not(
                w.exists(
                  w
                    .selectFrom('runs as other')
                    .select('other.id')
                    .whereRef('other.thread_id', '=', 'next.thread_id')
                    .whereRef('other.id', '!=', 'next.id')
                    // One that has begun goes first, so that no other's steps interleave with its own.
                    .where((o) =>
                      o.or([
                        o('other.status', '=', RUNNING),
                        o.and([o('other.status', '=', PENDING), o('other.fence', '>', 0)]),
                      ]),
                    ),
                ),
              ),
            )
            // A stopped run that is still under way elsewhere.
            .where((w) =>
              w.not(
                w.exists(
                  w
                    .selectFrom('stopping_runs')
                    .select('stopping_runs.run_id')
                    .whereRef('stopping_runs.thread_id', '=', 'next.thread_id')
                    .where('stopping_runs.until', '>', context.dialect.now),
                ),
              ),
            )
            .$if(byPriority, (pending) =>
              pending
                .innerJoin('threads', 'threads.id', 'next.thread_id')
                .orderBy(sql`coalesce(threads.priority, 0)`),
            )
            .orderBy('next.ordinal')
            .limit(1),
        )
        // Repeated for the row itself: between selecting and updating, another process may have taken it.
        .where('status', '=', 'pending');
      if (instanceId !== undefined) query = query.where((e) => e.exists(instanceOf(context, instanceId)));
      return runRows.first(query.returningAll());
    },
    async requeueRunning(own) {
      let query = context.db
        .updateTable('runs')
        .set({ status: 'pending', claimed_by: null })
        .where('status', '=', RUNNING);
      if (own) {
        query = query
          .where('deployment_id', '=', own.deploymentId)
          .where('claimed_by', 'is not distinct from', own.instanceId ?? null);
        if (own.known.length > 0) query = query.where('id', 'not in', own.known);
      } else query = query.where(runIsUnclaimed(context));
      const { numUpdatedRows } = await query.executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async countUnfinished(deploymentId, now) {
      const count = async (status: typeof PENDING | typeof RUNNING) => {
        let query = context.db
          .selectFrom('runs')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .where('deployment_id', '=', deploymentId)
          .where('status', '=', status);
        if (status === PENDING) {
          query = query.where((where) =>
            where.or([where('not_before', 'is', null), where('not_before', '<=', now)]),
          );
        }
        return Number((await query.executeTakeFirstOrThrow()).count);
      };
      return { pending: await count(PENDING), running: await count(RUNNING) };
    },
    unfinishedTimes: (deploymentId) =>
      context.db
        .selectFrom('runs')
        .select(['status', 'thread_id as threadId', 'created_at as createdAt'])
        .where('deployment_id', '=', deploymentId)
        .where('status', 'in', UNFINISHED)
        .execute(),
    async deploymentsWithPending() {
      const rows = await context.db
        .selectFrom('runs')
        .select('deployment_id')
        .distinct()
        .where('status', '=', PENDING)
        .execute();
      return rows.map((row) => row.deployment_id);
    },
    async update(id, change, fence) {
      const changes = runRows.toChanges(change);
      const released = change.status === undefined || change.status === 'running' ? {} : { claimed_by: null };
      // Without changes it still checks that the row exists and the fence is current.
      let query = context.db
        .updateTable('runs')
        .set(hasNoChanges(changes) ? (e) => ({ fence: e.ref('fence') }) : { ...changes, ...released })
        .where('id', '=', id);
      if (fence !== undefined) query = query.where('fence', '=', fence);
      const { numUpdatedRows } = await query.executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(id) {
      await context.db.deleteFrom('feedback_tokens').where('run_id', '=', id).execute();
      await context.db.deleteFrom('runs').where('id', '=', id).execute();
    },
    async removeFinished(deploymentId, threadId, limit) {
      const { numDeletedRows } = await context.db
        .deleteFrom('runs')
        .where('id', 'in', (e) =>
          e
            .selectFrom('runs')
            .select('id')
            .where('thread_id', '=', threadId)
            .where('deployment_id', '=', deploymentId)
            .where('status', 'not in', UNFINISHED)
            .orderBy('ordinal')
            .limit(limit),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
