import { sql } from 'kysely';
import type { ThreadHead } from '../ports/store-agent-server.ts';
import type { ThreadFilter, ThreadOrder, ThreadRow, Threads } from '../ports/store.ts';
import {
  type StoredThread,
  THREAD_STATUSES,
  threadColumns,
  threadRows,
  threadStateRows,
} from '../tables/agent-server.ts';
import { storedNames } from '../tables/columns.ts';
import type { Context } from './context.ts';
import { deleteOfThread } from './delete-in-batches.ts';
import { fromJson, hasNoChanges, type Json, toJson } from './json.ts';
import type { Tables } from './schema.ts';

const COLUMN_OF = {
  id: 'id',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  stateUpdatedAt: 'state_updated_at',
} as const satisfies Record<ThreadOrder['by'], keyof Tables['threads']>;

const COLUMNS = storedNames(threadColumns);
const NO_VALUES = toJson<unknown>(null);

/** Threads of the agent server, newest first in lists. Their values are not secret and stored unsealed. */
export function threads(context: Context): Threads {
  const from = (deploymentId: string) =>
    context.db
      .selectFrom('threads')
      .where('deployment_id', '=', deploymentId)
      .where((e) =>
        e.or([e('expires_at', 'is', null), e('expires_at', '>', context.now()), e('status', '=', 'busy')]),
      );
  /** `undefined`: no row has an unknown status. */
  const selectSome = (deploymentId: string, filter: ThreadFilter) => {
    let query = from(deploymentId);
    if (filter.ids) query = query.where('id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
    if (filter.status === undefined) return query;
    const status = THREAD_STATUSES.find((known) => known === filter.status);
    return status && query.where('status', '=', status);
  };
  const page = (
    deploymentId: string,
    { order, ...filter }: ThreadFilter & { limit: number; offset: number; order?: ThreadOrder },
  ) => {
    let query = selectSome(deploymentId, filter);
    if (order) query = query?.orderBy(COLUMN_OF[order.by], order.descending ? 'desc' : 'asc');
    return query?.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
  };
  /** The columns of a thread and its interrupts. */
  const heads = (deploymentId: string) =>
    from(deploymentId)
      .leftJoin('thread_states', 'thread_states.thread_id', 'threads.id')
      .select(COLUMNS)
      .select('interrupts_json');
  /** Stores the values or the interrupts of a thread, or both. */
  const putState = async (
    { db }: Context,
    threadId: string,
    { values, interrupts }: Partial<Pick<ThreadRow, 'values' | 'interrupts'>>,
  ): Promise<void> => {
    const changes = threadStateRows.toChanges({ values, interrupts });
    if (hasNoChanges(changes)) return;
    await db
      .insertInto('thread_states')
      .values(threadStateRows.toColumns({ threadId, values: values ?? null, interrupts: interrupts ?? {} }))
      .onConflict((conflict) => conflict.column('thread_id').doUpdateSet(changes))
      .execute();
  };
  return {
    async insert(row) {
      await context.db
        .deleteFrom('threads')
        .where('deployment_id', '=', row.deploymentId)
        .where('expires_at', '<=', context.now())
        .where('status', '!=', 'busy')
        .execute();
      await context.atomically(async (tx) => {
        await tx.db
          .insertInto('threads')
          .values(threadRows.toColumns(toStored(row)))
          .execute();
        const { values, interrupts } = row;
        if (values !== null || Object.keys(interrupts).length > 0)
          await putState(tx, row.id, { values, interrupts });
      });
    },
    async get(deploymentId, id) {
      const row = await heads(deploymentId).select('values_json').where('id', '=', id).executeTakeFirst();
      return row && toThread(row);
    },
    async head(deploymentId, id) {
      const row = await heads(deploymentId).where('id', '=', id).executeTakeFirst();
      return row && toHead(row);
    },
    async valuesText(deploymentId, id) {
      const row = await from(deploymentId)
        .leftJoin('thread_states', 'thread_states.thread_id', 'threads.id')
        .select('values_json')
        .where('id', '=', id)
        .executeTakeFirst();
      return row && (row.values_json ?? NO_VALUES);
    },
    async copyValues(from, to) {
      await context.db
        .insertInto('thread_states')
        .columns(['thread_id', 'interrupts_json', 'values_json'])
        .expression((e) =>
          e
            .selectFrom('thread_states')
            .select([
              sql<string>`${to}`.as('thread_id'),
              sql<Json<ThreadRow['interrupts']>>`'{}'`.as('interrupts_json'),
              'values_json',
            ])
            .where('thread_id', '=', from),
        )
        .execute();
    },
    async exists(deploymentId, id) {
      return (await from(deploymentId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    async list(deploymentId, filter) {
      const rows = await page(deploymentId, filter)
        ?.leftJoin('thread_states', 'thread_states.thread_id', 'threads.id')
        .select(COLUMNS)
        .select(['interrupts_json', 'values_json'])
        .execute();
      return rows?.map(toThread) ?? [];
    },
    async sizes(deploymentId, { values, ...filter }) {
      const some = page(deploymentId, filter);
      const rows = values
        ? some
            ?.leftJoin('thread_states', 'thread_states.thread_id', 'threads.id')
            .select([
              'id',
              sql<number>`octet_length(metadata_json) + coalesce(octet_length(values_json), 0)`.as('bytes'),
            ])
        : some?.select(['id', sql<number>`octet_length(metadata_json)`.as('bytes')]);
      return (await rows?.execute()) ?? [];
    },
    async listDetails(deploymentId, { ids, values }) {
      const some = selectSome(deploymentId, { ids });
      if (some === undefined) return [];
      const rows: {
        id: string;
        metadata_json: Json<ThreadRow['metadata']>;
        values_json?: Json<unknown> | null;
      }[] = values
        ? await some
            .leftJoin('thread_states', 'thread_states.thread_id', 'threads.id')
            .select(['id', 'metadata_json', 'values_json'])
            .execute()
        : await some.select(['id', 'metadata_json']).execute();
      return rows.map((row) => ({
        id: row.id,
        metadata: fromJson(row.metadata_json),
        valuesText: values ? (row.values_json ?? NO_VALUES) : null,
      }));
    },
    async count(deploymentId, filter) {
      if (filter.ids || filter.status !== undefined) {
        const some = await selectSome(deploymentId, filter)
          ?.select((e) => e.fn.countAll<number>().as('count'))
          .executeTakeFirst();
        return some?.count ?? 0;
      }
      // Both are answered by an index alone, or nearly so, however many there are.
      const row = await context.db
        .selectNoFrom((e) => [
          e
            .selectFrom('threads')
            .where('deployment_id', '=', deploymentId)
            .select((one) => one.fn.countAll<number>().as('count'))
            .as('all'),
          e
            .selectFrom('threads')
            .where('deployment_id', '=', deploymentId)
            .where('expires_at', '<=', context.now())
            .where('status', '!=', 'busy')
            .select((one) => one.fn.countAll<number>().as('count'))
            .as('expired'),
        ])
        .executeTakeFirst();
      return (row?.all ?? 0) - (row?.expired ?? 0);
    },
    async update(id, change) {
      const changes = threadRows.toChanges({
        ...toStored(change),
        ...('values' in change && { stateUpdatedAt: change.updatedAt }),
        resting: change.restingStatus ?? (change.status === 'busy' ? undefined : change.status),
      });
      await context.atomically(async (tx) => {
        if (!hasNoChanges(changes))
          await tx.db.updateTable('threads').set(changes).where('id', '=', id).execute();
        await putState(tx, id, {
          ...(change.interrupts !== undefined && { interrupts: change.interrupts }),
          // `values` may be changed to null: what counts is whether it was named.
          ...('values' in change && { values: change.values ?? null }),
        });
      });
    },
    async listPrunable(limit) {
      const rows = await context.db
        .selectFrom('threads')
        .select(['id', 'deployment_id', 'ttl_ms', 'prune_at'])
        .where('prune_at', '<=', context.now())
        .where('status', '!=', 'busy')
        .orderBy('prune_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        deploymentId: row.deployment_id,
        expiry: toExpiry({ ttlMs: row.ttl_ms, expiresAt: null, pruneAt: row.prune_at }),
      }));
    },
    async listStale(deploymentId, limit) {
      const rows = await context.db
        .selectFrom('threads')
        .select(['id', 'metadata_json'])
        .where('deployment_id', '=', deploymentId)
        .where('behind', '=', sql.lit(1))
        .where('status', '!=', 'busy')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, metadata: fromJson(row.metadata_json) }));
    },
    async remove(id) {
      await context.atomically(async (tx) => {
        await deleteOfThread(tx, id);
        // Foreign keys cascade to the rest: a row of each table, or few.
        await tx.db.deleteFrom('threads').where('id', '=', id).execute();
      });
    },
  };
}

