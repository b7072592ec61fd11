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

/** Sends a query to the worker that serves a deployment. */
export type QueryGraph = <K extends WorkerQuery['kind']>(
  deploymentId: string,
  graphId: string,
  query: Extract<WorkerQuery, { kind: K }>,
  /** Position in the request that a refusal by the graph names. */
  loc?: string[],
) => Promise<WorkerAnswers[K]>;

/**
 * Sends queries about a graph or its threads, other than runs.
 * @throws HttpError 503 if no worker serves, 404 if it has no such graph, 409 if the thread has the other language,
 * 422 if the graph refuses or its code fails.
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
 * Returns the worker that serves a deployment, to read what it supports; `undefined` if none serves. To execute work
 * on the worker, acquire it instead.
 */
export function servingWorker(live: Pick<LiveWorkers, 'acquire'>, deploymentId: string): Worker | undefined {
  const held = live.acquire(deploymentId);
  held?.release();
  return held?.worker;
}

/** Removes the keys of an assistant's configuration that clients may not set. */
function withOwnConfig<Q extends object>(query: Q): Q {
  const config = fieldOf(query, 'config');
  if (!isJsonObject(config) || !isJsonObject(config['configurable'])) return query;
  return { ...query, config: { ...config, configurable: withoutReserved(config['configurable']) } };
}

/** Returns the 503 for requests that only a worker could answer. */
export function notServingError(runtime: AgentServerDependencies['runtime']): HttpError {
  return new HttpError(
    503,
    runtime === 'stub'
      ? 'This emulator does not run agent code (stub runtime): start it with --runtime process to run agents'
      : 'No revision of this deployment is serving: wait until one is DEPLOYED',
    { headers: { 'retry-after': '1' } },
  );
}
