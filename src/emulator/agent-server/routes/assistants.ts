import * as z from 'zod';
import { createPacer, filterPaced } from '../../../clients/pacer.ts';
import {
  Assistant,
  AssistantCount,
  AssistantCreate,
  AssistantDeleteQuery,
  AssistantPatch,
  AssistantSearch,
  AssistantSearchResult,
  AssistantVersion,
  DrawingQuery,
  GraphDrawing,
  GraphSchema,
  SubgraphQuery,
  Subgraphs,
  VersionChange,
  VersionSearch,
} from '../../../contract/assistant.ts';
import type { Route } from '../../server/route.ts';
import {
  type AssistantService,
  countAssistants,
  searchAssistants,
  toAssistant,
  toAssistantVersion,
} from '../assistants.ts';
import { type AccessRequest, authorize, authorizeAssistant } from '../access/authorize.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import type { AssistantRow } from '../../ports/store.ts';
import { compileContainment } from '../containment.ts';
import { createQueryGraph } from '../query-graph.ts';
import { agentRoutes, AssistantPath, errorResponses, paginationHeaders } from './responses.ts';

const anAssistant = { 200: { description: 'The assistant', schema: Assistant } };

/** Creates the routes of assistants: a default assistant per served graph, and assistants that clients create. */
export function assistantRoutes(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
): Route[] {
  return [
    agentRoutes.post('/assistants', {
      summary: 'Create an assistant from a graph and a configuration for its runs',
      body: AssistantCreate,
      responses: { ...anAssistant, ...errorResponses(400, 404, 409, 503) },
      async handler(request) {
        return { status: 200, body: toAssistant(await assistants.create(request, request.body)) };
      },
    }),
    agentRoutes.post('/assistants/search', {
      summary:
        'Search assistants: created assistants, newest first, then the default assistants of the graphs',
      body: AssistantSearch,
      responses: {
        200: { description: 'Assistants', schema: z.array(AssistantSearchResult) },
        ...errorResponses(404, 503),
      },
      async handler(request) {
        const { body } = request;
        const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 };
        const visible = await listVisible(assistants, request, body, page);
        const found = await searchAssistants(...visible, request.signal);
        const { assistants: shown, total } = found;
        const headers = paginationHeaders({ offset: body.offset ?? 0, shown: shown.length, total });
        return { status: 200, body: shown, headers };
      },
    }),
    agentRoutes.post('/assistants/count', {
      summary: 'Count the assistants that match a search',
      body: AssistantCount,
      responses: { 200: { description: 'Their number', schema: z.int() }, ...errorResponses(404, 503) },
      async handler(request) {
        const visible = await listVisible(assistants, request, request.body);
        return { status: 200, body: await countAssistants(...visible, request.signal) };
      },
    }),
    agentRoutes.get('/assistants/{assistant_id}', {
      summary: 'An assistant',
      params: AssistantPath,
      responses: { ...anAssistant, ...errorResponses(404, 503) },
      async handler(request) {
        return { status: 200, body: toAssistant(await findVisible(assistants, request)) };
      },
    }),
    agentRoutes.patch('/assistants/{assistant_id}', {
      summary: 'Update an assistant, which creates a new version',
      params: AssistantPath,
      body: AssistantPatch,
      responses: { ...anAssistant, ...errorResponses(400, 404, 503) },
      async handler(request) {
        const changed = await assistants.update(request, request.params.assistant_id, request.body);
        return { status: 200, body: toAssistant(changed) };
      },
    }),
    agentRoutes.delete('/assistants/{assistant_id}', {
      summary: 'Delete a created assistant with its versions, and with `delete_threads` also its threads',
      params: AssistantPath,
      query: AssistantDeleteQuery,
      responses: { 204: { description: 'Gone' }, ...errorResponses(404, 503) },
      async handler(request) {
        const { params, query } = request;
        await findVisible(assistants, request, { action: 'delete' });
        await assistants.remove(request, params.assistant_id, { withThreads: query.delete_threads });
        return { status: 204 };
      },
    }),
    ...assistantVersionRoutes(assistants),
    ...assistantGraphRoutes(dependencies, assistants),
  ];
}

/** Returns the assistants that the caller may see, and the query, modified by the agent's authorization handler. */
export async function listVisible<Q extends AssistantSearch | AssistantCount>(
  assistants: AssistantService,
  { deploymentId, agentCaller }: AccessRequest,
  query: Q,
  page: Record<string, unknown> = {},
): Promise<[AssistantRow[], Q]> {
  const all = await assistants.list(deploymentId);
  if (typeof query.graph_id === 'string') assistants.checkGraph(deploymentId, query.graph_id);
  if (!agentCaller) return [all, query];
  const asked = { graph_id: query.graph_id ?? null, metadata: query.metadata ?? null, ...page };
  const { value, filter } = await authorize(agentCaller, 'assistants', 'search', asked);
  const shown = filter ? all.filter(({ metadata }) => filter(metadata)) : all;
  return [shown, { ...query, metadata: value.metadata }];
}

