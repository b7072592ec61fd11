import type { NewItem } from '../ports/store.ts';
import { invalidField } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { decodeVector, decodeVectors } from './item-vectors.ts';
import { createQueryGraph, notServingError, servingWorker } from './query-graph.ts';

/**
 * Computes the vectors of items and queries that clients send, if the agent's configuration specifies an embedding
 * function. Graphs compute the vectors of their items and queries themselves.
 */
export interface Embeddings {
  /**
   * Returns the vectors of an item. `index` replaces the configured paths to the item's texts, and `index: false`
   * disables the embedding.
   * @throws HttpError 503 if no worker is available; 422 if the embedding function fails.
   */
  ofItem(
    deploymentId: string,
    item: { value: Record<string, unknown>; index?: false | readonly string[] | null | undefined },
  ): Promise<NewItem['vectors']>;
  /**
   * Returns a query's vector, or `undefined` if no embedding function is configured. @throws HttpError like `ofItem`.
   */
  ofQuery(deploymentId: string, query: string): Promise<Float32Array | undefined>;
}

export function createEmbeddings(
  dependencies: Pick<AgentServerDependencies, 'store' | 'live' | 'runtime'>,
): Embeddings {
  const { store, live, runtime } = dependencies;
  const queryGraph = createQueryGraph(dependencies);
  const isIndexed = async (deploymentId: string): Promise<boolean> =>
    (await store.revisions.activeSettings(deploymentId))?.isIndexed === true;
  /** The embedding function belongs to the whole revision, so the worker of any graph can call it. */
  const graphOf = (deploymentId: string): string => {
    const [graphId] = servingWorker(live, deploymentId)?.graphIds ?? [];
    if (graphId === undefined) throw notServingError(runtime);
    return graphId;
  };
  return {
    async ofItem(deploymentId, { value, index }) {
      if (index === false || !(await isIndexed(deploymentId))) return undefined;
      const document = { value, ...(index && { index: [...index] }) };
      const {
        documents: [vectors],
      } = await queryGraph(deploymentId, graphOf(deploymentId), { kind: 'embed', documents: [document] }, [
        'body',
        'value',
      ]);
      return vectors && refusing(['body', 'value'], () => decodeVectors(vectors));
    },
    async ofQuery(deploymentId, query) {
      if (query === '' || !(await isIndexed(deploymentId))) return undefined;
      const { query: vector } = await queryGraph(
        deploymentId,
        graphOf(deploymentId),
        { kind: 'embed', documents: [], query },
        ['body', 'query'],
      );
      if (vector === null) return undefined;
      return refusing(['body', 'query'], () => decodeVector(vector));
    },
  };
}

/** Calls `decode`, which decodes the embedding function's vectors. @throws HttpError if the vectors are invalid. */
function refusing<T>(loc: string[], decode: () => T): T {
  try {
    return decode();
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    throw invalidField(loc, `the embedding function returned ${failure.message}`, 'graph_error');
  }
}
