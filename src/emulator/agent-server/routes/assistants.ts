import * as z from 'zod';
import { Assistant, AssistantSearch } from '../../../contract/assistant.ts';
import { HttpError } from '../../server/http-error.ts';
import { type Route, route } from '../../server/route.ts';
import { findDeployment } from '../access.ts';
import { findGraph, toAssistant } from '../assistants.ts';
import type { AgentServerDeps } from '../deps.ts';
import type { RunService } from '../run-service.ts';
import { failures } from './answers.ts';

/** One assistant per graph of the serving revision; they cannot be changed (facts: local-clouds §1.8). */
export function assistantRoutes({ store }: AgentServerDeps, runs: RunService): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/assistants/search',
      summary: 'The assistants of the serving revision',
      auth: 'workspace',
      body: AssistantSearch,
      responses: {
        200: { description: 'Assistants, by graph', schema: z.array(Assistant) },
        ...failures(404, 503),
      },
      async handler({ deploymentId, body }) {
        const deployment = await findDeployment(store, deploymentId);
        const offset = body.offset ?? 0;
        const found = runs
          .graphs(deploymentId)
          .filter((graphId) => (body.graph_id ?? graphId) === graphId)
          .slice(offset, offset + (body.limit ?? 10));
        return { status: 200, body: found.map((graphId) => toAssistant(graphId, deployment)) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/assistants/{assistant_id}',
      summary: 'An assistant, by its id or its graph',
      auth: 'workspace',
      params: z.object({ assistant_id: z.string() }),
      responses: { 200: { description: 'The assistant', schema: Assistant }, ...failures(404, 503) },
      async handler({ deploymentId, params }) {
        const deployment = await findDeployment(store, deploymentId);
        const graphId = findGraph(runs.graphs(deploymentId), params.assistant_id);
        if (graphId === undefined) {
          throw new HttpError(404, `Assistant with ID ${params.assistant_id} not found`);
        }
        return { status: 200, body: toAssistant(graphId, deployment) };
      },
    }),
  ];
}
