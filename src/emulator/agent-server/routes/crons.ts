import * as z from 'zod';
import {
  Cron,
  CronCount,
  CronCreate,
  CronPatch,
  CronSearch,
  CronSearchResult,
  ThreadCronCreate,
} from '../../../contract/cron.ts';
import { streamJsonArray } from '../../server/respond.ts';
import type { Route } from '../../server/route.ts';
import type { AssistantService } from '../assistants.ts';
import { mapBatches } from '../batch-by-size.ts';
import { toCron } from '../crons/cron-row.ts';
import { createCronService } from '../crons/cron-service.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import {
  agentRoutes,
  errorResponses,
  selectFields,
  paginationHeaders,
  ThreadPath,
  uuidAnyCase,
} from './responses.ts';

const CronPath = z.object({ cron_id: uuidAnyCase });
const aCron = { 200: { description: 'The cron', schema: Cron } };

/** Creates the routes for crons. A cron either runs on one thread, or creates a new thread for each run. */
export function cronRoutes(dependencies: AgentServerDependencies, assistants: AssistantService): Route[] {
  const { onCronsChanged = () => undefined } = dependencies;
  const crons = createCronService(dependencies, assistants, onCronsChanged);
  return [
    agentRoutes.post('/runs/crons', {
      summary: 'Create a cron that starts scheduled runs, each on a new thread',
      body: CronCreate,
      responses: { ...aCron, ...errorResponses(400, 404, 503) },
      async handler(request) {
        return { status: 200, body: toCron(await crons.create(request, request.body)) };
      },
    }),
    agentRoutes.post('/threads/{thread_id}/runs/crons', {
      summary: 'Create a cron that starts scheduled runs on this thread',
      params: ThreadPath,
      body: ThreadCronCreate,
      responses: { ...aCron, ...errorResponses(400, 404, 503) },
      async handler(request) {
        const { params, body } = request;
        return { status: 200, body: toCron(await crons.create(request, body, params.thread_id)) };
      },
    }),
    agentRoutes.post('/runs/crons/search', {
      summary: 'Search crons, newest first',
      body: CronSearch,
      responses: {
        200: {
          description: 'Crons with all their fields, or with the fields in `select`',
          schema: z.array(CronSearchResult),
        },
        ...errorResponses(404),
      },
      async handler(request) {
        const { body, signal } = request;
        const found = await crons.search(request, body);
        const pages = mapBatches(found.crons, (row) => selectFields(toCron(row), body.select));
        const { count: shown, total } = found;
        const headers = paginationHeaders({ offset: body.offset ?? 0, shown, total });
        return streamJsonArray({ pages, signal, headers });
      },
    }),
    agentRoutes.post('/runs/crons/count', {
      summary: 'Count the crons that match a search',
      body: CronCount,
      responses: { 200: { description: 'Their number', schema: z.int() }, ...errorResponses(404) },
      async handler(request) {
        return { status: 200, body: await crons.count(request, request.body) };
      },
    }),
    agentRoutes.get('/runs/crons/{cron_id}', {
      summary: 'A cron',
      params: CronPath,
      responses: { ...aCron, ...errorResponses(404) },
      async handler(request) {
        return { status: 200, body: toCron(await crons.find(request, request.params.cron_id)) };
      },
    }),
    agentRoutes.patch('/runs/crons/{cron_id}', {
      summary: 'Update, pause or resume a cron',
      params: CronPath,
      body: CronPatch,
      responses: { ...aCron, ...errorResponses(400, 404, 503) },
      async handler(request) {
        const { params, body } = request;
        return { status: 200, body: toCron(await crons.update(request, params.cron_id, body)) };
      },
    }),
    agentRoutes.delete('/runs/crons/{cron_id}', {
      summary: 'Delete a cron and keep the runs that it created',
      params: CronPath,
      responses: { 204: { description: 'Gone' }, ...errorResponses(404, 503) },
      async handler(request) {
        await crons.remove(request, request.params.cron_id);
        return { status: 204 };
      },
    }),
  ];
}
