import type { BaseStore } from '@langchain/langgraph';
import type { ItemOperation } from '../../ports/store-calls.ts';
import type { ItemRow } from '../../ports/store.ts';
import type { GraphLibrary } from './library.ts';
import { toPlainRecord } from './plain-json.ts';
import type { StoreCalls } from './store-calls.ts';

type LibraryOperation = Parameters<BaseStore['batch']>[0][number];

/** The library's operation as the emulator's. */
function toOperation(operation: LibraryOperation): ItemOperation {
  if ('value' in operation) {
    const { namespace, key, value } = operation;
    return value === null
      ? { op: 'delete', namespace, key }
      : { op: 'put', namespace, key, value: toPlainRecord(value) };
  }
  if ('key' in operation) return { op: 'get', namespace: operation.namespace, key: operation.key };
  const page = {
    ...(typeof operation.limit === 'number' && { limit: operation.limit }),
    ...(typeof operation.offset === 'number' && { offset: operation.offset }),
  };
  if ('namespacePrefix' in operation) {
    const { namespacePrefix: prefix, filter } = operation;
    return { op: 'search', prefix, ...(filter && { filter: toPlainRecord(filter) }), ...page };
  }
  const conditions = 'matchConditions' in operation ? (operation.matchConditions ?? []) : [];
  return {
    op: 'namespaces',
    match: conditions.map(({ matchType, path }) => ({ end: matchType, pattern: [...path] })),
    ...('maxDepth' in operation && typeof operation.maxDepth === 'number' && { depth: operation.maxDepth }),
    ...page,
  };
}

const toItem = ({ namespace, key, value, createdAt, updatedAt }: ItemRow) => ({
  namespace: [...namespace],
  key,
  value,
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

/** The emulator's answer as the library's. The emulator is trusted, so nothing is checked. */
function toAnswer({ op }: ItemOperation, answer: unknown): unknown {
  if (op === 'get') return answer === null ? null : toItem(answer as ItemRow);
  if (op === 'search') return (answer as ItemRow[]).map(toItem);
  return op === 'namespaces' ? answer : undefined;
}

/**
 * A store of the checkout's own graph library without state: items belong to the deployment, and its clients see the
 * same ones. Undefined when the library has no stores.
 */
export function createItemStore(library: GraphLibrary, store: StoreCalls): BaseStore | undefined {
  if (!library.BaseStore) return undefined;
  class DeploymentStore extends library.BaseStore {
    /** Typed `never`, because the library derives the types of the answers from the operations. */
    override async batch(operations: Parameters<BaseStore['batch']>[0]): Promise<never> {
      const converted = operations.map(toOperation);
      const answers = await store.items(converted);
      return converted.map((operation, index) => toAnswer(operation, answers[index])) as never;
    }
  }
  return new DeploymentStore();
}
