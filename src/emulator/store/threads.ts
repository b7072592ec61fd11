import { nextTurn } from '../../clients/pacer.ts';
import { type SqlBool, sql } from 'kysely';
import type { ThreadHead, ThreadPosition } from '../ports/store-agent-server.ts';
import type { ThreadFilter, ThreadOrder, ThreadRow, Threads, ThreadSearch } from '../ports/store.ts';
import {
  type StoredThread,
  THREAD_STATUSES,
  threadColumns,
  threadInterruptRows,
  threadRows,
} from '../tables/agent-server-columns.ts';
import { storedNames } from '../tables/columns.ts';
import type { Context } from './context.ts';
import { deleteThreads } from './delete-in-batches.ts';
import { fromJson, hasNoChanges, type Json } from './json.ts';
import { insertRow, prepared } from './prepared.ts';
import type { Tables } from './schema.ts';
import { copyValues, joinTextParts, putValues } from './thread-values.ts';

const COLUMN_OF = {
  id: 'id',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  stateUpdatedAt: 'state_updated_at',
} as const satisfies Record<ThreadOrder['by'], keyof Tables['threads']>;

const COLUMNS = storedNames(threadColumns);

/** Returns the condition that a thread follows a position in an order. Threads that compare equal are newest first. */
function follows(order: ThreadOrder | undefined, { sortValue, ordinal }: ThreadPosition) {
  const isOlder = sql<SqlBool>`threads.ordinal < ${ordinal}`;
  if (order === undefined) return isOlder;
  const column = sql.ref(`threads.${COLUMN_OF[order.by]}`);
  const beyond = order.descending ? sql.raw('<') : sql.raw('>');
  // The first condition is a range of the index.
  return sql<SqlBool>`${column} ${beyond}= ${sortValue} and (${column} ${beyond} ${sortValue} or ${isOlder})`;
}

/** Creates the queries that several methods share. The queries run in the context's transaction, if any. */
function queries(context: Context) {
  const from = (deploymentId: string, now = context.now()) =>
    context.db
      .selectFrom('threads')
      .where('deployment_id', '=', deploymentId)
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now), e('status', '=', 'busy')]));
  /** Returns `undefined` if the filter contains an unknown status, because no row has an unknown status. */
  const selectSome = (deploymentId: string, filter: ThreadFilter) => {
    let query = from(deploymentId);
    if (filter.ids) query = query.where('id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
    for (const part of filter.metadataParts ?? []) {
      query = query.where(context.dialect.contains(sql.ref('threads.metadata_json'), part));
    }
    if (filter.status === undefined) return query;
    const status = THREAD_STATUSES.find((known) => known === filter.status);
    return status && query.where('status', '=', status);
  };
  const page = (
    deploymentId: string,
    {
      order,
      after,
      ...filter
    }: ThreadFilter & {
      limit: number;
      offset: number;
      order?: ThreadOrder;
      after?: ThreadPosition | undefined;
    },
  ) => {
    let query = selectSome(deploymentId, filter);
    if (after) query = query?.where(follows(order, after));
    if (order) query = query?.orderBy(COLUMN_OF[order.by], order.descending ? 'desc' : 'asc');
    return query?.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
  };
  /** Selects the columns of threads, including their interrupts. */
  const selectHeads = (query: ReturnType<typeof from>) =>
    query
      .leftJoin('thread_interrupts', 'thread_interrupts.thread_id', 'threads.id')
      .select(COLUMNS)
      .select('interrupts_json');
  return { from, selectSome, page, selectHeads };
}

