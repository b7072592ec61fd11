import type * as z from 'zod';
import { ItemSearch, NamespaceSearch } from '../../../contract/store-item.ts';
import type { AgentCaller } from '../../ports/agent-auth.ts';
import type { AuthFilter } from './auth-filter.ts';
import { authorize, parseLeft } from './authorize.ts';

// Handlers write the caller's identity into the namespace: what they leave takes the place of what was sent.

/**
 * Asks about one item. Gives the request as the handler left it.
 * @throws HttpError as `authorize` does, 422 for a namespace that is none any more.
 */
export async function authorizeItem<T extends { namespace: string[]; key: string }>(
  caller: AgentCaller | undefined,
  action: 'put' | 'get' | 'delete',
  schema: z.ZodType<T>,
  request: T,
  more: Record<string, unknown> = {},
): Promise<T> {
  if (!caller) return request;
  const { namespace, key } = request;
  const item = 'value' in request ? { value: request.value } : {};
  const { value } = await authorize(caller, 'store', action, { namespace, key, ...item, ...more });
  const given = Object.entries(value).filter(([, one]) => one !== null);
  return parse(schema, { ...request, ...Object.fromEntries(given) });
}

/** Asks about a search. Gives it as the handler left it, and the items that the caller may see. @throws as `authorizeItem`. */
export async function authorizeItemSearch(
  caller: AgentCaller | undefined,
  search: ItemSearch,
): Promise<{ query: ItemSearch; access: AuthFilter | undefined }> {
  if (!caller) return { query: search, access: undefined };
  const { value, filter } = await authorize(caller, 'store', 'search', {
    namespace: search.namespace_prefix ?? [],
    filter: search.filter ?? null,
    limit: search.limit ?? 10,
    offset: search.offset ?? 0,
    query: search.query ?? null,
    refresh_ttl: search.refresh_ttl ?? null,
  });
  const { namespace, ...rest } = value;
  return { query: await parse(ItemSearch, { ...rest, namespace_prefix: namespace }), access: filter };
}

/** Asks about a list of namespaces. Gives the request as the handler left it. @throws as `authorizeItem`. */
export async function authorizeNamespaces(
  caller: AgentCaller | undefined,
  search: NamespaceSearch,
): Promise<NamespaceSearch> {
  if (!caller) return search;
  const { value } = await authorize(caller, 'store', 'list_namespaces', {
    namespace: search.prefix ?? null,
    suffix: search.suffix ?? null,
    max_depth: search.max_depth ?? null,
    limit: search.limit ?? 100,
    offset: search.offset ?? 0,
  });
  const { namespace, ...rest } = value;
  return parse(NamespaceSearch, { ...rest, prefix: namespace });
}

const parse = <T>(schema: z.ZodType<T>, left: unknown): Promise<T> =>
  parseLeft(schema, left, { status: 422, what: 'request' });
