import { setImmediate } from 'node:timers/promises';
import { createPacer, type Pacer } from '../../clients/pacer.ts';
import { parseExactJson } from '../../contract/exact-json.ts';
import type { Thread, ThreadCount, ThreadSearch } from '../../contract/thread.ts';
import type { ThreadDetails, ThreadPosition } from '../ports/store-agent-server.ts';
import type { Repositories, Store, ThreadFilter, ThreadOrder, ThreadRow } from '../ports/store.ts';
import { invalidField } from '../server/http-error.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import { batchBySize, mapBatches } from './batch-by-size.ts';
import { compileContainment, textPartsOf } from './containment.ts';
import { parsePath, valueAt } from './matching.ts';
import { toThread } from './thread-row.ts';

/** Number of threads that are compared at a time if the database cannot compare the threads. */
const PAGE = 1_000;

const ORDERS = {
  thread_id: 'id',
  status: 'status',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  state_updated_at: 'stateUpdatedAt',
} as const satisfies Record<string, ThreadOrder['by']>;

/** Threads of one page in batches, the number of threads on the page, and the total number of matches. */
export interface FoundThreads {
  threads: AsyncGenerator<Partial<Thread>[], void>;
  count: number;
  total: number;
}

export interface Searcher {
  /** Filter of the threads that the caller may see, or `undefined` for all threads. */
  access: AuthFilter | undefined;
  signal: AbortSignal;
}

/**
 * Returns one page of the matching threads.
 * @throws HttpError 422 for an invalid path in `extract`, or if comparing metadata or values takes too long.
 */
export async function searchThreads(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  query: ThreadSearch,
  searcher: Searcher,
): Promise<FoundThreads> {
  const render = createRenderer(query);
  const offset = query.offset ?? 0;
  const limit = query.limit ?? 10;
  // Without `sort_by`, `sort_order` has no effect, as in the hosted service.
  const order: ThreadOrder = query.sort_by
    ? { by: ORDERS[query.sort_by], descending: query.sort_order !== 'asc' }
    : { by: 'updatedAt', descending: true };
  const answer = async (page: ThreadFilter & { offset: number }, total: number): Promise<FoundThreads> => {
    const sizes = await store.threads.sizes(deploymentId, {
      ...page,
      order,
      limit,
      values: true,
    });
    const pages = inPages(store, deploymentId, sizes);
    return { threads: mapBatches(pages, render), count: sizes.length, total };
  };
  if (!searcher.access && !comparesJson(query)) {
    const filter = filterOf(query);
    return answer({ ...filter, offset }, await store.threads.count(deploymentId, filter));
  }
  const ids: string[] = [];
  let total = 0;
  for await (const id of matching(store, deploymentId, query, order, searcher)) {
    if (total >= offset && ids.length < limit) ids.push(id);
    total += 1;
  }
  return answer({ ids, offset: 0 }, total);
}

/** Returns the number of matching threads. @throws HttpError 422 if comparing metadata or values takes too long. */
export async function countThreads(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  query: ThreadCount,
  searcher: Searcher,
): Promise<number> {
  if (!searcher.access && !comparesJson(query)) return store.threads.count(deploymentId, filterOf(query));
  let total = 0;
  for await (const _ of matching(store, deploymentId, query, undefined, searcher)) total += 1;
  return total;
}

const comparesJson = ({ metadata, values }: ThreadCount): boolean =>
  [metadata, values].some((filter) => filter && Object.keys(filter).length > 0);

const filterOf = ({ status, ids }: ThreadCount): ThreadFilter => ({
  ...(status && { status }),
  // An empty list of IDs does not filter, as in the hosted service.
  ...(ids && ids.length > 0 && { ids: ids.map((id) => id.toLowerCase()) }),
});

