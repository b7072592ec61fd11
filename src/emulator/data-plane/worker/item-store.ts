import type { BaseStore } from '@langchain/langgraph';
import { errorMessage } from '../../../os/errors.ts';
import type { ItemOperation } from '../../ports/store-calls.ts';
import type { ItemRow } from '../../ports/store.ts';
import type { FieldVector, StoreSettings } from '../../ports/worker.ts';
import type { Embedder } from './embedder.ts';
import type { GraphLibrary, SharedValueStore } from './library.ts';
import { copyFilter } from './filter-json.ts';
import { toPlainRecord } from './plain-json.ts';
import type { StoreCalls } from './store-calls.ts';

type LibraryOperation = Parameters<BaseStore['batch']>[0][number];
type PutOperation = Extract<LibraryOperation, { value: unknown }>;
type FoundRow = ItemRow & { score?: number };

/** Access of a worker's graphs to the items of its deployment. */
export interface DeploymentItems extends Pick<StoreSettings, 'items'> {
  calls: StoreCalls;
  /** Component that computes the vectors of items, or `undefined` if items are not searched by meaning. */
  embedder: Embedder | undefined;
}

/** Vectors for one operation: of an item's texts, or of the text to search for. */
interface Embedded {
  vectors?: FieldVector[] | undefined;
  vector?: string | undefined;
}

/** Converts an operation of the graph library to an operation of the emulator. */
function toOperation(
  operation: LibraryOperation,
  { vectors, vector }: Embedded,
  items: StoreSettings['items'],
): ItemOperation {
  const refresh = items?.refreshOnRead ?? true;
  if ('value' in operation) {
    const { namespace, key, value } = operation;
    if (value === null) return { op: 'delete', namespace, key };
    return {
      op: 'put',
      namespace,
      key,
      value: toPlainRecord(value),
      ...(items?.ttlMs !== undefined && { ttlMs: items.ttlMs }),
      ...(vectors && { vectors }),
    };
  }
  if ('key' in operation) return { op: 'get', namespace: operation.namespace, key: operation.key, refresh };
  const page = {
    ...(typeof operation.limit === 'number' && { limit: operation.limit }),
    ...(typeof operation.offset === 'number' && { offset: operation.offset }),
  };
  if ('namespacePrefix' in operation) {
    const { namespacePrefix: prefix, filter } = operation;
    return {
      op: 'search',
      prefix,
      refresh,
      ...(filter && { filter: toFilter(filter) }),
      ...(vector !== undefined && { vector }),
      ...page,
    };
  }
  const conditions = 'matchConditions' in operation ? (operation.matchConditions ?? []) : [];
  return {
    op: 'namespaces',
    match: conditions.map(({ matchType, path }) => ({ end: matchType, pattern: [...path] })),
    ...('maxDepth' in operation && typeof operation.maxDepth === 'number' && { depth: operation.maxDepth }),
    ...page,
  };
}

/**
 * Copies the filter of a search.
 * @throws TypeError for a condition that JSON cannot represent, such as `undefined`, because the search would find too
 * many items without the condition.
 */
function toFilter(filter: object): Record<string, unknown> {
  try {
    return copyFilter(filter, { bigints: true });
  } catch (cause) {
    throw new TypeError(`the filter of the store's search is invalid: ${errorMessage(cause)}`, { cause });
  }
}

const isPut = (operation: LibraryOperation): operation is PutOperation =>
  'value' in operation && operation.value !== null;

/** Computes the vectors of all items and search texts of a batch with one call of the agent's embedding function. */
async function embed(
  operations: readonly LibraryOperation[],
  embedder: Embedder | undefined,
): Promise<Map<LibraryOperation, Embedded>> {
  const embedded = new Map<LibraryOperation, Embedded>();
  if (!embedder) return embedded;
  const puts = operations.filter(isPut);
  if (puts.length > 0) {
    const vectors = await embedder.items(
      puts.map(({ value, index }) => ({ value: toPlainRecord(value), index: index ?? undefined })),
    );
    for (const [index, put] of puts.entries()) embedded.set(put, { vectors: vectors[index] });
  }
  for (const operation of operations) {
    if ('namespacePrefix' in operation && operation.query) {
      embedded.set(operation, { vector: await embedder.query(operation.query) });
    }
  }
  return embedded;
}

const toItem = ({ namespace, key, value, createdAt, updatedAt }: ItemRow) => ({
  namespace: [...namespace],
  key,
  value,
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

/** Converts the emulator's response for the library without checks, because the emulator is trusted. */
function toAnswer({ op }: ItemOperation, answer: unknown): unknown {
  if (op === 'get') return answer === null ? null : toItem(answer as ItemRow);
  if (op === 'search') return (answer as FoundRow[]).map((row) => ({ ...toItem(row), score: row.score }));
  return op === 'namespaces' ? answer : undefined;
}

/**
 * Creates a stateless item store for the checkout's graph library. The items belong to the deployment, so clients of
 * the deployment see them too. Returns `undefined` if the library has no stores.
 */
export function createItemStore(
  library: GraphLibrary,
  items: DeploymentItems,
): BaseStore | SharedValueStore | undefined {
  if (library.hasSharedValues) return createSharedValueStore(items);
  if (!library.BaseStore) return undefined;
  class DeploymentStore extends library.BaseStore {
    /** The result is typed `never`, because the library's types compute the result's type from the operations. */
    override async batch(operations: Parameters<BaseStore['batch']>[0]): Promise<never> {
      const embedded = await embed(operations, items.embedder);
      const converted = operations.map((operation) =>
        toOperation(operation, embedded.get(operation) ?? {}, items.items),
      );
      const answers = await items.calls.items(converted);
      return converted.map((operation, index) => toAnswer(operation, answers[index])) as never;
    }
  }
  return new DeploymentStore();
}

/** Number of items of a shared value that are read at a time. */
const SHARED_VALUE_PAGE = 1000;

/**
 * Creates the store of shared values for library versions 0.2.5 to 0.2.9, where each prefix is a namespace of items.
 */
function createSharedValueStore({ calls, items: settings }: DeploymentItems): SharedValueStore {
  // A namespace label must not contain periods, so periods of the prefix (such as in an email address) are escaped.
  const namespaceOf = (prefix: string) => [prefix.replaceAll('%', '%25').replaceAll('.', '%2E')];
  const list = async (prefix: string): Promise<Record<string, unknown>> => {
    const values: Record<string, unknown> = {};
    for (let offset = 0; ; offset += SHARED_VALUE_PAGE) {
      const operation = { namespacePrefix: namespaceOf(prefix), limit: SHARED_VALUE_PAGE, offset };
      const [found] = await calls.items([toOperation(operation, {}, settings)]);
      const rows = found as FoundRow[];
      for (const { key, value } of rows) values[key] = value;
      if (rows.length < SHARED_VALUE_PAGE) return values;
    }
  };
  return {
    async list(prefixes) {
      const entries = prefixes.map(async (prefix) => [prefix, await list(prefix)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    async put(writes) {
      const operations = writes.map(([prefix, key, value]): PutOperation => {
        const record = value === null ? null : toPlainRecord(value);
        // The emulator deletes an item whose value is null, which the library's types do not allow.
        return { namespace: namespaceOf(prefix), key, value: record as PutOperation['value'] };
      });
      await calls.items(operations.map((operation) => toOperation(operation, {}, settings)));
    },
    start() {},
    stop() {},
  };
}
