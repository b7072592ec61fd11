import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { Run, RunJoinQuery, RunListQuery } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../seams/store.ts';
import { type Route, route } from '../../server/route.ts';
import { findThread } from '../access.ts';
import type { AgentServerDeps } from '../deps.ts';
import { answerWhenEnded } from '../join.ts';
import type { RunService } from '../run-service.ts';
import { toRun } from '../wire.ts';
import { failures, RunPath, ThreadPath } from './answers.ts';
import { Ended, keyOf } from './run-answers.ts';
import { runCreateRoutes } from './run-create.ts';
import { runStopRoutes } from './run-stop.ts';

/** Runs (spec §2.11, §4.10; facts: service §4.1). They are rows first: a run that was acknowledged is not lost. */
export function runRoutes(deps: AgentServerDeps, runs: RunService): Route[] {
  const { store } = deps;
  return [
    ...runCreateRoutes(deps, runs),
    ...runStopRoutes(runs),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs',
      summary: 'The runs of a thread, newest first',
      auth: 'workspace',
      anywhere: true,
      params: ThreadPath,
      query: RunListQuery,
      responses: {
        200: {
          description: 'Runs, with all their fields or those of `select`',
          schema: z.array(Run.partial()),
        },
        ...failures(404),
      },
      async handler({ deploymentId, params, query }) {
        await findThread(store, deploymentId, params.thread_id);
        const found = await listRuns(store, deploymentId, params.thread_id, query);
        return { status: 200, body: found.map((run) => selected(toRun(run), query.select)) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}',
      summary: 'A run',
      auth: 'workspace',
      anywhere: true,
      params: RunPath,
      responses: { 200: { description: 'The run', schema: Run }, ...failures(404) },
      async handler({ deploymentId, params }) {
        return { status: 200, body: toRun(await runs.find(keyOf(deploymentId, params))) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/join',
      summary: "Answer with the thread's values when the run ends",
      auth: 'workspace',
      getChanges: true,
      params: RunPath,
      query: RunJoinQuery,
      responses: { 200: { description: 'How it ended', schema: Ended }, ...failures(404, 503) },
      async handler({ deploymentId, params, query, signal }) {
        const key = keyOf(deploymentId, params);
        const watch = await runs.join(key);
        const leave = query.cancel_on_disconnect
          ? async () => void (await runs.cancel(key, 'interrupt').catch(() => undefined))
          : undefined;
        return answerWhenEnded(watch, { signal, headers: {}, leave });
      },
    }),
  ];
}

function selected(run: Run, fields: RunListQuery['select']): Partial<Run> {
  if (!fields) return run;
  return Object.fromEntries(fields.map((field) => [field, run[field]]));
}

const LIST_PAGE = 200;

async function listRuns(
  store: Store,
  deploymentId: string,
  threadId: string,
  query: RunListQuery,
): Promise<RunRow[]> {
  const { limit, offset: first, metadata } = query;
  const filter = query.status === undefined ? {} : { status: query.status };
  if (!metadata) return store.runs.list(deploymentId, threadId, { ...filter, limit, offset: first });

  const wanted = Object.entries(metadata);
  const found: RunRow[] = [];
  for (let offset = 0; found.length < first + limit; offset += LIST_PAGE) {
    const page = await store.runs.list(deploymentId, threadId, { ...filter, limit: LIST_PAGE, offset });
    found.push(
      ...page.filter((run) => wanted.every(([key, value]) => isDeepStrictEqual(run.metadata[key], value))),
    );
    if (page.length < LIST_PAGE) break;
  }
  return found.slice(first, first + limit);
}
