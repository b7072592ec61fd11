import { Thread, ThreadPrune, ThreadPruned } from '../../../contract/thread.ts';
import { type Route, route } from '../../server/route.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { copyThread } from '../thread-copy.ts';
import { pruneHistories, removeThreads } from '../thread-removal.ts';
import { toThread } from '../wire.ts';
import { errorResponses, ThreadPath } from './answers.ts';

/** Copying threads, and giving up what is no longer needed of them. */
export function threadUpkeepRoutes({ store, executor, clock, newId }: AgentServerDependencies): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/copy',
      summary: 'Make a thread with the state and the history of this one',
      auth: 'workspace',
      anyInstance: true,
      params: ThreadPath,
      responses: { 200: { description: 'The new thread', schema: Thread }, ...errorResponses(404, 409) },
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
        ...errorResponses(503),
      },
      async handler({ deploymentId, body }) {
        const ids = new Set(body.thread_ids.map((one) => one.toLowerCase()));
        const prune = body.strategy === 'delete' ? removeThreads : pruneHistories;
        const { count, stopped } = await executor.streams.pauseStreams(
          { deploymentId, threadIds: [...ids] },
          () => store.transaction((tx) => prune(tx, deploymentId, ids)),
        );
        await executor.abortStopped(stopped);
        return { status: 200, body: { pruned_count: count } };
      },
    }),
  ];
}
