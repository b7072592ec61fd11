import { DetailError } from '../../../contract/error-bodies.ts';
import { CommandResponse, EventStreamRequest, ProtocolCommand } from '../../../contract/protocol.ts';
import type { Route } from '../../server/route.ts';
import { authorize, checkThread } from '../access/authorize.ts';
import { createAccessRecheck } from '../access/lasting-access.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { createCommandHandler } from '../protocol/commands.ts';
import { subscribeToThreadEvents } from '../protocol/thread-events.ts';
import type { RunService } from '../run-service.ts';
import { agentRoutes, errorResponses, ThreadPath } from './responses.ts';
import { respondWithThread } from './streams.ts';

/**
 * Creates the routes of the streaming protocol: the events of a thread, and the commands that change the thread
 * (docs/agent-server/streams.md#protocol).
 */
export function protocolRoutes(dependencies: AgentServerDependencies, runs: RunService): Route[] {
  const answer = createCommandHandler(dependencies, runs);
  return [
    agentRoutes.post('/threads/{thread_id}/stream/events', {
      summary: 'Stream the stored and future events of a thread in the streaming protocol',
      params: ThreadPath,
      body: EventStreamRequest,
      responses: {
        200: { description: 'The events, each with its sequence number as id', type: 'text/event-stream' },
        ...errorResponses(),
      },
      async handler({ params, body, deploymentId, agentCaller, signal }) {
        const threadId = params.thread_id;
        const { store } = dependencies;
        const { filter } = await authorize(agentCaller, 'threads', 'read', { thread_id: threadId });
        await checkThread(store, deploymentId, threadId, filter);
        const access = createAccessRecheck(store, { deploymentId, threadId }, { filter });
        // The first call of `isAllowed` records which thread has the ID, so later calls notice another thread.
        await access.isAllowed();
        const thread = { deploymentId, threadId, access };
        const subscription = subscribeToThreadEvents(dependencies, thread, body);
        return respondWithThread(dependencies, subscription, { signal, headers: {} });
      },
    }),
    agentRoutes.post('/threads/{thread_id}/commands', {
      summary: 'Send a command of the streaming protocol: start a run, or respond to its interrupts',
      params: ThreadPath,
      body: ProtocolCommand,
      responses: {
        200: { description: 'The result; a failed command has status 200 too', schema: CommandResponse },
        503: { description: 'No revision is serving', schema: DetailError },
        ...errorResponses(),
      },
      async handler({ params, body, deploymentId, headers, agentCaller, signal }) {
        const target = { deploymentId, threadId: params.thread_id, headers, agentCaller, signal };
        return { status: 200, body: await answer(target, body) };
      },
    }),
  ];
}
