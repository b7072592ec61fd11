import { sql } from 'kysely';
import type { Items } from '../ports/store.ts';
import { itemRows, SEPARATOR } from '../tables/agent-server.ts';
import type { Context } from './context.ts';

/** The character after the separator: what lies between the two begins with a whole label. */
const AFTER_SEPARATOR = '/';

const toText = (namespace: readonly string[]): string => namespace.join(SEPARATOR);

/** Items that graphs and clients of a deployment share. They are not secret and stored unsealed. */
export function items(context: Context): Items {
  const select = (deploymentId: string) =>
    context.db.selectFrom('store_items').selectAll().where('deployment_id', '=', deploymentId);
  return {
    async put(row) {
      const at = row.at ?? context.now();
      const changing = itemRows.toChanges({ value: row.value, updatedAt: at });
      await context.db
        .insertInto('store_items')
        .values(itemRows.toColumns({ ...row, createdAt: at, updatedAt: at }))
        .onConflict((conflict) =>
          conflict.columns(['deployment_id', 'namespace', 'key']).doUpdateSet(changing),
        )
        .execute();
    },
    async get(deploymentId, namespace, key) {
      return itemRows.first(
        select(deploymentId).where('namespace', '=', toText(namespace)).where('key', '=', key),
      );
    },
    async listSizes(deploymentId, prefix, page) {
      let query = context.db
        .selectFrom('store_items')
        .select(['namespace', 'key', sql<number>`octet_length(value_json)`.as('bytes')])
        .where('deployment_id', '=', deploymentId);
      if (prefix.length > 0) {
        const text = toText(prefix);
        query = query.where((e) =>
          e.or([
            e('namespace', '=', text),
            e.and([e('namespace', '>=', text + SEPARATOR), e('namespace', '<', text + AFTER_SEPARATOR)]),
          ]),
        );
      }
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
      const places = which.map(({ namespace, key }) => sql`(${toText(namespace)}, ${key})`);
      return itemRows.all(
        select(deploymentId).where(sql<boolean>`(namespace, key) in (values ${sql.join(places)})`),
      );
    },
    async namespaces(deploymentId) {
      const rows = await context.db
        .selectFrom('store_items')
        .select('namespace')
        .distinct()
        .where('deployment_id', '=', deploymentId)
        .orderBy('namespace')
        .execute();
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
  };
}
