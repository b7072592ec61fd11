import type { Thread, ThreadCount, ThreadSearch } from '../../contract/thread.ts';
import type { Store, ThreadFilter, ThreadOrder, ThreadRow } from '../seams/store.ts';
import { invalidField } from '../server/http-error.ts';
import { contains, parsePath, valueAt } from './matching.ts';
import { toThread } from './wire.ts';

/** Threads looked into at a time, where the database cannot do it. */
const PAGE = 1_000;

const ORDERS = {
  thread_id: 'id',
  status: 'status',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  state_updated_at: 'stateUpdatedAt',
} as const satisfies Record<string, ThreadOrder['by']>;

/** The threads of a page, and how many there are over all pages. */
export interface FoundThreads {
  threads: Partial<Thread>[];
  total: number;
}

/** Finds threads (facts: service §4.2). @throws HttpError 422 for a path of `extract` that is none. */
export async function searchThreads(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  query: ThreadSearch,
): Promise<FoundThreads> {
  const show = shower(query);
  const offset = query.offset ?? 0;
  const limit = query.limit ?? 10;
  const order: ThreadOrder | undefined = query.sort_by
    ? { by: ORDERS[query.sort_by], descending: query.sort_order !== 'asc' }
    : query.sort_order === 'asc'
      ? { by: 'createdAt', descending: false }
      : undefined;
  if (!looksInside(query)) {
    const filter = filterOf(query);
    const rows = await store.threads.list(deploymentId, {
      ...filter,
      limit,
      offset,
      ...(order && { order }),
    });
    return { threads: rows.map(show), total: await store.threads.count(deploymentId, filter) };
  }
  const ids: string[] = [];
  let total = 0;
  for await (const id of matching(store, deploymentId, query, order)) {
    if (total >= offset && ids.length < limit) ids.push(id);
    total += 1;
  }
  const page = { ids, limit, offset: 0, ...(order && { order }) };
  return { threads: (await store.threads.list(deploymentId, page)).map(show), total };
}

/** How many threads there are. */
export async function countThreads(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  query: ThreadCount,
): Promise<number> {
  if (!looksInside(query)) return store.threads.count(deploymentId, filterOf(query));
  let total = 0;
  for await (const _ of matching(store, deploymentId, query, undefined)) total += 1;
  return total;
}

/** Whether what is stored as JSON has to be looked into. */
const looksInside = ({ metadata, values }: ThreadCount): boolean =>
  [metadata, values].some((wanted) => wanted && Object.keys(wanted).length > 0);

const filterOf = ({ status, ids }: ThreadCount): ThreadFilter => ({
  ...(status && { status }),
  ...(ids && { ids: ids.map((id) => id.toLowerCase()) }),
});

/** The ids of those that hold what is asked for. */
async function* matching(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  query: ThreadCount,
  order: ThreadOrder | undefined,
): AsyncGenerator<string> {
  const { metadata, values } = query;
  for (let offset = 0; ; offset += PAGE) {
    const rows = await store.threads.glance(deploymentId, {
      ...filterOf(query),
      ...(order && { order }),
      values: Object.keys(values ?? {}).length > 0,
      limit: PAGE,
      offset,
    });
    for (const row of rows) {
      if (contains(row.metadata, metadata ?? {}) && contains(row.values ?? {}, values ?? {})) yield row.id;
    }
    if (rows.length < PAGE) return;
  }
}

/** How a search wants its threads shown. */
function shower({ select, extract }: ThreadSearch): (row: ThreadRow) => Partial<Thread> {
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
