import { Thread, ThreadPrune, ThreadPruned } from '../../../contract/thread.ts';
import { HttpError } from '../../server/http-error.ts';
import { type Route, route } from '../../server/route.ts';
import type { AgentServerDeps } from '../deps.ts';
import { unfinishedRuns } from '../run-outcome.ts';
import type { RunService } from '../run-service.ts';
import { copyThread } from '../thread-copy.ts';
import { toThread } from '../wire.ts';
import { failures, ThreadPath } from './answers.ts';

/** Copying threads, and giving up what is no longer needed of them. */
export function threadUpkeepRoutes(deps: AgentServerDeps, runs: RunService): Route[] {
  const { store, clock, newId } = deps;

  const keepLatest = (deploymentId: string, threadId: string): Promise<boolean> =>
    store.transaction(async (tx) => {
      if (!(await tx.threads.get(deploymentId, threadId))) return false;
      // What a run began from must stay for as long as the run may be undone.
      if ((await unfinishedRuns(tx, deploymentId, threadId, 1)).length > 0) return false;
      await tx.checkpoints.keepLatest(threadId);
      return true;
    });

  const remove = async (deploymentId: string, threadId: string): Promise<boolean> => {
    try {
      await runs.removeThread(deploymentId, threadId);
      return true;
    } catch (failure) {
      if (failure instanceof HttpError && failure.status === 404) return false;
      throw failure;
    }
  };

  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/copy',
      summary: 'Make a thread with the state and the history of this one',
      auth: 'workspace',
      anywhere: true,
      params: ThreadPath,
      responses: { 200: { description: 'The new thread', schema: Thread }, ...failures(404, 409) },
      async handler({ deploymentId, params }) {
        const to = { id: newId(), now: clock.now() };
        const copy = await store.transaction((tx) => copyThread(tx, deploymentId, params.thread_id, to));
        return { status: 200, body: toThread(copy) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/prune',
      summary: 'Delete threads, or all of their history but the latest state',
      auth: 'workspace',
      body: ThreadPrune,
      responses: {
        200: { description: 'How many there were and could be', schema: ThreadPruned },
        ...failures(503),
      },
      async handler({ deploymentId, body }) {
        const prune = body.strategy === 'delete' ? remove : keepLatest;
        let count = 0;
        for (const id of new Set(body.thread_ids.map((one) => one.toLowerCase()))) {
          if (await prune(deploymentId, id)) count += 1;
        }
        return { status: 200, body: { pruned_count: count } };
      },
    }),
  ];
}
