import { sql } from 'kysely';
import type { RunQueue } from '../ports/store.ts';
import { RUN_HEAD_COLUMNS, type RunHead, runHeadRows, type RunRow } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { instanceOf, runIsUnclaimed } from './instances.ts';
import { fromJson } from './json.ts';
import { type Prepared, prepared } from './prepared.ts';
import { listDeployments, listWorkspaces, PENDING_RUNS } from './work-queue.ts';

export const UNFINISHED = ['pending', 'running'] as const;
/**
 * Statuses as SQL literals, because the database does not use the indexes of running and pending runs for parameters.
 */
const RUNNING = sql.lit<'running'>('running');
const PENDING = sql.lit<'pending'>('pending');

/**
 * Creates the methods that find, claim and requeue unfinished runs. A thread has at most one running run, and a unique
 * index also enforces this limit.
 */
export function runQueue(context: Context): RunQueue {
  const unfinished = () =>
    context.db
      .selectFrom('runs')
      .select([
        'id',
        'thread_id as threadId',
        'deployment_id as deploymentId',
        'graph_id as graphId',
        'fence',
        'claimed_by as claimedBy',
      ]);
  return {
    hasPending: (deploymentId) =>
      exists(
        prepared(context, 'pending run', { deploymentId }, (of) =>
          context.db
            .selectFrom('runs')
            .select('id')
            .where('deployment_id', '=', of.deploymentId)
            .where('status', '=', PENDING)
            .limit(1),
        ),
      ),
    hasUnfinished(threadId, { except } = { except: '' }) {
      return exists(
        prepared(context, 'unfinished run of thread', { threadId, except }, (of) =>
          context.db
            .selectFrom('runs')
            .select('id')
            .where('thread_id', '=', of.threadId)
            .where('status', 'in', UNFINISHED)
            .where('id', '!=', of.except)
            .limit(1),
        ),
      );
    },
    unfinishedOfThreads: (threadIds) =>
      unfinished()
        .where('thread_id', 'in', threadIds.length > 0 ? threadIds : [''])
        .where('status', 'in', UNFINISHED)
        .orderBy('status')
        .orderBy('ordinal')
        .execute(),
    unfinishedOf(deploymentId, { threadId, status }) {
      let query = unfinished()
        .where('deployment_id', '=', deploymentId)
        .where('status', 'in', status === undefined ? UNFINISHED : [status]);
      if (threadId !== undefined) query = query.where('thread_id', '=', threadId);
      return query.orderBy('status').orderBy('ordinal').execute();
    },
    nextStart: (deploymentId, now) => nextStart(context, deploymentId, now),
    claimNext: (...claim) => claimNext(context, ...claim),
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
    async countUnfinished(now) {
      // Each part of the union uses the small index of one status.
      const rows = await countsByDeployment(context, PENDING, now)
        .unionAll(countsByDeployment(context, RUNNING, now))
        .execute();
      const counts = new Map<string, number>();
      for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + Number(count));
      return counts;
    },
    unfinishedTimes: (deploymentId) =>
      context.db
        .selectFrom('runs')
        .select(['status', 'thread_id as threadId', 'created_at as createdAt'])
        .where('deployment_id', '=', deploymentId)
        .where('status', 'in', UNFINISHED)
        .execute(),
    async nextStartOfAll(after) {
      const row = await context.db
        .selectFrom('runs')
        .select('not_before')
        .where('status', '=', PENDING)
        .where('not_before', '>', after)
        .orderBy('not_before')
        .limit(1)
        .executeTakeFirst();
      return row?.not_before ?? undefined;
    },
    waitingWorkspaces: (page) => listWorkspaces(context, PENDING_RUNS, page),
    listWaiting: (cursors, perWorkspace) => listDeployments(context, cursors, perWorkspace),
  };
}

/** Returns the time of the next pending run that starts later than `now`. */
async function nextStart(context: Context, deploymentId: string, now: number): Promise<number | undefined> {
  const row = await prepared(context, 'next start of a run', { deploymentId, now }, (of) =>
    context.db
      .selectFrom('runs')
      .select('not_before')
      .where('deployment_id', '=', of.deploymentId)
      .where('status', '=', PENDING)
      .where('not_before', '>', of.now)
      .orderBy('not_before')
      .limit(1),
  ).executeTakeFirst();
  return row?.not_before ?? undefined;
}

/** Claims the run that `selectNext` selects. */
async function claimNext(
  context: Context,
  deploymentId: string,
  revisionId: string,
  now: number,
  instanceId?: string,
  byPriority = false,
): Promise<RunRow | undefined> {
  const claim = (of: { deploymentId: string; revisionId: string; now: number; instanceId?: string }) => {
    let query = context.db
      .updateTable('runs')
      .set((e) => ({
        status: 'running',
        revision_id: of.revisionId,
        updated_at: of.now,
        fence: e('fence', '+', 1),
        claimed_by: of.instanceId ?? null,
      }))
      .where('id', '=', selectNext(context, of.deploymentId, of.now, byPriority))
      // The update checks the status again, because another process might have claimed the run since it was selected.
      .where('status', '=', 'pending');
    const { instanceId: own } = of;
    if (own !== undefined) query = query.where((e) => e.exists(instanceOf(context, own)));
    return query.returning(RUN_HEAD_COLUMNS);
  };
  const name = byPriority ? 'claim run by priority' : 'claim run';
  const args = { deploymentId, revisionId, now, ...(instanceId !== undefined && { instanceId }) };
  const head = await runHeadRows.first(prepared(context, name, args, claim));
  return head && readBody(context, head);
}

async function exists(runs: Prepared<{ id: string }>): Promise<boolean> {
  return (await runs.executeTakeFirst()) !== undefined;
}

/** Counts the runs with a status that can start at `now`, by deployment. */
const countsByDeployment = ({ db }: Context, status: typeof PENDING | typeof RUNNING, now: number) =>
  db
    .selectFrom('runs')
    .select(({ fn }) => ['deployment_id as id', fn.countAll<number | string>().as('count')])
    .where('status', '=', status)
    .where((where) => where.or([where('not_before', 'is', null), where('not_before', '<=', now)]))
    .groupBy('deployment_id');

/** Selects the ID of the oldest pending run that can start, on a thread without a running run. */
function selectNext({ db, dialect }: Context, deploymentId: string, now: number, byPriority: boolean) {
  return dialect.skipLocked(
    db
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
              // A requeued run starts before new runs of the thread, so the steps of two runs do not interleave.
              .where((o) =>
                o.or([
                  o('other.status', '=', RUNNING),
                  o.and([o('other.status', '=', PENDING), o('other.fence', '>', 0)]),
                ]),
              ),
          ),
        ),
      )
      // Excludes threads with a stopped run that another instance might still be executing.
      .where((w) =>
        w.not(
          w.exists(
            w
              .selectFrom('stopping_runs')
              .select('stopping_runs.run_id')
              .whereRef('stopping_runs.thread_id', '=', 'next.thread_id')
              .where('stopping_runs.until', '>', dialect.now),
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
    'next',
  );
}

/**
 * Reads a run's body separately, because two short SQLite statements block this process less than one long statement.
 * The second read is safe, because the body of a run never changes.
 */
async function readBody(context: Context, head: RunHead): Promise<RunRow | undefined> {
  const body = await prepared(context, 'body of run', { id: head.id }, ({ id }) =>
    context.db.selectFrom('runs').select('kwargs_json').where('id', '=', id),
  ).executeTakeFirst();
  return body && { ...head, kwargs: fromJson(body.kwargs_json) };
}
