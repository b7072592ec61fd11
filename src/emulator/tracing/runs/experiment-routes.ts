import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import {
  DatasetRunQuery,
  ExampleWithRuns,
  ExperimentRunPage,
  ExperimentRunQuery,
  RunPageV2,
  RunQueryV2,
} from '../../../contract/traced-run.ts';
import { streamJsonArray } from '../../server/respond.ts';
import { routesOf, type Route } from '../../server/route.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { checkSelection, type ExampleRuns, readExampleOf, readExampleRuns } from './experiment-runs.ts';
import { PAGE_BYTES, queryRunsV2, readRuns } from './reading.ts';
import { toRuns, toRunsV2 } from './views.ts';

const api = routesOf('tracing', 'workspace');
const params = z.object({ dataset_id: z.guid().toLowerCase() });
const notFound = { description: 'Not found', schema: DetailError };
const DEFAULT_PAGE = 20;
const DEFAULT_LIMIT = 100;

/** Creates the routes of the API's second version, below `/api/v2`. */
export function secondVersionRoutes(dependencies: EvaluationDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.post('/api/v2/runs/query', {
      summary: 'Find runs of projects, or of all experiments on a dataset, newest first in each project',
      body: RunQueryV2,
      responses: {
        200: { description: 'The runs, and the cursor of the next page', schema: RunPageV2 },
        404: notFound,
      },
      handler: async ({ caller: { workspaceId }, body: query, origin, signal }) => {
        const { rows, next } = await queryRunsV2(dependencies, workspaceId, { query, signal });
        const items = await toRunsV2(store, workspaceId, rows, { selects: query.selects ?? null, origin });
        return { status: 200, body: { items, next_cursor: next } };
      },
    }),
    api.post('/api/v2/datasets/{dataset_id}/experiment-runs', {
      summary: 'List the examples of a dataset with the root runs of experiments, in the order of creation',
      params,
      body: ExperimentRunQuery,
      responses: {
        200: { description: 'The examples, and the cursor of the next page', schema: ExperimentRunPage },
        404: notFound,
      },
      handler: async ({
        caller: { workspaceId },
        params: { dataset_id: datasetId },
        body,
        origin,
        signal,
      }) => {
        const selection = await checkSelection(store, {
          workspaceId,
          datasetId,
          experimentIds: body.experiment_ids,
          exampleIds: body.example_ids,
          filters: body.filters,
        });
        const after = body.cursor ? Number(body.cursor) : -1;
        const size = body.page_size ?? DEFAULT_PAGE;
        const { page, next } = await takePage(readExampleRuns(store, selection, { after, signal }), size);
        const view = {
          selects: body.selects ?? null,
          comparison: body.comparative_experiment_id ?? undefined,
          origin,
        };
        const items = [];
        for (const { example, runs } of page) {
          const read = await readRuns(store, workspaceId, runs);
          items.push({
            ...(await readExampleOf(store, { workspaceId, origin }, example)),
            runs: await toRunsV2(store, workspaceId, read, view),
          });
        }
        return { status: 200, body: { items, next_cursor: next } };
      },
    }),
  ];
}

/** Returns one page of examples, which ends early if the examples are large. `next` is null after the last page. */
async function takePage(
  examples: AsyncGenerator<ExampleRuns, void>,
  size: number,
): Promise<{ page: ExampleRuns[]; next: string | null }> {
  const page: ExampleRuns[] = [];
  let bytes = 0;
  for await (const one of examples) {
    const own = one.runs.reduce((sum, run) => sum + run.bytes, one.example.bytes);
    if (page.length === size || (page.length > 0 && bytes + own > PAGE_BYTES)) {
      return { page, next: String(page.at(-1)?.example.position ?? 0) };
    }
    page.push(one);
    bytes += own;
  }
  return { page, next: null };
}

/** Creates the route, below the path `base`, where older clients read examples with their runs. */
export function datasetRunRoutes(base: string, { store }: EvaluationDependencies): Route[] {
  return [
    api.post(`${base}/datasets/{dataset_id}/runs`, {
      summary:
        'List the examples of a dataset with the root runs of experiments, in the format for earlier clients',
      params,
      body: DatasetRunQuery,
      responses: {
        200: { description: 'The examples', schema: z.array(ExampleWithRuns) },
        404: notFound,
      },
      handler: async ({
        caller: { workspaceId },
        params: { dataset_id: datasetId },
        body,
        origin,
        signal,
      }) => {
        const selection = await checkSelection(store, {
          workspaceId,
          datasetId,
          experimentIds: body.session_ids,
          filters: body.filters,
        });
        const view = { comparison: body.comparative_experiment_id ?? undefined, origin };
        const [offset, limit] = [body.offset ?? 0, body.limit ?? DEFAULT_LIMIT];
        const pages = (async function* () {
          let position = 0;
          for await (const { example, runs } of readExampleRuns(store, selection, { after: -1, signal })) {
            position += 1;
            if (position <= offset) continue;
            const read = await readRuns(store, workspaceId, runs);
            const whole = await readExampleOf(store, { workspaceId, origin }, example);
            yield [{ ...whole, runs: await toRuns(store, workspaceId, read, view) }];
            if (position === offset + limit) return;
          }
        })();
        return streamJsonArray({ pages, signal });
      },
    }),
  ];
}
