import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import {
  ComparativeExperiment,
  ComparativeExperimentCreate,
  ComparativeExperimentDetails,
  ComparativeExperimentQuery,
  toMoment,
} from '../../../contract/evaluation.ts';
import { isoTime } from '../../ports/clock.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { ComparativeExperimentRow, Repositories } from '../../ports/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { comparisonStatistics } from '../sessions/statistics.ts';
import type { EvaluationDependencies } from './dataset-service.ts';
import { findDataset } from './versions.ts';

const api = routesOf('tracing', 'workspace');
const DatasetPath = z.object({ dataset_id: z.guid().toLowerCase() });
const ComparisonPath = z.object({ comparative_experiment_id: z.guid().toLowerCase() });
const notFound = { description: 'Not found', schema: DetailError };

/** Number of feedback entries that one statement deletes. */
const DELETED_TOGETHER = 200;

/** Creates the routes of comparative experiments below the path `base`. */
export function comparisonRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.post(`${base}/datasets/comparative`, {
      summary: 'Create a comparative experiment of experiments on one dataset',
      body: ComparativeExperimentCreate,
      responses: {
        200: { description: 'The comparative experiment', schema: ComparativeExperiment },
        404: notFound,
        409: { description: 'The ID is in use', schema: DetailError },
      },
      handler: async ({ caller, body }) => ({
        status: 200,
        body: toComparison(await createComparison(dependencies, caller.workspaceId, body)),
      }),
    }),
    api.get(`${base}/datasets/{dataset_id}/comparative`, {
      summary: 'List the comparative experiments on a dataset, newest first',
      params: DatasetPath,
      query: ComparativeExperimentQuery,
      responses: {
        200: { description: 'The comparative experiments', schema: z.array(ComparativeExperimentDetails) },
        404: notFound,
      },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: datasetId }, query }) => ({
        status: 200,
        body: await listComparisons(store, { workspaceId, datasetId }, query),
      }),
    }),
    api.delete(`${base}/datasets/comparative/{comparative_experiment_id}`, {
      summary: 'Delete a comparative experiment with its feedback, and keep its experiments',
      params: ComparisonPath,
      responses: { 204: { description: 'It is deleted' }, 404: notFound },
      handler: async ({ caller, params: { comparative_experiment_id: id } }) => {
        await findComparison(store, caller.workspaceId, id);
        // Feedback is deleted in short statements, so other requests can run between them. If the deletion fails
        // halfway, the client can send the request again.
        while ((await store.comparativeExperiments.removeFeedback(id, DELETED_TOGETHER)) > 0);
        await store.comparativeExperiments.remove(id);
        return { status: 204 };
      },
    }),
  ];
}

/** @throws HttpError 404 if the comparative experiment does not exist or belongs to another workspace. */
export async function findComparison(
  tx: Repositories,
  workspaceId: string,
  id: string,
): Promise<ComparativeExperimentRow> {
  const found = await tx.comparativeExperiments.get(workspaceId, id);
  if (found === undefined) throw new HttpError(404, `Comparative experiment with ID ${id} not found.`);
  return found;
}

/**
 * Creates a comparative experiment.
 * @throws HttpError 404 for an unknown dataset or experiment; 409 for an ID in use; 422 for an experiment on another
 * dataset.
 */
async function createComparison(
  { store, clock, newId }: EvaluationDependencies,
  workspaceId: string,
  body: ComparativeExperimentCreate,
): Promise<ComparativeExperimentRow> {
  const now = clock.now();
  const row: ComparativeExperimentRow = {
    id: body.id ?? newId(),
    workspaceId,
    datasetId: body.reference_dataset_id,
    name: body.name ?? null,
    description: body.description ?? null,
    extra: body.metadata ? { ...body.extra, metadata: body.metadata } : (body.extra ?? null),
    experimentIds: [...new Set(body.experiment_ids)],
    createdAt: toMoment(body.created_at) ?? now,
    modifiedAt: now,
  };
  const created = store.transaction(async (tx) => {
    await findDataset(tx, workspaceId, row.datasetId);
    for (const [index, id] of row.experimentIds.entries()) {
      const project = await tx.projects.get(workspaceId, id);
      if (project === undefined) throw new HttpError(404, `Experiment with ID ${id} not found.`);
      if (project.datasetId !== row.datasetId) {
        throw invalidField(
          ['body', 'experiment_ids', index],
          'must be an experiment on reference_dataset_id',
        );
      }
    }
    await tx.comparativeExperiments.insert(row);
  });
  await created.catch((cause: unknown) => {
    if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
    throw new HttpError(409, 'A comparative experiment with this ID already exists.', { cause });
  });
  return row;
}

/** Lists comparative experiments with their statistics. @throws HttpError 404 for an unknown dataset. */
async function listComparisons(
  store: Repositories,
  { workspaceId, datasetId }: { workspaceId: string; datasetId: string },
  { limit, offset, id, name, name_contains: nameContains }: ComparativeExperimentQuery,
): Promise<ComparativeExperimentDetails[]> {
  await findDataset(store, workspaceId, datasetId);
  const rows = await store.comparativeExperiments.list(datasetId, {
    limit,
    offset,
    ...(id !== undefined && { ids: id }),
    ...(name !== undefined && { name }),
    ...(nameContains !== undefined && { nameContains }),
  });
  const found: ComparativeExperimentDetails[] = [];
  for (const row of rows) found.push(await describe(store, row));
  return found;
}

async function describe(
  store: Repositories,
  row: ComparativeExperimentRow,
): Promise<ComparativeExperimentDetails> {
  const { total, byProject } = await comparisonStatistics(store, row.id);
  const experiments = [];
  for (const id of row.experimentIds) {
    const project = await store.projects.get(row.workspaceId, id);
    if (project === undefined) continue;
    experiments.push({ id, name: project.name, feedback_stats: byProject.get(id) ?? {} });
  }
  return { ...toComparison(row), experiments_info: experiments, feedback_stats: total };
}

function toComparison(row: ComparativeExperimentRow): ComparativeExperiment {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tenant_id: row.workspaceId,
    created_at: isoTime(row.createdAt),
    modified_at: isoTime(row.modifiedAt),
    reference_dataset_id: row.datasetId,
    extra: row.extra,
    experiment_ids: row.experimentIds,
  };
}