/** Creates the methods that store and read threads, with unencrypted values. Lists are sorted newest first. */
export function threads(context: Context): Threads {
  const { from, selectHeads } = queries(context);
  const argsOf = (deploymentId: string, id: string) => ({ deploymentId, id, now: context.now() });
  type Args = ReturnType<typeof argsOf>;
  const one = ({ deploymentId, id, now }: Args) => from(deploymentId, now).where('id', '=', id);
  return {
    ...threadSearch(context),
    ...threadOutlines(context),
    insert: (row) => insertThread(context, row),
    async get(deploymentId, id) {
      const rows = await prepared(context, 'thread', argsOf(deploymentId, id), (of) =>
        selectHeads(one(of))
          .leftJoin('thread_values', 'thread_values.thread_id', 'threads.id')
          .select('text')
          .orderBy('part'),
      ).execute();
      const [row] = rows;
      return row && { ...toHead(row), values: await parseParts(rows) };
    },
    async head(deploymentId, id) {
      const head = prepared(context, 'thread head', argsOf(deploymentId, id), (of) => selectHeads(one(of)));
      const row = await head.executeTakeFirst();
      return row && toHead(row);
    },
    async valuesText(deploymentId, id) {
      const parts = await prepared(context, 'values of thread', argsOf(deploymentId, id), (of) =>
        one(of)
          .leftJoin('thread_values', 'thread_values.thread_id', 'threads.id')
          .select('text')
          .orderBy('part'),
      ).execute();
      return parts.length === 0 ? undefined : joinTextParts(parts);
    },
    copyValues: (from, to) => copyValues(context, from, to),
    async exists(deploymentId, id) {
      const found = prepared(context, 'thread exists', argsOf(deploymentId, id), (of) =>
        one(of).select('id'),
      );
      return (await found.executeTakeFirst()) !== undefined;
    },
    async update(id, change) {
      const changes = threadRows.toChanges({
        ...toStored(change),
        ...('values' in change && { stateUpdatedAt: change.updatedAt }),
        resting: change.restingStatus ?? (change.status === 'busy' ? undefined : change.status),
      });
      await context.atomically(async (tx) => {
        if (!hasNoChanges(changes)) {
          await prepared(tx, 'update thread', { ...changes, whereId: id }, ({ whereId, ...columns }) =>
            tx.db.updateTable('threads').set(columns).where('id', '=', whereId),
          ).execute();
        }
        if (change.interrupts !== undefined) await putInterrupts(tx, id, change.interrupts);
        // The existence of the field is checked, because a change can set `values` to null.
        if ('values' in change) await putValues(tx, id, change.values ?? null);
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
    async existing(deploymentId, ids) {
      const rows = await from(deploymentId)
        .select('id')
        .where('id', 'in', ids.length > 0 ? ids : [''])
        .execute();
      return rows.map(({ id }) => id);
    },
    remove: (id) => removeMany(context, [id]),
    removeMany: (ids) => removeMany(context, ids),
  };
}

/** Inserts a thread, and first deletes the deployment's expired threads. Returns the IDs of the deleted threads. */
async function insertThread(context: Context, row: ThreadRow): Promise<string[]> {
  const ofDeployment = { deploymentId: row.deploymentId, now: context.now() };
  const expired = await prepared(context, 'remove expired threads', ofDeployment, (of) =>
    context.db
      .deleteFrom('threads')
      .where('deployment_id', '=', of.deploymentId)
      .where('expires_at', '<=', of.now)
      .where('status', '!=', 'busy')
      .returning('id'),
  ).execute();
  await context.atomically(async (tx) => {
    await insertRow(tx, 'threads', threadRows.toColumns(toStored(row)));
    if (Object.keys(row.interrupts).length > 0) await putInterrupts(tx, row.id, row.interrupts);
    if (row.values !== null) await putValues(tx, row.id, row.values);
  });
  return expired.map(({ id }) => id);
}

async function removeMany(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await context.atomically((tx) => deleteThreads(tx, ids));
}

function threadSearch(context: Context): ThreadSearch {
  const { selectSome, page } = queries(context);
  return {
    list: (deploymentId, filter) =>
      // The transaction reads the values and the other columns of each thread at the same moment.
      context.atomically(async (tx) => {
        const inside = queries(tx);
        const some = inside.page(deploymentId, filter);
        const rows = (some && (await inside.selectHeads(some).execute())) ?? [];
        const ids = rows.map(({ id }) => id);
        const parts = await partsOf(tx, ids);
        const threads: ThreadRow[] = [];
        for (const row of rows)
          threads.push({ ...toHead(row), values: await parseParts(parts.get(row.id) ?? []) });
        return threads;
      }, 'snapshot'),
    async sizes(deploymentId, { values, ...filter }) {
      const bytes = values
        ? sql<number>`octet_length(metadata_json) + (select coalesce(sum(octet_length(text)), 0) from thread_values where thread_id = threads.id)`
        : sql<number>`octet_length(metadata_json)`;
      const { order } = filter;
      const sortValue = sql<
        ThreadPosition['sortValue']
      >`${order ? sql.ref(`threads.${COLUMN_OF[order.by]}`) : null}`;
      const rows = await page(deploymentId, filter)
        ?.select(['id', 'threads.ordinal', bytes.as('bytes'), sortValue.as('sortValue')])
        .execute();
      return rows ?? [];
    },
    async listDetails(deploymentId, { ids, values }) {
      const some = selectSome(deploymentId, { ids })?.select(['id', 'metadata_json']);
      if (some === undefined) return [];
      if (!values) {
        const rows = await some.execute();
        return rows.map((row) => ({
          id: row.id,
          metadata: fromJson(row.metadata_json),
          valuesText: null,
        }));
      }
      const rows = await some
        .leftJoin('thread_values', 'thread_values.thread_id', 'threads.id')
        .select('text')
        .orderBy('id')
        .orderBy('part')
        .execute();
      return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
        const [first] = parts;
        return first
          ? { id: first.id, metadata: fromJson(first.metadata_json), valuesText: joinTextParts(parts) }
          : [];
      });
    },
    async count(deploymentId, filter) {
      if (filter.ids || filter.status !== undefined || filter.metadataParts?.length) {
        const some = await selectSome(deploymentId, filter)
          ?.select((e) => e.fn.countAll<number>().as('count'))
          .executeTakeFirst();
        return some?.count ?? 0;
      }
      // The subqueries mostly read an index, so the count is fast for any number of threads.
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
  };
}

function threadOutlines(context: Context): Pick<Threads, 'outlines' | 'countByStatus'> {
  const { selectHeads } = queries(context);
  const from = (deploymentId: string | undefined) => {
    const all = context.db
      .selectFrom('threads')
      .where((e) =>
        e.or([e('expires_at', 'is', null), e('expires_at', '>', context.now()), e('status', '=', 'busy')]),
      );
    return deploymentId === undefined ? all : all.where('deployment_id', '=', deploymentId);
  };
  return {
    async outlines({ deploymentId, status, limit, offset, characters }) {
      let query = from(deploymentId);
      if (status !== undefined) {
        const known = THREAD_STATUSES.find((one) => one === status);
        if (known === undefined) return [];
        query = query.where('status', '=', known);
      }
      const rows = await selectHeads(query)
        .select([
          sql<
            string | null
          >`(select substr(v.text, 1, ${characters}) from thread_values v where v.thread_id = threads.id and v.part = 0)`.as(
            'start',
          ),
          sql<
            number | string
          >`(select coalesce(sum(length(v.text)), 0) from thread_values v where v.thread_id = threads.id)`.as(
            'characters',
          ),
        ])
        .orderBy('updated_at', 'desc')
        .orderBy('ordinal', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(({ start, characters: length, ...row }) => ({
        ...toHead(row),
        valuesStart: start ?? '',
        valuesLength: Number(length),
      }));
    },
    async countByStatus(deploymentId) {
      return from(deploymentId)
        .select((e) => ['status', e.fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute();
    },
  };
}

async function putInterrupts(
  { db }: Context,
  threadId: string,
  interrupts: ThreadRow['interrupts'],
): Promise<void> {
  const row = threadInterruptRows.toColumns({ threadId, interrupts });
  await db
    .insertInto('thread_interrupts')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('thread_id').doUpdateSet({ interrupts_json: row.interrupts_json }),
    )
    .execute();
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

/** Reads the parts of each thread's values, in order. */
async function partsOf(
  { db }: Context,
  ids: readonly string[],
): Promise<Map<string, Tables['thread_values'][]>> {
  if (ids.length === 0) return new Map();
  const parts = await db
    .selectFrom('thread_values')
    .selectAll()
    .where('thread_id', 'in', ids)
    .orderBy('thread_id')
    .orderBy('part')
    .execute();
  return Map.groupBy(parts, (part) => part.thread_id);
}

/** Parses the values of a thread from the parts. If the values have several parts, other requests run first. */
async function parseParts(parts: readonly { text: string | null }[]): Promise<unknown> {
  if (parts.length > 1) await nextTurn();
  return fromJson(joinTextParts(parts));
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
