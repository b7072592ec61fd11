import { isoTime } from '../../ports/clock.ts';
import {
  Item,
  ItemDelete,
  ItemPut,
  ItemQuery,
  Items,
  ItemSearch,
  Namespaces,
  NamespaceSearch,
} from '../../../contract/store-item.ts';
import type { ItemRow } from '../../ports/store.ts';
import { invalidField } from '../../server/http-error.ts';
import { streamJsonArray } from '../../server/respond.ts';
import { type Route, route } from '../../server/route.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { listNamespaces, searchItems } from '../items.ts';
import { errorResponses } from './responses.ts';

const toItem = ({ namespace, key, value, createdAt, updatedAt }: ItemRow): Item => ({
  namespace: [...namespace],
  key,
  value,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
});

/** Items that graphs and clients of a deployment share across threads; graphs see them as `config.store`. */
export function storeRoutes({ store }: AgentServerDependencies): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'PUT',
      path: '/store/items',
      summary: 'Store an item, in place of one with the same key',
      auth: 'workspace',
      anyInstance: true,
      body: ItemPut,
      responses: { 204: { description: 'It is stored' }, ...errorResponses() },
      async handler({ deploymentId, body }) {
        if (body.ttl !== undefined && body.ttl !== null) {
          throw invalidField(
            ['body', 'ttl'],
            'not supported by this server: items stay until they are deleted',
            'not_supported',
          );
        }
        const { namespace, key, value } = body;
        await store.items.put({ deploymentId, namespace, key, value });
        return { status: 204 };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/store/items',
      summary: 'An item; null when there is none',
      auth: 'workspace',
      anyInstance: true,
      query: ItemQuery,
      responses: { 200: { description: 'The item', schema: Item.nullable() }, ...errorResponses() },
      async handler({ deploymentId, query }) {
        const found = await store.items.get(deploymentId, query.namespace, query.key);
        return { status: 200, body: found ? toItem(found) : null };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'DELETE',
      path: '/store/items',
      summary: 'Delete an item, if it is there',
      auth: 'workspace',
      anyInstance: true,
      body: ItemDelete,
      responses: { 204: { description: 'It does not exist any more' }, ...errorResponses() },
      async handler({ deploymentId, body }) {
        await store.items.remove(deploymentId, body.namespace, body.key);
        return { status: 204 };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/store/items/search',
      summary: 'Items at and below a namespace, last changed first',
      auth: 'workspace',
      anyInstance: true,
      body: ItemSearch,
      responses: { 200: { description: 'Items', schema: Items }, ...errorResponses() },
      handler({ deploymentId, body, signal }) {
        const { filter, limit, offset } = body;
        const found = searchItems(store, deploymentId, {
          prefix: body.namespace_prefix ?? [],
          ...(filter && { filter }),
          limit: limit ?? 10,
          offset: offset ?? 0,
        });
        const pages = (async function* () {
          for await (const rows of found) yield rows.map(toItem);
        })();
        return streamJsonArray({ pages, signal, field: 'items' });
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/store/namespaces',
      summary: 'The namespaces that hold items',
      auth: 'workspace',
      anyInstance: true,
      body: NamespaceSearch,
      responses: { 200: { description: 'Namespaces', schema: Namespaces }, ...errorResponses() },
      async handler({ deploymentId, body }) {
        const { prefix, suffix, max_depth: depth } = body;
        const namespaces = await listNamespaces(store, deploymentId, {
          match: [
            ...(prefix ? [{ end: 'prefix' as const, pattern: prefix }] : []),
            ...(suffix ? [{ end: 'suffix' as const, pattern: suffix }] : []),
          ],
          ...(typeof depth === 'number' && { depth }),
          limit: body.limit ?? 100,
          offset: body.offset ?? 0,
        });
        return { status: 200, body: { namespaces } };
      },
    }),
  ];
}
