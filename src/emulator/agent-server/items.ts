import { createPacer, filterPaced } from '../../clients/pacer.ts';
import type { ItemRow, Repositories } from '../ports/store.ts';
import type { ItemOperation } from '../ports/store-calls.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import { batchBySize } from './batch-by-size.ts';
import { decodeVector, decodeVectors, rankByMeaning } from './item-vectors.ts';
import { compileItemFilter, matchesNamespace, truncateNamespaces } from './matching.ts';

type Operation<K extends ItemOperation['op']> = Extract<ItemOperation, { op: K }>;

/** Number of item keys that are read at a time. */
const PAGE = 1_000;
/** Number of ranked items that are read at a time. */
const RANKED_PAGE = 50;

/** Item that a search found. A search by meaning sets the item's similarity as `score`. */
export interface FoundItem extends ItemRow {
  score?: number;
}

interface ItemQuery extends Omit<Operation<'search'>, 'op' | 'vector'> {
  /** Vector of the query, scaled to length 1, or absent if the search is not by meaning. */
  vector?: Float32Array | undefined;
  /** Filter of item values that decides which items the caller may see. */
  access?: AuthFilter;
  /** Signal that aborts the search when the client disconnects, or absent if a graph searches. */
  signal?: AbortSignal;
}

/**
 * Yields the items below a prefix that match a filter, most recently changed first. The items are yielded in batches,
 * because a search can find many large items. If the query has a vector, only items with vectors are yielded, most
 * similar first.
 */
export async function* searchItems(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  query: ItemQuery,
): AsyncGenerator<FoundItem[], void> {
  const found = query.vector
    ? searchByMeaning(tx, deploymentId, { ...query, vector: query.vector })
    : searchInOrder(tx, deploymentId, query);
  for await (const batch of found) {
    const living = query.refresh === true ? batch.filter(({ ttlMs }) => ttlMs !== null) : [];
    await tx.items.refresh(deploymentId, living);
    yield batch;
  }
}

async function* searchByMeaning(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  {
    prefix,
    filter = {},
    access,
    limit = 10,
    offset = 0,
    vector,
    signal,
  }: ItemQuery & { vector: Float32Array },
): AsyncGenerator<FoundItem[], void> {
  const matches = compileItemFilter(filter);
  const pacer = createPacer(signal);
  const ranked = await rankByMeaning(tx, deploymentId, prefix, vector, pacer);
  let skip = offset;
  let missing = limit;
  for (let at = 0; at < ranked.length && missing > 0; at += RANKED_PAGE) {
    const page = ranked.slice(at, at + RANKED_PAGE);
    const rows = new Map((await tx.items.getMany(deploymentId, page)).map((row) => [placeOf(row), row]));
    const found: FoundItem[] = [];
    for (const { namespace, key, score } of page) {
      if (pacer.isDue) await pacer.pause();
      const row = rows.get(placeOf({ namespace, key }));
      if (row && matches?.(row.value) !== false && access?.(row.value) !== false)
        found.push({ ...row, score });
    }
    const shown = found.slice(skip, skip + missing);
    skip = Math.max(skip - found.length, 0);
    missing -= shown.length;
    if (shown.length > 0) yield shown;
  }
}

async function* searchInOrder(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  { prefix, filter = {}, access, limit = 10, offset = 0, signal }: ItemQuery,
): AsyncGenerator<ItemRow[], void> {
  const matches = compileItemFilter(filter);
  const pacer = createPacer(signal);
  const comparesValues = matches !== undefined || access !== undefined;
  let skip = comparesValues ? offset : 0;
  let missing = limit;
  for (let at = comparesValues ? 0 : offset; missing > 0; at += PAGE) {
    const size = comparesValues ? PAGE : Math.min(PAGE, missing);
    const places = await tx.items.listSizes(deploymentId, prefix, { limit: size, offset: at });
    for (const group of batchBySize(places)) {
      const rows = new Map((await tx.items.getMany(deploymentId, group)).map((row) => [placeOf(row), row]));
      const found = await filterPaced(
        group.flatMap((place) => rows.get(placeOf(place)) ?? []),
        ({ value }) => (matches?.(value) ?? true) && (access?.(value) ?? true),
        pacer,
      );
      const shown = found.slice(skip, skip + missing);
      skip = Math.max(skip - found.length, 0);
      missing -= shown.length;
      if (shown.length > 0) yield shown;
      if (missing === 0) return;
      await pacer.pause();
    }
    if (places.length < size) return;
  }
}

const placeOf = ({ namespace, key }: Pick<ItemRow, 'namespace' | 'key'>): string =>
  JSON.stringify([namespace, key]);

interface NamespaceQuery extends Omit<Operation<'namespaces'>, 'op'> {
  /** Filter of item values that decides which items the caller may see. */
  access?: AuthFilter;
  /** Signal that aborts the listing when the client disconnects, or absent if a graph requests the listing. */
  signal?: AbortSignal;
}

/** Returns the namespaces that contain items visible to the caller, in sorted order. */
export async function listNamespaces(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  { match, depth, limit = 100, offset = 0, access, signal }: NamespaceQuery,
): Promise<string[][]> {
  const all = await tx.items.namespaces(deploymentId);
  const matching = all.filter((one) =>
    match.every(({ end, pattern }) => matchesNamespace(one, pattern, end)),
  );
  const shown = access
    ? await withVisibleItems(tx, deploymentId, matching, { access, ...(signal && { signal }) })
    : matching;
  return truncateNamespaces(shown, depth).slice(offset, offset + limit);
}

/** Returns the given namespaces that contain an item visible to the caller. */
async function withVisibleItems(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  namespaces: readonly string[][],
  searcher: Pick<ItemQuery, 'access' | 'signal'>,
): Promise<string[][]> {
  const visible = new Set<string>();
  const found = searchInOrder(tx, deploymentId, { prefix: [], ...searcher, limit: Infinity });
  for await (const items of found) for (const { namespace } of items) visible.add(JSON.stringify(namespace));
  return namespaces.filter((namespace) => visible.has(JSON.stringify(namespace)));
}

/**
 * Applies the operations of a graph in order within the caller's transaction, and returns the result of each operation.
 */
export async function applyItemOperations(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  operations: readonly ItemOperation[],
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const operation of operations) answers.push(await doOperation(tx, deploymentId, operation));
  return answers;
}

async function doOperation(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  operation: ItemOperation,
): Promise<unknown> {
  switch (operation.op) {
    case 'get':
      return (await getItem(tx, deploymentId, operation)) ?? null;
    case 'put': {
      const { op: _, vectors, ...item } = operation;
      await tx.items.put({ deploymentId, ...item, vectors: vectors && decodeVectors(vectors) });
      return null;
    }
    case 'delete':
      await tx.items.remove(deploymentId, operation.namespace, operation.key);
      return null;
    case 'search':
      return collected(
        searchItems(tx, deploymentId, {
          ...operation,
          vector: operation.vector === undefined ? undefined : decodeVector(operation.vector),
        }),
      );
    case 'namespaces':
      return listNamespaces(tx, deploymentId, operation);
  }
}

/** Returns an item, or `undefined` if it does not exist. `refresh` restarts the item's time to live. */
async function getItem(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  { namespace, key, refresh }: Omit<Operation<'get'>, 'op'>,
): Promise<ItemRow | undefined> {
  const row = await tx.items.get(deploymentId, namespace, key);
  if (row && row.ttlMs !== null && refresh === true) await tx.items.refresh(deploymentId, [row]);
  return row;
}

async function collected<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
