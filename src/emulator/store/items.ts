import { type Selectable, sql } from 'kysely';
import type { ItemRow, Items } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';
import type { Tables } from './schema.ts';

const SEPARATOR = '.';
/** The character after the separator: what lies between the two begins with a whole label. */
const AFTER_SEPARATOR = '/';

const toText = (namespace: readonly string[]): string => namespace.join(SEPARATOR);

/** Items that graphs and clients of a deployment remember. They are no secrets and are kept as they are. */
export function items(context: Context): Items {
  const select = (deploymentId: string) =>
    context.db.selectFrom('store_items').selectAll().where('deployment_id', '=', deploymentId);
  return {
    async put(row) {
      const at = row.at ?? context.now();
      const changing = { value_json: toJson(row.value), updated_at: at };
      await context.db
        .insertInto('store_items')
        .values({
          deployment_id: row.deploymentId,
          namespace: toText(row.namespace),
          key: row.key,
          created_at: at,
          ...changing,
        })
        .onConflict((conflict) =>
          conflict.columns(['deployment_id', 'namespace', 'key']).doUpdateSet(changing),
        )
        .execute();
    },
    async get(deploymentId, namespace, key) {
      const row = await select(deploymentId)
        .where('namespace', '=', toText(namespace))
        .where('key', '=', key)
        .executeTakeFirst();
      return row && fromColumns(row);
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
      const rows = await select(deploymentId)
        .where(sql<boolean>`(namespace, key) in (values ${sql.join(places)})`)
        .execute();
      return rows.map(fromColumns);
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

function fromColumns(row: Selectable<Tables['store_items']>): ItemRow {
  return {
    deploymentId: row.deployment_id,
    namespace: row.namespace.split(SEPARATOR),
    key: row.key,
    value: fromJson(row.value_json),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
