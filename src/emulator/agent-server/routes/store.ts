import { isoTime } from '../../ports/clock.ts';
import {
  type FoundItem,
  Item,
  ItemDelete,
  ItemPut,
  ItemQuery,
  Items,
  ItemSearch,
  Namespaces,
  NamespaceSearch,
} from '../../../contract/store-item.ts';
import type { ItemRow, Repositories, Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { streamJsonArray } from '../../server/respond.ts';
import type { Route } from '../../server/route.ts';
import {
  authorizeItemDelete,
  authorizeItemGet,
  authorizeItemPut,
  authorizeItemSearch,
  authorizeNamespaces,
  checkItemPut,
} from '../access/authorize-store.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { mapBatches } from '../batch-by-size.ts';
import { createEmbeddings, type Embeddings } from '../embeddings.ts';
import { type FoundItem as FoundRow, listNamespaces, searchItems } from '../items.ts';
import { findFilterProblem } from '../matching.ts';
import { agentRoutes, errorResponses } from './responses.ts';

const toItem = ({ namespace, key, value, createdAt, updatedAt }: ItemRow): Item => ({
  namespace: [...namespace],
  key,
  value,
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
});

const toFoundItem = (row: FoundRow): FoundItem => ({ ...toItem(row), score: row.score ?? null });

/** First label of namespaces that the graph library reserves. */
const RESERVED_ROOT = 'langgraph';

/** Creates the routes of store items, which a deployment's graphs and clients share across threads. */
export function storeRoutes(dependencies: AgentServerDependencies): Route[] {
  const { store } = dependencies;
  const embeddings = createEmbeddings(dependencies);
  return [...itemRoutes(store, embeddings), ...itemSearchRoutes(store, embeddings)];
}

const itemSettings = async (store: Store, deploymentId: string) =>
  (await store.revisions.activeSettings(deploymentId))?.items;

/** Returns whether a read restarts an item's time to live. `asked` is the value in the request. */
async function isRefreshing(
  store: Store,
  deploymentId: string,
  asked: boolean | null | undefined,
): Promise<boolean> {
  return asked ?? (await itemSettings(store, deploymentId))?.refreshOnRead ?? true;
}

function itemRoutes(store: Store, embeddings: Embeddings): Route[] {
  return [
    agentRoutes.put('/store/items', {
      summary: 'Store an item, which replaces an item with the same key',
      // Only an instance with a worker can handle the request, because the worker might have to compute vectors.
      body: ItemPut,
      responses: { 204: { description: 'It is stored' }, ...errorResponses(400, 503) },
      async handler({ deploymentId, body: sent, agentCaller }) {
        const { query: body, filter } = await authorizeItemPut(agentCaller, sent);
        const { namespace, key, value, ttl } = body;
        if (namespace[0] === RESERVED_ROOT) {
          throw new HttpError(400, `Root label for namespace cannot be "${RESERVED_ROOT}"`);
        }
        const ttlMs =
          ttl === undefined
            ? (await itemSettings(store, deploymentId))?.ttlMs
            : ttl && Math.max(Math.round(ttl * 60_000), 1);
        // The filter is checked before the item's texts are embedded, and again in the transaction of the write.
        const check = async (tx: Pick<Repositories, 'items'>) =>
          filter && checkItemPut(filter, body, await tx.items.get(deploymentId, namespace, key));
        await check(store);
        const vectors = await embeddings.ofItem(deploymentId, body);
        await store.transaction(async (tx) => {
          await check(tx);
          await tx.items.put({ deploymentId, namespace, key, value, ttlMs, vectors });
        });
        return { status: 204 };
      },
    }),
    agentRoutes.get('/store/items', {
      summary: 'The item; null if it does not exist',
      query: ItemQuery,
      responses: { 200: { description: 'The item', schema: Item.nullable() }, ...errorResponses() },
      async handler({ deploymentId, query, agentCaller }) {
        const { query: asked, filter } = await authorizeItemGet(agentCaller, query);
        const { namespace, key, refresh_ttl } = asked;
        const found = await store.items.get(deploymentId, namespace, key);
        if (found && filter?.(found.value) === false) return { status: 200, body: null };
        if (found && found.ttlMs !== null && (await isRefreshing(store, deploymentId, refresh_ttl))) {
          await store.items.refresh(deploymentId, [found]);
        }
        return { status: 200, body: found ? toItem(found) : null };
      },
    }),
    agentRoutes.delete('/store/items', {
      summary: 'Delete an item if it exists',
      body: ItemDelete,
      responses: { 204: { description: 'The item does not exist any more' }, ...errorResponses() },
      async handler({ deploymentId, body, agentCaller }) {
        const { query, filter } = await authorizeItemDelete(agentCaller, body);
        const { namespace, key } = query;
        await store.transaction(async (tx) => {
          const found = filter && (await tx.items.get(deploymentId, namespace, key));
          // A hidden item is not deleted, and the caller receives the same response as for a missing item.
          if (found && !filter(found.value)) return;
          await tx.items.remove(deploymentId, namespace, key);
        });
        return { status: 204 };
      },
    }),
  ];
}

function itemSearchRoutes(store: Store, embeddings: Embeddings): Route[] {
  return [
    agentRoutes.post('/store/items/search', {
      summary: 'Search items in and below a namespace: last updated first, or by similarity to a query',
      // Only an instance with a worker can handle the request, because the worker might have to compute a vector.
      body: ItemSearch,
      responses: { 200: { description: 'Items', schema: Items }, ...errorResponses(400, 503) },
      async handler({ deploymentId, body: sent, agentCaller, signal }) {
        const { query: body, filter: access } = await authorizeItemSearch(agentCaller, sent);
        const { filter, limit, offset, query } = body;
        const problem = filter && findFilterProblem(filter);
        if (problem !== undefined && problem !== null) throw new HttpError(400, problem);
        const found = searchItems(store, deploymentId, {
          prefix: body.namespace_prefix ?? [],
          ...(access && { access }),
          ...(filter && { filter }),
          limit: limit ?? 10,
          offset: offset ?? 0,
          vector: query ? await embeddings.ofQuery(deploymentId, query) : undefined,
          refresh: await isRefreshing(store, deploymentId, body.refresh_ttl),
          signal,
        });
        return streamJsonArray({ pages: mapBatches(found, toFoundItem), signal, field: 'items' });
      },
    }),
    agentRoutes.post('/store/namespaces', {
      summary: 'List the namespaces that contain items',
      body: NamespaceSearch,
      responses: { 200: { description: 'Namespaces', schema: Namespaces }, ...errorResponses() },
      async handler({ deploymentId, agentCaller, signal, ...request }) {
        const { query: body, filter: access } = await authorizeNamespaces(agentCaller, request.body);
        const { prefix, suffix, max_depth: depth } = body;
        const namespaces = await listNamespaces(store, deploymentId, {
          match: [
            ...(prefix ? [{ end: 'prefix' as const, pattern: prefix }] : []),
            ...(suffix ? [{ end: 'suffix' as const, pattern: suffix }] : []),
          ],
          ...(typeof depth === 'number' && { depth }),
          ...(access && { access }),
          limit: body.limit ?? 100,
          offset: body.offset ?? 0,
          signal,
        });
        return { status: 200, body: { namespaces } };
      },
    }),
  ];
}