/** Returns the requested assistant if the caller may perform the action on it. */
async function findVisible(
  assistants: AssistantService,
  request: AccessRequest & { params: { assistant_id: string } },
  asked: Parameters<typeof authorizeAssistant>[2] = {},
): Promise<AssistantRow> {
  const row = await assistants.find(request.deploymentId, request.params.assistant_id);
  await authorizeAssistant(request, row, asked);
  return row;
}

function assistantVersionRoutes(assistants: AssistantService): Route[] {
  return [
    agentRoutes.post('/assistants/{assistant_id}/versions', {
      summary: 'List the versions of an assistant, latest first',
      params: AssistantPath,
      body: VersionSearch,
      responses: {
        200: { description: 'Versions', schema: z.array(AssistantVersion) },
        ...errorResponses(404, 503),
      },
      async handler(request) {
        const { deploymentId, params, body } = request;
        const value = { metadata: body.metadata ?? null };
        await findVisible(assistants, request, { action: 'search', value });
        const all = await assistants.versions(deploymentId, params.assistant_id);
        const hasMetadata = compileContainment(body.metadata ?? {}, ['body', 'metadata']);
        const matching = await filterPaced(
          all,
          ({ metadata }) => hasMetadata(metadata),
          createPacer(request.signal),
        );
        const offset = body.offset ?? 0;
        const shown = matching.slice(offset, offset + (body.limit ?? 10)).map(toAssistantVersion);
        const headers = paginationHeaders({ offset, shown: shown.length, total: matching.length });
        return { status: 200, body: shown, headers };
      },
    }),
    agentRoutes.post('/assistants/{assistant_id}/latest', {
      summary: 'Choose the latest version of an assistant',
      params: AssistantPath,
      body: VersionChange,
      responses: { 200: { description: 'The assistant', schema: Assistant }, ...errorResponses(404, 503) },
      async handler(request) {
        const { deploymentId, params, body } = request;
        await findVisible(assistants, request, { action: 'update', value: { version: body.version } });
        const changed = await assistants.setLatest(deploymentId, params.assistant_id, body.version);
        return { status: 200, body: toAssistant(changed) };
      },
    }),
  ];
}

const LOC = ['path', 'assistant_id'];

/** Creates the routes for drawings and schemas of graphs, which the serving revision's graph library creates. */
function assistantGraphRoutes(dependencies: AgentServerDependencies, assistants: AssistantService): Route[] {
  const queryGraph = createQueryGraph(dependencies);

  type GraphRequest = AccessRequest & { params: { assistant_id: string } };
  const runnable = async (request: GraphRequest): Promise<AssistantRow> => {
    const row = await assistants.findRunnable(request.deploymentId, request.params.assistant_id, LOC);
    await authorizeAssistant(request, row);
    return row;
  };
  const subgraphs = async (
    request: GraphRequest,
    which: { recurse: boolean; namespace?: string },
  ): Promise<{ status: 200; body: Subgraphs }> => {
    const { graphId, config } = await runnable(request);
    const found = await queryGraph(
      request.deploymentId,
      graphId,
      { kind: 'subgraphs', config, ...which },
      LOC,
    );
    const body: Subgraphs = {};
    for (const [name, schemas] of Object.entries(found)) body[name] = { graph_id: graphId, ...schemas };
    return { status: 200, body };
  };
  const answers = {
    200: { description: 'Schemas by namespace', schema: Subgraphs },
    ...errorResponses(404, 503),
  };

  return [
    agentRoutes.get('/assistants/{assistant_id}/graph', {
      summary:
        "Return an assistant's graph as nodes and edges; the name of a graph selects its default assistant",
      params: z.object({ assistant_id: z.string() }),
      query: DrawingQuery,
      responses: { 200: { description: 'The graph', schema: GraphDrawing }, ...errorResponses(404, 503) },
      async handler(request) {
        const { deploymentId, query } = request;
        const { graphId, config } = await runnable(request);
        const question = { kind: 'drawing', xray: query.xray, config } as const;
        return { status: 200, body: await queryGraph(deploymentId, graphId, question, LOC) };
      },
    }),
    agentRoutes.get('/assistants/{assistant_id}/schemas', {
      summary: "Return the JSON schemas of an assistant's graph",
      params: AssistantPath,
      responses: { 200: { description: 'Schemas', schema: GraphSchema }, ...errorResponses(404, 503) },
      async handler(request) {
        const { deploymentId } = request;
        const { graphId, config } = await runnable(request);
        const schemas = await queryGraph(deploymentId, graphId, { kind: 'schemas', config }, LOC);
        return { status: 200, body: { graph_id: graphId, ...schemas } };
      },
    }),
    agentRoutes.get('/assistants/{assistant_id}/subgraphs', {
      summary: "Return the subgraphs of an assistant's graph",
      params: AssistantPath,
      query: SubgraphQuery,
      responses: answers,
      handler: (request) => subgraphs(request, request.query),
    }),
    agentRoutes.get('/assistants/{assistant_id}/subgraphs/{namespace}', {
      summary: "Return one subgraph of an assistant's graph",
      params: z.object({ ...AssistantPath.shape, namespace: z.string() }),
      query: SubgraphQuery,
      responses: answers,
      handler: (request) => {
        const { query, params } = request;
        return subgraphs(request, { ...query, namespace: params.namespace });
      },
    }),
  ];
}
