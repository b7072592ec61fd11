import { QueryError, type WorkerAnswers, WorkerGoneError, type WorkerQuery } from '../ports/worker.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';

/** Puts a query to the worker that serves a deployment. */
export type QueryGraph = <K extends WorkerQuery['kind']>(
  deploymentId: string,
  graphId: string,
  query: Extract<WorkerQuery, { kind: K }>,
  /** What a refusal of the graph is about. */
  loc?: string[],
) => Promise<WorkerAnswers[K]>;

/**
 * The way to the serving worker for whatever is not a run.
 * @throws HttpError 503 when none serves, 404 when it has no such graph, 422 when the graph refuses or its code fails.
 */
export function createQueryGraph({
  live,
  runtime,
}: Pick<AgentServerDependencies, 'live' | 'runtime'>): QueryGraph {
  return async (deploymentId, graphId, query, loc = ['body']) => {
    const held = live.acquire(deploymentId);
    if (!held) throw notServingError(runtime);
    const { worker } = held;
    try {
      if (!worker.graphIds.includes(graphId)) {
        throw new HttpError(
          404,
          `Graph '${graphId}' not found; this revision has ${worker.graphIds.join(', ')}`,
        );
      }
      return await worker.query(graphId, query);
    } catch (failure) {
      if (failure instanceof QueryError)
        throw invalidField(loc, `${failure.kind}: ${failure.message}`, 'graph_error');
      if (failure instanceof WorkerGoneError) throw new HttpError(503, failure.message, RETRY);
      throw failure;
    } finally {
      held.release();
    }
  };
}

const RETRY = { headers: { 'retry-after': '1' } };

/** The 503 for what only a worker can answer, when there is none (DESIGN §6 "workload"). */
export function notServingError(runtime: AgentServerDependencies['runtime']): HttpError {
  return new HttpError(
    503,
    runtime === 'stub'
      ? 'This emulator runs no agent code (stub runtime): start it with --runtime process to run agents'
      : 'No revision of this deployment is serving at this moment: wait until one is DEPLOYED',
    { headers: { 'retry-after': '1' } },
  );
}
