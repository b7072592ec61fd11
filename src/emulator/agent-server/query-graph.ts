import { fieldOf, isJsonObject } from '../../contract/json-safety.ts';
import { withoutReserved } from './reserved-keys.ts';
import { QueryError, type WorkerAnswers, WorkerGoneError, type WorkerQuery } from '../ports/worker.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { checkThreadLanguage } from './thread-language.ts';

/** Sends a query to the worker that serves a deployment. */
export type QueryGraph = <K extends WorkerQuery['kind']>(
  deploymentId: string,
  graphId: string,
  query: Extract<WorkerQuery, { kind: K }>,
  /** Which part of the request a refusal of the graph names. */
  loc?: string[],
) => Promise<WorkerAnswers[K]>;

/**
 * Queries about a graph or its threads, beside runs.
 * @throws HttpError 503 when none serves, 404 when it has no such graph, 409 when the thread is of the other language, 422
 * when the graph refuses or its code fails.
 */
export function createQueryGraph({
  store,
  live,
  runtime,
}: Pick<AgentServerDependencies, 'store' | 'live' | 'runtime'>): QueryGraph {
  return async (deploymentId, graphId, query, loc = ['body']) => {
    const held = live.acquire(deploymentId);
    if (!held) throw notServingError(runtime);
    const { worker } = held;
    try {
      if ('threadId' in query) await checkThreadLanguage(store, query.threadId, worker.language);
      if (!worker.graphIds.includes(graphId)) {
        throw new HttpError(
          404,
          `Graph '${graphId}' not found; this revision has ${worker.graphIds.join(', ')}`,
        );
      }
      return await worker.query(graphId, withOwnConfig(query));
    } catch (failure) {
      if (failure instanceof QueryError)
        throw invalidField(loc, `${failure.kind}: ${failure.message}`, 'graph_error');
      if (failure instanceof WorkerGoneError) {
        throw new HttpError(503, failure.message, { headers: { 'retry-after': '1' } });
      }
      throw failure;
    } finally {
      held.release();
    }
  };
}

/** The query without the keys of an assistant's configuration that no client may set. */
function withOwnConfig<Q extends object>(query: Q): Q {
  const config = fieldOf(query, 'config');
  if (!isJsonObject(config) || !isJsonObject(config['configurable'])) return query;
  return { ...query, config: { ...config, configurable: withoutReserved(config['configurable']) } };
}

/** The 503 when there is no worker, and only a worker can answer. */
export function notServingError(runtime: AgentServerDependencies['runtime']): HttpError {
  return new HttpError(
    503,
    runtime === 'stub'
      ? 'This emulator runs no agent code (stub runtime): start it with --runtime process to run agents'
      : 'No revision of this deployment is serving at this moment: wait until one is DEPLOYED',
    { headers: { 'retry-after': '1' } },
  );
}
