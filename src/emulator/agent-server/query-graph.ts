import { fieldOf, isJsonObject } from '../../contract/json-safety.ts';
import { withoutReserved } from './reserved-keys.ts';
import {
  type LiveWorkers,
  QueryError,
  type Worker,
  type WorkerAnswers,
  WorkerGoneError,
  type WorkerQuery,
} from '../ports/worker.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { checkThreadLanguage } from './thread-language.ts';

export type QueryGraph = <K extends WorkerQuery['kind']>(
  deploymentId: string,
  graphId: string,
  query: Extract<WorkerQuery, { kind: K }>,
  /** Position in the client's request that the error names if the graph rejects the query. */
  loc?: string[],
) => Promise<WorkerAnswers[K]>;

/**
 * Creates the function that sends queries about graphs and threads to workers.
 * @throws HttpError 503 if no worker serves the deployment; 404 if the worker does not have the graph; 409 if the
 * thread's language is not the graph's language; 422 if the graph rejects the query or its code fails.
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

/**
 * Returns a deployment's serving worker, or `undefined` if no worker is serving. Use `servingWorker` only to read the
 * worker's capabilities, and acquire a worker to execute work.
 */
export function servingWorker(live: Pick<LiveWorkers, 'acquire'>, deploymentId: string): Worker | undefined {
  const held = live.acquire(deploymentId);
  held?.release();
  return held?.worker;
}

/** Removes the configuration keys of an assistant that clients must not set. */
function withOwnConfig<Q extends object>(query: Q): Q {
  const config = fieldOf(query, 'config');
  if (!isJsonObject(config) || !isJsonObject(config['configurable'])) return query;
  return { ...query, config: { ...config, configurable: withoutReserved(config['configurable']) } };
}

/** Creates the 503 for requests that need a worker. */
export function notServingError(runtime: AgentServerDependencies['runtime']): HttpError {
  return new HttpError(
    503,
    runtime === 'stub'
      ? 'This emulator does not run agent code (stub runtime): start it with --runtime process to run agents'
      : 'No revision of this deployment is serving: wait until one is DEPLOYED',
    { headers: { 'retry-after': '1' } },
  );
}
