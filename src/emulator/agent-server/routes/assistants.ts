import * as z from 'zod';
import {
  Assistant,
  AssistantCount,
  AssistantCreate,
  AssistantDeleteQuery,
  AssistantSearchResult,
  AssistantPatch,
  AssistantSearch,
} from '../../../contract/assistant.ts';
import { type Route, route } from '../../server/route.ts';
import { countAssistants, searchAssistants } from '../assistant-search.ts';
import type { AssistantService } from '../assistant-service.ts';
import { toAssistant } from '../assistants.ts';
import { AssistantPath, errorResponses, paginationHeaders } from './answers.ts';

const anAssistant = { 200: { description: 'The assistant', schema: Assistant } };

/** Assistants: one for each graph of the serving revision, and those that are made (facts: local-clouds §1.8). */
export function assistantRoutes(assistants: AssistantService): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/assistants',
      summary: 'Make an assistant: a graph, and what its runs are configured with',
      auth: 'workspace',
      body: AssistantCreate,
      responses: { ...anAssistant, ...errorResponses(404, 409, 503) },
      async handler({ deploymentId, body }) {
        return { status: 200, body: toAssistant(await assistants.create(deploymentId, body)) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/assistants/search',
      summary: 'Find assistants: those that were made, newest first, then those of the graphs',
      auth: 'workspace',
      body: AssistantSearch,
      responses: {
        200: { description: 'Assistants', schema: z.array(AssistantSearchResult) },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId, body }) {
        const found = searchAssistants(await assistants.list(deploymentId), body);
        const { assistants: shown, total } = found;
        const headers = paginationHeaders({ offset: body.offset ?? 0, shown: shown.length, total });
        return { status: 200, body: shown, headers };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/assistants/count',
      summary: 'How many assistants a search would find',
      auth: 'workspace',
      body: AssistantCount,
      responses: { 200: { description: 'Their number', schema: z.int() }, ...errorResponses(404, 503) },
      async handler({ deploymentId, body }) {
        return { status: 200, body: countAssistants(await assistants.list(deploymentId), body) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/assistants/{assistant_id}',
      summary: 'An assistant, by its id or its graph',
      auth: 'workspace',
      params: AssistantPath,
      responses: { ...anAssistant, ...errorResponses(404, 503) },
      async handler({ deploymentId, params }) {
        return { status: 200, body: toAssistant(await assistants.find(deploymentId, params.assistant_id)) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'PATCH',
      path: '/assistants/{assistant_id}',
      summary: 'Change an assistant: a new version of it',
      auth: 'workspace',
      params: AssistantPath,
      body: AssistantPatch,
      responses: { ...anAssistant, ...errorResponses(404, 503) },
      async handler({ deploymentId, params, body }) {
        const changed = await assistants.update(deploymentId, params.assistant_id, body);
        return { status: 200, body: toAssistant(changed) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'DELETE',
      path: '/assistants/{assistant_id}',
      summary: 'Delete an assistant that was made, with its versions, and with its threads when so asked',
      auth: 'workspace',
      params: AssistantPath,
      query: AssistantDeleteQuery,
      responses: { 204: { description: 'Gone' }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params, query }) {
        await assistants.remove(deploymentId, params.assistant_id, query.delete_threads);
        return { status: 204 };
      },
    }),
  ];
}
