import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import {
  Dataset,
  DatasetChange,
  DatasetCreate,
  DatasetDiff,
  DatasetDiffQuery,
  DatasetPage,
  DatasetQuery,
  DatasetQueryV2,
  DatasetTag,
  DatasetVersion,
  DatasetVersionQuery,
  DatasetVersionsQuery,
  SplitChange,
  VersionQuery,
} from '../../../contract/evaluation.ts';
import { routesOf, type Route } from '../../server/route.ts';
import {
  createDataset,
  describeVersion,
  diffVersions,
  type EvaluationDependencies,
  listDatasetPage,
  listDatasets,
  listVersions,
  readDataset,
  removeDataset,
  tagVersion,
  updateDataset,
} from './dataset-service.ts';
import { listSplits } from './example-reading.ts';
import { changeSplit } from './example-service.ts';
import { findDataset, versionOf } from './versions.ts';

const api = routesOf('tracing', 'workspace');

export const DatasetPath = z.object({ dataset_id: z.guid().toLowerCase() });
export const notFound = { description: 'Not found', schema: DetailError };
const conflict = { description: 'The name or the ID is in use', schema: DetailError };
const params = DatasetPath;

/** Creates the routes of datasets and their versions, below the path `base`. */
export function datasetRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  return [
    ...storedRoutes(`${base}/datasets`, dependencies),
    ...versionRoutes(`${base}/datasets/{dataset_id}`, dependencies),
    ...splitRoutes(`${base}/datasets/{dataset_id}/splits`, dependencies),
  ];
}

/**
 * Creates the route that lists datasets in the second version of the API. The route exists only at `/api/v2/datasets`.
 */
export function datasetListRoutes(dependencies: EvaluationDependencies): Route[] {
  return [
    api.get('/api/v2/datasets', {
      summary: 'List datasets in pages, newest first',
      query: DatasetQueryV2,
      responses: {
        200: { description: 'The datasets, and the cursor of the next page', schema: DatasetPage },
      },
      handler: async ({ caller, query }) => ({
        status: 200,
        body: await listDatasetPage(dependencies, caller.workspaceId, query),
      }),
    }),
  ];
}

function storedRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  return [
    api.post(path, {
      summary: 'Create a dataset',
      body: DatasetCreate,
      responses: { 200: { description: 'The dataset', schema: Dataset }, 409: conflict },
      handler: async ({ caller, body }) => ({
        status: 200,
        body: await createDataset(dependencies, caller.workspaceId, body),
      }),
    }),
    api.get(path, {
      summary: 'List datasets, newest first',
      query: DatasetQuery,
      responses: { 200: { description: 'The datasets', schema: z.array(Dataset) } },
      handler: async ({ caller, query }) => ({
        status: 200,
        body: await listDatasets(dependencies, caller.workspaceId, {
          limit: query.limit,
          offset: query.offset,
          metadata: query.metadata,
          ...(query.id && { ids: query.id }),
          ...(query.name !== undefined && { name: query.name }),
          ...(query.name_contains !== undefined && { nameContains: query.name_contains }),
          ...(query.data_type !== undefined && { dataTypes: [query.data_type] }),
        }),
      }),
    }),
    api.get(`${path}/{dataset_id}`, {
      summary: 'A dataset',
      params,
      responses: { 200: { description: 'The dataset', schema: Dataset }, 404: notFound },
      handler: async ({ caller, params: { dataset_id: id } }) => ({
        status: 200,
        body: await readDataset(dependencies, caller.workspaceId, id),
      }),
    }),
    api.patch(`${path}/{dataset_id}`, {
      summary: 'Change a dataset; omitted fields stay unchanged',
      params,
      body: DatasetChange,
      responses: {
        200: { description: 'The dataset after the change', schema: Dataset },
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller, params: { dataset_id: id }, body }) => ({
        status: 200,
        body: await updateDataset(dependencies, caller.workspaceId, id, body),
      }),
    }),
    api.delete(`${path}/{dataset_id}`, {
      summary: 'Delete a dataset with its examples and experiments',
      params,
      responses: { 204: { description: 'It is deleted' }, 404: notFound },
      handler: async ({ caller, params: { dataset_id: id } }) => {
        await removeDataset(dependencies, caller.workspaceId, id);
        return { status: 204 };
      },
    }),
  ];
}

function versionRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.get(`${path}/version`, {
      summary: 'Read the version of a dataset at a time, or with a tag',
      params,
      query: DatasetVersionQuery,
      responses: { 200: { description: 'The version', schema: DatasetVersion }, 404: notFound },
      handler: async ({ caller, params: { dataset_id: id }, query }) => {
        await findDataset(store, caller.workspaceId, id);
        const asOf = await versionOf(store, id, query.as_of ?? query.tag);
        return { status: 200, body: await describeVersion(store, id, asOf) };
      },
    }),
    api.get(`${path}/versions`, {
      summary: 'List the versions of a dataset, newest first',
      params,
      query: DatasetVersionsQuery,
      responses: { 200: { description: 'The versions', schema: z.array(DatasetVersion) }, 404: notFound },
      handler: async ({ caller, params: { dataset_id: id }, query }) => ({
        status: 200,
        body: await listVersions(dependencies, { workspaceId: caller.workspaceId, id }, query),
      }),
    }),
    api.get(`${path}/versions/diff`, {
      summary: 'List the examples that differ between two versions of a dataset',
      params,
      query: DatasetDiffQuery,
      responses: { 200: { description: 'IDs of examples', schema: DatasetDiff }, 404: notFound },
      handler: async ({ caller, params: { dataset_id: id }, query }) => ({
        status: 200,
        body: await diffVersions(
          dependencies,
          { workspaceId: caller.workspaceId, id },
          { from: query.from_version, to: query.to_version },
        ),
      }),
    }),
    api.put(`${path}/tags`, {
      summary: 'Tag a version of a dataset',
      params,
      body: DatasetTag,
      responses: { 200: { description: 'The version', schema: DatasetVersion }, 404: notFound },
      handler: async ({ caller, params: { dataset_id: id }, body }) => ({
        status: 200,
        body: await tagVersion(dependencies, { workspaceId: caller.workspaceId, id }, body),
      }),
    }),
  ];
}

function splitRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.get(path, {
      summary: 'List the splits of a version of a dataset',
      params,
      query: VersionQuery,
      responses: { 200: { description: 'Names of splits', schema: z.array(z.string()) }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: datasetId }, query }) => {
        await findDataset(store, workspaceId, datasetId);
        return { status: 200, body: await listSplits(store, { workspaceId, datasetId }, query.as_of) };
      },
    }),
    api.put(path, {
      summary: 'Add examples to a split, or remove them from it',
      params,
      body: SplitChange,
      responses: { 200: { description: 'Names of splits', schema: z.array(z.string()) }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: datasetId }, body }) => {
        await changeSplit(dependencies, { workspaceId, datasetId }, body);
        return { status: 200, body: await listSplits(store, { workspaceId, datasetId }, undefined) };
      },
    }),
  ];
}