type StoredHead = Parameters<typeof threadRows.toRow>[0] & {
  interrupts_json: Json<ThreadRow['interrupts']> | null;
};

function toHead(stored: StoredHead): ThreadHead {
  const { resting, ttlMs, expiresAt, pruneAt, ...row } = threadRows.toRow(stored);
  return {
    ...row,
    interrupts: stored.interrupts_json === null ? {} : fromJson(stored.interrupts_json),
    restingStatus: resting ?? (row.status === 'busy' ? 'idle' : row.status),
    expiry: toExpiry({ ttlMs, expiresAt, pruneAt }),
  };
}

function toThread(stored: StoredHead & { values_json: Json<unknown> | null }): ThreadRow {
  return { ...toHead(stored), values: fromJson(stored.values_json ?? NO_VALUES) };
}

function toExpiry({
  ttlMs,
  expiresAt,
  pruneAt,
}: Pick<StoredThread, 'ttlMs' | 'expiresAt' | 'pruneAt'>): ThreadRow['expiry'] {
  if (ttlMs === null) return null;
  if (expiresAt !== null) return { ttlMs, at: expiresAt, strategy: 'delete' };
  return pruneAt === null ? null : { ttlMs, at: pruneAt, strategy: 'keep_latest' };
}

function toStored({
  restingStatus,
  expiry,
  values: _values,
  interrupts: _interrupts,
  ...row
}: Partial<ThreadRow>): Partial<StoredThread> {
  return {
    ...row,
    ...(restingStatus !== undefined && { resting: restingStatus }),
    ...(expiry !== undefined && {
      ttlMs: expiry?.ttlMs ?? null,
      expiresAt: expiry?.strategy === 'delete' ? expiry.at : null,
      pruneAt: expiry?.strategy === 'keep_latest' ? expiry.at : null,
    }),
  };
}
