import type { BaseStore } from '@langchain/langgraph';
import type { ItemOperation } from '../../ports/store-calls.ts';
import type { ItemRow } from '../../ports/store.ts';
import type { GraphLibrary } from './library.ts';
import { toPlainRecord } from './plain-json.ts';
import type { StoreCalls } from './store-calls.ts';

type Asked = Parameters<BaseStore['batch']>[0][number];

/** One operation of the library's, as the emulator takes it. */
function toOperation(asked: Asked): ItemOperation {
  if ('value' in asked) {
    const { namespace, key, value } = asked;
    return value === null
      ? { op: 'delete', namespace, key }
      : { op: 'put', namespace, key, value: toPlainRecord(value) };
  }
  if ('key' in asked) return { op: 'get', namespace: asked.namespace, key: asked.key };
  const page = {
    ...(typeof asked.limit === 'number' && { limit: asked.limit }),
    ...(typeof asked.offset === 'number' && { offset: asked.offset }),
  };
  if ('namespacePrefix' in asked) {
    const { namespacePrefix: prefix, filter } = asked;
    return { op: 'search', prefix, ...(filter && { filter: toPlainRecord(filter) }), ...page };
  }
  const conditions = 'matchConditions' in asked ? (asked.matchConditions ?? []) : [];
  return {
    op: 'namespaces',
    match: conditions.map(({ matchType, path }) => ({ end: matchType, pattern: [...path] })),
    ...('maxDepth' in asked && typeof asked.maxDepth === 'number' && { depth: asked.maxDepth }),
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

/** The answer to one operation, as the library gives it: the emulator's own, so nothing is checked again. */
function toAnswer({ op }: ItemOperation, answer: unknown): unknown {
  if (op === 'get') return answer === null ? null : toItem(answer as ItemRow);
  if (op === 'search') return (answer as ItemRow[]).map(toItem);
  return op === 'namespaces' ? answer : undefined;
}

/**
 * A store of the checkout's own graph library that keeps nothing: items belong to the deployment, and are the very ones
 * that its clients see. `undefined` when the library has no stores.
 */
export function createItemStore(library: GraphLibrary, store: StoreCalls): BaseStore | undefined {
  if (!library.BaseStore) return undefined;
  class DeploymentStore extends library.BaseStore {
    /** `never` stands for the answers, whose types the library tells by the operations. */
    override async batch(operations: Parameters<BaseStore['batch']>[0]): Promise<never> {
      const asked = operations.map(toOperation);
      const answers = await store.items(asked);
      return asked.map((operation, index) => toAnswer(operation, answers[index])) as never;
    }
  }
  return new DeploymentStore();
}
