import { sql } from 'kysely';
import type { ItemRow, Items, NewItem } from '../ports/store.ts';
import { itemRows, itemVectorRows, SEPARATOR } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';

/** Character after the separator in sort order, as the upper limit of all namespaces below a namespace. */
const AFTER_SEPARATOR = '/';

const toText = (namespace: readonly string[]): string => namespace.join(SEPARATOR);

/**
 * Creates the methods that store and read the items of deployments. Items are not secret and are stored unencrypted.
 */
export function items(context: Context): Items {
  const from = (deploymentId: string) =>
    context.db
      .selectFrom('store_items')
      .where('deployment_id', '=', deploymentId)
      .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', context.now())]));
  return {
    async put({ at = context.now(), ttlMs = null, vectors = [], ...row }) {
      const expiry = { ttlMs, expiresAt: ttlMs === null ? null : at + ttlMs };
      const added = itemRows.toColumns({ ...row, ...expiry, createdAt: at, updatedAt: at });
      await context.atomically(async ({ db }) => {
        await db
          .insertInto('store_items')
          .values(added)
          .onConflict((conflict) =>
            conflict.columns(['deployment_id', 'namespace', 'key']).doUpdateSet({
              ...itemRows.toChanges({ value: row.value, updatedAt: at, ...expiry }),
              // An expired item counts as deleted, so a new item gets a new creation time.
              created_at: sql<number>`case when store_items.expires_at <= ${at} then ${at} else store_items.created_at end`,
            }),
          )
          .execute();
        await replaceVectors(db, row, vectors);
      });
    },
    async get(deploymentId, namespace, key) {
      return itemRows.first(
        from(deploymentId).selectAll().where('namespace', '=', toText(namespace)).where('key', '=', key),
      );
    },
    async refresh(deploymentId, which) {
      if (which.length === 0) return;
      const now = context.now();
      await context.db
        .updateTable('store_items')
        .set({ expires_at: sql<number>`${now} + ttl_ms` })
        .where('deployment_id', '=', deploymentId)
        .where('expires_at', '>', now)
        .where(isAmong(which))
        .execute();
    },
    async listSizes(deploymentId, prefix, page) {
      let query = from(deploymentId).select([
        'namespace',
        'key',
        sql<number>`octet_length(value_json)`.as('bytes'),
      ]);
      if (prefix.length > 0) query = query.where(isBelow(prefix));
      const rows = await query
        .orderBy('updated_at', 'desc')
        .orderBy('namespace')
        .orderBy('key')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map((row) => ({ ...row, namespace: row.namespace.split(SEPARATOR) }));
    },
    async getMany(deploymentId, which) {
      if (which.length === 0) return [];
      return itemRows.all(from(deploymentId).selectAll().where(isAmong(which)));
    },
    async listVectors(deploymentId, prefix, { limit, after }) {
      let query = context.db
        .selectFrom('store_vectors')
        .select(['namespace', 'key', 'field', 'vector'])
        .where('deployment_id', '=', deploymentId);
      if (prefix.length > 0) query = query.where(isBelow(prefix));
      if (after) {
        query = query.where(
          sql<boolean>`(namespace, key, field) > (${toText(after.namespace)}, ${after.key}, ${after.field})`,
        );
      }
      const rows = await query.orderBy('namespace').orderBy('key').orderBy('field').limit(limit).execute();
      return rows.map((row) => ({ ...row, namespace: row.namespace.split(SEPARATOR) }));
    },
    async namespaces(deploymentId) {
      const rows = await from(deploymentId).select('namespace').distinct().orderBy('namespace').execute();
      return rows.map(({ namespace }) => namespace.split(SEPARATOR));
    },
    async remove(deploymentId, namespace, key) {
      await context.db
        .deleteFrom('store_items')
        .where('deployment_id', '=', deploymentId)
        .where('namespace', '=', toText(namespace))
        .where('key', '=', key)
        .execute();
    },
    async removeExpired() {
      await context.db.deleteFrom('store_items').where('expires_at', '<=', context.now()).execute();
    },
  };
}

async function replaceVectors(
  db: Context['db'],
  item: Pick<ItemRow, 'deploymentId' | 'namespace' | 'key'>,
  vectors: NonNullable<NewItem['vectors']>,
): Promise<void> {
  await db
    .deleteFrom('store_vectors')
    .where('deployment_id', '=', item.deploymentId)
    .where('namespace', '=', toText(item.namespace))
    .where('key', '=', item.key)
    .execute();
  for (const vector of vectors) {
    await db
      .insertInto('store_vectors')
      .values(itemVectorRows.toColumns({ ...item, ...vector }))
      .execute();
  }
}

/** Returns the condition that a row is at or below a non-empty namespace. */
function isBelow(prefix: readonly string[]) {
  const text = toText(prefix);
  return sql<boolean>`(namespace = ${text} or (namespace >= ${text + SEPARATOR} and namespace < ${text + AFTER_SEPARATOR}))`;
}

/** Returns the condition that a row is one of the given items. */
function isAmong(which: readonly Pick<ItemRow, 'namespace' | 'key'>[]) {
  const places = which.map(({ namespace, key }) => sql`(${toText(namespace)}, ${key})`);
  return sql<boolean>`(namespace, key) in (values ${sql.join(places)})`;
}
