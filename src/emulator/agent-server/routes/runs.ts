import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { Run, RunJoinQuery, RunListQuery } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import { streamJsonArray } from '../../server/json-array.ts';
import { type Route, route } from '../../server/route.ts';
import { findThread } from '../access.ts';
import { batchBySize } from '../byte-groups.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { respondWhenEnded } from '../join.ts';
import type { RunService } from '../run-service.ts';
import { toRun } from '../wire.ts';
import { errorResponses, RunPath, ThreadPath } from './answers.ts';
import { RunResultBody, toRunKey } from './run-answers.ts';
import { runCreateRoutes } from './run-create.ts';
import { runStopRoutes } from './run-stop.ts';

/** Runs (spec §2.11, §4.10; facts: service §4.1). They are rows first: a run that was acknowledged is not lost. */
export function runRoutes(deps: AgentServerDependencies, runs: RunService): Route[] {
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
      anyInstance: true,
      params: ThreadPath,
      query: RunListQuery,
      responses: {
        200: {
          description: 'Runs, with all their fields or those of `select`',
          schema: z.array(Run.partial()),
        },
        ...errorResponses(404),
      },
      async handler({ deploymentId, params, query, signal }) {
        await findThread(store, deploymentId, params.thread_id);
        const found = listRuns(store, deploymentId, params.thread_id, query);
        const pages = (async function* () {
          for await (const rows of found) yield rows.map((run) => selected(toRun(run), query.select));
        })();
        return streamJsonArray({ pages, signal });
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}',
      summary: 'A run',
      auth: 'workspace',
      anyInstance: true,
      params: RunPath,
      responses: { 200: { description: 'The run', schema: Run }, ...errorResponses(404) },
      async handler({ deploymentId, params }) {
        return { status: 200, body: toRun(await runs.find(toRunKey(deploymentId, params))) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/join',
      summary: "Answer with the thread's values when the run ends",
      auth: 'workspace',
      unsafeGet: true,
      params: RunPath,
      query: RunJoinQuery,
      responses: { 200: { description: 'How it ended', schema: RunResultBody }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params, query, signal }) {
        const key = toRunKey(deploymentId, params);
        const watch = await runs.watch(key);
        const leave = query.cancel_on_disconnect
          ? async () => void (await runs.cancel(key, 'interrupt').catch(() => undefined))
          : undefined;
        return respondWhenEnded(watch, { signal, headers: {}, leave });
      },
    }),
  ];
}

function selected(run: Run, fields: RunListQuery['select']): Partial<Run> {
  if (!fields) return run;
  return Object.fromEntries(fields.map((field) => [field, run[field]]));
}

/** Runs whose metadata is looked at together. */
const LIST_PAGE = 1_000;

/** The runs that are asked for, some at a time: each has what it was asked with, and that may be much. */
async function* listRuns(
  store: Store,
  deploymentId: string,
  threadId: string,
  query: RunListQuery,
): AsyncGenerator<RunRow[], void> {
  const { limit, offset: first, metadata } = query;
  const filter = query.status === undefined ? {} : { status: query.status };
  const wanted = Object.entries(metadata ?? {});
  const chosen: { id: string; bytes: number }[] = [];
  let left = metadata ? first : 0;
  for (let offset = metadata ? 0 : first; chosen.length < limit; offset += LIST_PAGE) {
    const page = await store.runs.listDetails(deploymentId, threadId, {
      ...filter,
      limit: LIST_PAGE,
      offset,
    });
    const matching = page.filter((run) =>
      wanted.every(([key, value]) => isDeepStrictEqual(run.metadata[key], value)),
    );
    chosen.push(...matching.slice(left, left + limit - chosen.length));
    left = Math.max(left - matching.length, 0);
    if (page.length < LIST_PAGE) break;
    await setImmediate();
  }
  for (const group of batchBySize(chosen)) {
    const ids = group.map(({ id }) => id);
    yield await store.runs.list(deploymentId, threadId, { ids, limit: ids.length, offset: 0 });
    await setImmediate();
  }
}
