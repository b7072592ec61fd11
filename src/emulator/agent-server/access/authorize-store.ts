import type * as z from 'zod';
import { ItemDelete, ItemPut, ItemQuery, ItemSearch, NamespaceSearch } from '../../../contract/store-item.ts';
import type { AgentCaller } from '../../ports/agent-auth.ts';
import type { ItemRow } from '../../ports/store.ts';
import { OwnAuthError } from '../../server/http-error.ts';
import type { AuthFilter } from './auth-filter.ts';
import { authorize, parseLeft } from './authorize.ts';

// Authorizes requests to the item store. The agent's authorization handler can change a request, for example to put the
// caller's identity into the namespace, so the changed request is executed. The handler's filters are compared with the
// values of items.

/** Store request that the agent's authorization handler has changed, and the items that the caller may access. */
export interface StoreAccess<Q> {
  query: Q;
  /** Filter of the accessible items, or `undefined` if all items are accessible. */
  filter: AuthFilter | undefined;
}

type ItemRequest = { namespace: string[]; key: string };
/**
 * Description of the request in error messages. If the handler's changes are invalid, the response is 500, because the
 * caller's original request must not be executed instead.
 */
const REQUEST = 'request';

/** Authorizes reading one item. @throws HttpError like `authorize`; 500 if the handler made the request invalid. */
export function authorizeItemGet(
  caller: AgentCaller | undefined,
  query: z.infer<typeof ItemQuery>,
): Promise<StoreAccess<z.infer<typeof ItemQuery>>> {
  const asked = { refresh_ttl: query.refresh_ttl ?? null };
  return authorizeItem(caller, 'get', query, asked, ({ refresh_ttl: refresh, ...rest }) => ({
    schema: ItemQuery,
    left: { ...rest, refresh_ttl: refresh ?? undefined },
  }));
}

/** Authorizes deleting one item. @throws HttpError like `authorizeItemGet`. */
export function authorizeItemDelete(
  caller: AgentCaller | undefined,
  item: ItemRequest,
): Promise<StoreAccess<ItemRequest>> {
  return authorizeItem(caller, 'delete', item, {}, (left) => ({ schema: ItemDelete, left }));
}

/** Authorizes storing one item. @throws HttpError like `authorizeItemGet`. */
export function authorizeItemPut(
  caller: AgentCaller | undefined,
  item: ItemPut,
): Promise<StoreAccess<ItemPut>> {
  const asked = { value: item.value, index: item.index ?? null, ttl: item.ttl ?? null };
  return authorizeItem(caller, 'put', item, asked, (left) => ({ schema: ItemPut, left }));
}

async function authorizeItem<Q extends ItemRequest>(
  caller: AgentCaller | undefined,
  action: 'put' | 'get' | 'delete',
  request: Q,
  more: Record<string, unknown>,
  toLeft: (changed: Record<string, unknown>) => { schema: z.ZodType<Q>; left: unknown },
): Promise<StoreAccess<Q>> {
  if (!caller) return { query: request, filter: undefined };
  const asked: Record<string, unknown> = { namespace: request.namespace, key: request.key, ...more };
  const { changes, filter, handler } = await authorize(caller, 'store', action, asked);
  const { schema, left } = toLeft({ ...request, ...changes });
  return { query: await parseLeft(schema, left, { handler, what: REQUEST }), filter };
}

/**
 * Refuses to overwrite an item that the caller may not see, and to store an item that the caller would not see.
 * @throws HttpError 403 if the caller may not see the existing item or the new item.
 */
export function checkItemPut(
  filter: AuthFilter | undefined,
  item: Pick<ItemRow, 'namespace' | 'key' | 'value'>,
  existing: ItemRow | undefined,
): void {
  if (!filter || (filter(item.value) && (!existing || filter(existing.value)))) return;
  throw new OwnAuthError(
    403,
    `The deployment's authorization does not let this caller store item ${item.key}`,
  );
}

/** Authorizes a search of items. @throws HttpError like `authorizeItemGet`. */
export async function authorizeItemSearch(
  caller: AgentCaller | undefined,
  search: ItemSearch,
): Promise<StoreAccess<ItemSearch>> {
  if (!caller) return { query: search, filter: undefined };
  const { value, filter, handler } = await authorize(caller, 'store', 'search', {
    namespace: search.namespace_prefix ?? [],
    filter: search.filter ?? null,
    limit: search.limit ?? 10,
    offset: search.offset ?? 0,
    query: search.query ?? null,
    refresh_ttl: search.refresh_ttl ?? null,
  });
  const { namespace, ...rest } = value;
  const left = { ...rest, namespace_prefix: namespace };
  return { query: await parseLeft(ItemSearch, left, { handler, what: REQUEST }), filter };
}

/** Authorizes listing namespaces. @throws HttpError like `authorizeItemGet`. */
export async function authorizeNamespaces(
  caller: AgentCaller | undefined,
  search: NamespaceSearch,
): Promise<StoreAccess<NamespaceSearch>> {
  if (!caller) return { query: search, filter: undefined };
  const { value, filter, handler } = await authorize(caller, 'store', 'list_namespaces', {
    namespace: search.prefix ?? null,
    suffix: search.suffix ?? null,
    max_depth: search.max_depth ?? null,
    limit: search.limit ?? 100,
    offset: search.offset ?? 0,
  });
  const { namespace, ...rest } = value;
  const left = { ...rest, prefix: namespace };
  return { query: await parseLeft(NamespaceSearch, left, { handler, what: REQUEST }), filter };
}