/** Yields the IDs of the matching threads. */
async function* matching(
  store: Pick<Repositories, 'threads'>,
  deploymentId: string,
  query: ThreadCount,
  order: ThreadOrder | undefined,
  { access, signal }: Searcher,
): AsyncGenerator<string> {
  const { metadata, values } = query;
  const hasMetadata = compileContainment(metadata ?? {}, ['body', 'metadata']);
  const hasValues = compileContainment(values ?? {}, ['body', 'values']);
  const valueParts = textPartsOf(values ?? {});
  const pacer = createPacer(signal);
  const scanFilter = {
    ...filterOf(query),
    // The database reads the text of the metadata much faster than this process parses it.
    metadataParts: textPartsOf(metadata ?? {}),
    ...(order && { order }),
    values: Object.keys(values ?? {}).length > 0,
  };
  for await (const row of scanThreads(store, deploymentId, scanFilter, pacer)) {
    if (pacer.isDue) await pacer.pause();
    if (access?.(row.metadata) === false) continue;
    if (!hasMetadata(row.metadata)) continue;
    if (row.valuesText === null) yield row.id;
    else if (valueParts.every((part) => row.valuesText?.includes(part))) {
      // Reading, parsing and comparing large values takes time, so other work of the process runs between two rows.
      if (pacer.isDue) await pacer.pause();
      const parsed = parseValues(row.valuesText);
      if (pacer.isDue) await pacer.pause();
      if (hasValues(parsed)) yield row.id;
    }
  }
}

const parseValues = (text: string): unknown => parseExactJson(text) ?? {};

/**
 * Yields all threads in order, in batches of limited size. Other work of the process runs between two batches, and
 * `pacer` can stop the scan between two batches.
 */
export async function* scanThreads(
  store: Pick<Repositories, 'threads'>,
  deploymentId: string,
  which: ThreadFilter & { order?: ThreadOrder; values: boolean },
  pacer: Pacer = createPacer(),
): AsyncGenerator<ThreadDetails> {
  const { values } = which;
  for (let after: ThreadPosition | undefined; ; ) {
    const sizes = await store.threads.sizes(deploymentId, { ...which, after, limit: PAGE, offset: 0 });
    for (const group of batchBySize(sizes)) {
      const ids = group.map(({ id }) => id);
      const rows = new Map(
        (await store.threads.listDetails(deploymentId, { ids, values })).map((row) => [row.id, row]),
      );
      for (const id of ids) {
        const row = rows.get(id);
        if (row) yield row;
      }
      await pacer.pause();
    }
    after = sizes.at(-1);
    if (sizes.length < PAGE) return;
  }
}

/** Yields complete rows in the order of `ids`, without deleted threads. */
async function* inPages(
  store: Pick<Repositories, 'threads'>,
  deploymentId: string,
  sizes: readonly { id: string; bytes: number }[],
): AsyncGenerator<ThreadRow[], void> {
  for (const group of batchBySize(sizes)) {
    const ids = group.map(({ id }) => id);
    const rows = await store.threads.list(deploymentId, { ids, limit: ids.length, offset: 0 });
    const found = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => found.get(id) ?? []);
    await setImmediate();
  }
}

/** Creates the function that formats each found thread. @throws HttpError 422 for an invalid path in `extract`. */
function createRenderer({ select, extract }: ThreadSearch): (row: ThreadRow) => Partial<Thread> {
  const paths = Object.entries(extract ?? {}).map(([name, path]) => {
    const steps = parsePath(path);
    if (steps) return [name, steps] as const;
    throw invalidField(
      ['body', 'extract', name],
      'must be a path that begins with values, metadata, config or interrupts, such as values.messages[-1]',
    );
  });
  const selected: ReadonlySet<string> = new Set(select);
  return (row) => {
    const whole = toThread(row);
    const shown = select
      ? Object.fromEntries(Object.entries(whole).filter(([field]) => selected.has(field)))
      : whole;
    if (!extract) return shown;
    return {
      ...shown,
      extracted: Object.fromEntries(paths.map(([name, steps]) => [name, valueAt(whole, steps)])),
    };
  };
}
