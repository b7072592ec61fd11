import * as z from 'zod';
import { Assistant, AssistantVersion, VersionChange, VersionSearch } from '../../../contract/assistant.ts';
import { type Route, route } from '../../server/route.ts';
import type { AssistantService } from '../assistant-service.ts';
import { toAssistant, toAssistantVersion } from '../assistants.ts';
import { contains } from '../matching.ts';
import { AssistantPath, errorResponses, paginationHeaders } from './answers.ts';

/** The versions of an assistant, and which of them counts. */
export function assistantVersionRoutes(assistants: AssistantService): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/assistants/{assistant_id}/versions',
      summary: 'The versions of an assistant, latest first',
      auth: 'workspace',
      params: AssistantPath,
      body: VersionSearch,
      responses: {
        200: { description: 'Versions', schema: z.array(AssistantVersion) },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId, params, body }) {
        const all = await assistants.versions(deploymentId, params.assistant_id);
        const matching = all.filter(({ metadata }) => contains(metadata, body.metadata ?? {}));
        const offset = body.offset ?? 0;
        const shown = matching.slice(offset, offset + (body.limit ?? 10)).map(toAssistantVersion);
        const headers = paginationHeaders({ offset, shown: shown.length, total: matching.length });
        return { status: 200, body: shown, headers };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/assistants/{assistant_id}/latest',
      summary: 'Choose the version of an assistant that counts',
      auth: 'workspace',
      params: AssistantPath,
      body: VersionChange,
      responses: { 200: { description: 'The assistant', schema: Assistant }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params, body }) {
        const changed = await assistants.setLatest(deploymentId, params.assistant_id, body.version);
        return { status: 200, body: toAssistant(changed) };
      },
    }),
  ];
}
