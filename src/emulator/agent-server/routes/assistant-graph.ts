import * as z from 'zod';
import {
  DrawingQuery,
  GraphDrawing,
  GraphSchema,
  SubgraphQuery,
  Subgraphs,
} from '../../../contract/assistant.ts';
import { type Route, route } from '../../server/route.ts';
import { createQueryGraph } from '../ask.ts';
import type { AssistantService } from '../assistant-service.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { AssistantPath, errorResponses } from './answers.ts';

const LOC = ['path', 'assistant_id'];

/** What the serving revision's graph library tells of an assistant's graph (facts: service §4). */
export function assistantGraphRoutes(deps: AgentServerDependencies, assistants: AssistantService): Route[] {
  const ask = createQueryGraph(deps);

  const subgraphs = async (
    deploymentId: string,
    assistantId: string,
    which: { recurse: boolean; namespace?: string },
  ): Promise<{ status: 200; body: Subgraphs }> => {
    const { graphId, config } = await assistants.findRunnable(deploymentId, assistantId);
    const found = await ask(deploymentId, graphId, { kind: 'subgraphs', config, ...which }, LOC);
    const body: Subgraphs = {};
    for (const [name, schemas] of Object.entries(found)) body[name] = { graph_id: graphId, ...schemas };
    return { status: 200, body };
  };
  const answers = {
    200: { description: 'Schemas by namespace', schema: Subgraphs },
    ...errorResponses(404, 503),
  };

  return [
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/assistants/{assistant_id}/graph',
      summary: "An assistant's graph as nodes and edges",
      auth: 'workspace',
      params: AssistantPath,
      query: DrawingQuery,
      responses: { 200: { description: 'The graph', schema: GraphDrawing }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params, query }) {
        const { graphId, config } = await assistants.findRunnable(deploymentId, params.assistant_id);
        const question = { kind: 'drawing', xray: query.xray, config } as const;
        return { status: 200, body: await ask(deploymentId, graphId, question, LOC) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/assistants/{assistant_id}/schemas',
      summary: "JSON schemas of what an assistant's graph takes and gives",
      auth: 'workspace',
      params: AssistantPath,
      responses: { 200: { description: 'Schemas', schema: GraphSchema }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params }) {
        const { graphId, config } = await assistants.findRunnable(deploymentId, params.assistant_id);
        const schemas = await ask(deploymentId, graphId, { kind: 'schemas', config }, LOC);
        return { status: 200, body: { graph_id: graphId, ...schemas } };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/assistants/{assistant_id}/subgraphs',
      summary: "The sub-graphs of an assistant's graph",
      auth: 'workspace',
      params: AssistantPath,
      query: SubgraphQuery,
      responses: answers,
      handler: ({ deploymentId, params, query }) => subgraphs(deploymentId, params.assistant_id, query),
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/assistants/{assistant_id}/subgraphs/{namespace}',
      summary: "One sub-graph of an assistant's graph",
      auth: 'workspace',
      params: z.object({ ...AssistantPath.shape, namespace: z.string() }),
      query: SubgraphQuery,
      responses: answers,
      handler: ({ deploymentId, params, query }) =>
        subgraphs(deploymentId, params.assistant_id, { ...query, namespace: params.namespace }),
    }),
  ];
}
