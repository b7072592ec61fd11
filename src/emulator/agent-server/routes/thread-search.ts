import * as z from 'zod';
import { ThreadCount, ThreadSearchResult, ThreadSearch } from '../../../contract/thread.ts';
import { streamJsonArray } from '../../server/json-array.ts';
import { type Route, route } from '../../server/route.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { countThreads, searchThreads } from '../thread-search.ts';
import { errorResponses, paginationHeaders } from './answers.ts';

/** Finding threads (facts: service §4.2); they are found while no worker serves. */
export function threadSearchRoutes({ store }: AgentServerDependencies): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/search',
      summary: 'Find threads by status, metadata and values; newest first where no order is named',
      auth: 'workspace',
      anyInstance: true,
      body: ThreadSearch,
      responses: {
        200: { description: 'Threads', schema: z.array(ThreadSearchResult) },
        ...errorResponses(),
      },
      async handler({ deploymentId, body, signal }) {
        const { threads, count: shown, total } = await searchThreads(store, deploymentId, body);
        const headers = paginationHeaders({ offset: body.offset ?? 0, shown, total });
        return streamJsonArray({ pages: threads, signal, headers });
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/count',
      summary: 'How many threads a search would find',
      auth: 'workspace',
      anyInstance: true,
      body: ThreadCount,
      responses: { 200: { description: 'Their number', schema: z.int() }, ...errorResponses() },
      async handler({ deploymentId, body }) {
        return { status: 200, body: await countThreads(store, deploymentId, body) };
      },
    }),
  ];
}
