import type { AssistantRow, RunRow, Store } from '../ports/store.ts';
import { type LiveWorkers, type PriorityContext, QueryError, WorkerGoneError } from '../ports/worker.ts';
import type { RunRequest } from './run-row.ts';
import { toRecord } from './run-row.ts';

/**
 * Returns the priority that the agent's priority object assigns to a new run's thread. Returns `undefined` if the agent
 * has no priority object, if the thread already has a priority, or if the object fails. A failure of the priority
 * object is logged, and the thread's next run calls the priority object again.
 */
export async function assignPriority(
  { store, live, log }: { store: Store; live: LiveWorkers; log: (line: string) => void },
  request: RunRequest,
  run: RunRow,
  assistant: Pick<AssistantRow, 'id' | 'graphId' | 'metadata'>,
): Promise<number | undefined> {
  const held = live.acquire(run.deploymentId);
  try {
    if (held?.worker.settings?.hasPriority !== true) return undefined;
    const thread =
      request.threadId === undefined
        ? undefined
        : await store.threads.head(run.deploymentId, request.threadId);
    if (thread && thread.priority !== null) return undefined;
    const configurable = toRecord(toRecord(run.kwargs['config'])['configurable']);
    const { langgraph_auth_user: user, langgraph_auth_permissions: permissions } = configurable;
    const context: PriorityContext = {
      user: user === null || user === undefined ? null : toRecord(user),
      permissions: Array.isArray(permissions) ? permissions.map(String) : [],
      thread_id: request.threadId ?? null,
      thread_metadata: thread?.metadata ?? {},
      assistant_id: assistant.id,
      graph_id: assistant.graphId,
      assistant_metadata: assistant.metadata,
      run_metadata: run.metadata,
      cron_id: request.cronId ?? null,
    };
    const { priority } = await held.worker.query(run.graphId, { kind: 'priority', context });
    return priority;
  } catch (failure) {
    if (!(failure instanceof QueryError || failure instanceof WorkerGoneError)) throw failure;
    log(`run ${run.id} has the default priority: ${failure.message}`);
    return undefined;
  } finally {
    held?.release();
  }
}
