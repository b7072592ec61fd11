import * as z from 'zod';
import { DetailError, HTTPValidationError } from '../../../contract/error-bodies.ts';
import { RUNS_PER_REQUEST_MAX } from '../../../contract/limits.ts';
import {
  Ingested,
  RunBatch,
  RunChange,
  RunCreate,
  RunPage,
  RunQuery,
  TracedRun,
} from '../../../contract/traced-run.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { storeFeedback } from '../feedback-records.ts';
import { type Ingestion, readRunForm, storeRuns } from './ingestion.ts';
import { queryRuns, readRun } from './reading.ts';
import { toRuns } from './views.ts';

const api = routesOf('tracing', 'workspace');
const params = z.object({ run_id: z.guid().toLowerCase() });
const notFound = { description: 'Not found', schema: DetailError };
const stored = { description: 'The runs are stored', schema: Ingested };
const INGESTED = { message: 'Runs batch ingested' };
/** Number of runs and feedback entries that are stored in one transaction. */
const STORED_TOGETHER = 200;

/** Size in bytes above which the next run is stored in another transaction. A single run can be larger. */
const STORED_BYTES = 4 * 1024 * 1024;

/** Creates the routes of traced runs below the path `base`. */
export function runRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  const path = `${base}/runs`;
  return [...ingestionRoutes(path, dependencies), ...readRoutes(path, dependencies)];
}

/** Divides runs into batches by number and size. Each batch is stored in a short transaction. */
function* divideRuns(runs: Ingestion['runs']): Generator<Ingestion['runs'], void> {
  let [some, bytes]: [Ingestion['runs'], number] = [[], 0];
  for (const run of runs) {
    const own = run.bytes ?? 0;
    if (some.length > 0 && (some.length === STORED_TOGETHER || bytes + own > STORED_BYTES)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(run);
    bytes += own;
  }
  if (some.length > 0) yield some;
}

/**
 * Stores runs and feedback in short transactions, because other requests wait for each transaction. If a request failed
 * halfway, the client can send the request again. The repeated request replaces the stored part with equal data.
 */
async function ingest(
  dependencies: EvaluationDependencies,
  workspaceId: string,
  { runs, feedback }: Ingestion,
): Promise<void> {
  const { store } = dependencies;
  for (const some of divideRuns(runs)) {
    await store.transaction((tx) => storeRuns(tx, dependencies, workspaceId, some));
  }
  for (let start = 0; start < feedback.length; start += STORED_TOGETHER) {
    const some = feedback.slice(start, start + STORED_TOGETHER);
    await store.transaction((tx) => storeFeedback(tx, dependencies, workspaceId, some));
  }
}

function ingestionRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  const refused = (description: string) => ({ description, schema: DetailError });
  return [
    api.post(`${path}/multipart`, {
      summary: 'Store the runs and feedback of a form',
      rawBody: true,
      bodyType: 'multipart/form-data',
      responses: {
        202: stored,
        400: refused('The form is malformed'),
        404: notFound,
        413: refused('The form is too large'),
        415: refused('The body is not a form, or has an unsupported compression'),
        422: { description: 'A part is not valid', schema: HTTPValidationError },
      },
      handler: async (request) => {
        await ingest(dependencies, request.caller.workspaceId, await readRunForm(request));
        return { status: 202, body: INGESTED };
      },
    }),
    api.post(`${path}/batch`, {
      summary: 'Store new runs and changes of runs',
      body: RunBatch,
      responses: { 202: stored, 404: notFound },
      handler: async ({ caller, body: { post, patch } }) => {
        const runs = [...(post ?? []), ...(patch ?? [])].map((change) => ({ id: change.id, change }));
        if (runs.length > RUNS_PER_REQUEST_MAX) {
          throw new HttpError(
            413,
            `The request has ${runs.length} runs; the maximum is ${RUNS_PER_REQUEST_MAX}. Send several requests.`,
          );
        }
        await ingest(dependencies, caller.workspaceId, { runs, feedback: [] });
        return { status: 202, body: INGESTED };
      },
    }),
    api.post(path, {
      summary: 'Store a run',
      body: RunCreate,
      responses: { 202: stored, 404: notFound },
      handler: async ({ caller, body }) => {
        await ingest(dependencies, caller.workspaceId, {
          runs: [{ id: body.id, change: body }],
          feedback: [],
        });
        return { status: 202, body: INGESTED };
      },
    }),
    api.patch(`${path}/{run_id}`, {
      summary: 'Change a run; omitted fields stay unchanged',
      params,
      body: RunChange,
      responses: { 202: stored, 404: notFound },
      handler: async ({ caller, params: { run_id: id }, body: change }) => {
        await ingest(dependencies, caller.workspaceId, { runs: [{ id, change }], feedback: [] });
        return { status: 202, body: INGESTED };
      },
    }),
  ];
}

function readRoutes(path: string, { store }: EvaluationDependencies): Route[] {
  return [
    api.get(`${path}/{run_id}`, {
      summary: 'Read a run that a client traced',
      params,
      responses: { 200: { description: 'The run', schema: TracedRun }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { run_id: id }, origin }) => ({
        status: 200,
        body: await readRun(store, { workspaceId, origin }, id),
      }),
    }),
    api.post(`${path}/query`, {
      summary: 'Find runs, newest first in each project',
      body: RunQuery,
      responses: { 200: { description: 'The runs, and the cursor of the next page', schema: RunPage } },
      handler: async ({ caller: { workspaceId }, body, origin, signal }) => {
        const { rows, next } = await queryRuns(store, workspaceId, { query: body, signal });
        const view = { select: body.select ?? null, origin };
        return {
          status: 200,
          body: {
            runs: await toRuns(store, workspaceId, rows, view),
            cursors: { next },
          },
        };
      },
    }),
  ];
}
