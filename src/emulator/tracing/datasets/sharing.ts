import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import {
  DatasetShare,
  Done,
  Example,
  SharedDataset,
  SharedExampleQuery,
} from '../../../contract/evaluation.ts';
import { EXAMPLES_PER_DATASET_MAX } from '../../../contract/limits.ts';
import type { DatasetRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { type FeedbackDependencies, tokenHash } from '../feedback-tokens.ts';
import { readDataset } from './dataset-service.ts';
import { streamExamples } from './example-reading.ts';
import { findDataset } from './versions.ts';

const api = routesOf('tracing', 'workspace');
const DatasetPath = z.object({ dataset_id: z.guid().toLowerCase() });
const SharePath = z.object({ share_token: z.guid().toLowerCase() });
const notFound = { description: 'Not found', schema: DetailError };

/** Creates the routes that share datasets and read shared datasets, below the path `base`. */
export function sharingRoutes(base: string, dependencies: FeedbackDependencies): Route[] {
  return [
    ...shareRoutes(`${base}/datasets/{dataset_id}/share`, dependencies),
    ...publicRoutes(`${base}/public/{share_token}`, dependencies),
  ];
}

function shareRoutes(path: string, dependencies: FeedbackDependencies): Route[] {
  const { store } = dependencies;
  const params = DatasetPath;
  return [
    api.get(path, {
      summary: 'Read the share of a dataset; null if the dataset is not shared',
      params,
      responses: { 200: { description: 'The share', schema: DatasetShare.nullable() }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: id } }) => {
        await findDataset(store, workspaceId, id);
        const token = await store.datasetShares.tokenOf(workspaceId, id);
        if (token === undefined) return { status: 200, body: null };
        dependencies.addSecrets([token]);
        return { status: 200, body: { dataset_id: id, share_token: token } };
      },
    }),
    api.put(path, {
      summary: 'Share a dataset; a shared dataset keeps its token',
      params,
      responses: { 200: { description: 'The share', schema: DatasetShare }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: id } }) => {
        const token = await shareDataset(dependencies, workspaceId, id);
        return { status: 200, body: { dataset_id: id, share_token: token } };
      },
    }),
    api.delete(path, {
      summary: 'End the share of a dataset; its token becomes invalid',
      params,
      responses: { 200: { description: 'The dataset is not shared', schema: Done }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: id } }) => {
        await store.transaction(async (tx) => {
          await findDataset(tx, workspaceId, id);
          await tx.datasetShares.remove(id);
        });
        return { status: 200, body: { message: 'Dataset unshared' } };
      },
    }),
  ];
}

/** Creates the routes that read a shared dataset. The token in the path is the only credential for the dataset. */
function publicRoutes(path: string, dependencies: FeedbackDependencies): Route[] {
  const { store } = dependencies;
  const params = SharePath;
  return [
    api.get(`${path}/datasets`, {
      auth: 'none',
      summary: 'A shared dataset',
      params,
      responses: { 200: { description: 'The dataset', schema: SharedDataset }, 404: notFound },
      handler: async ({ params: { share_token: token } }) => {
        const { workspaceId, id } = await findShared(dependencies, token);
        const dataset = await readDataset(dependencies, workspaceId, id);
        return {
          status: 200,
          body: {
            id,
            name: dataset.name,
            description: dataset.description,
            data_type: dataset.data_type,
            created_at: dataset.created_at,
            modified_at: dataset.modified_at,
            example_count: dataset.example_count,
            inputs_schema_definition: dataset.inputs_schema_definition,
            outputs_schema_definition: dataset.outputs_schema_definition,
            transformations: dataset.transformations,
          } satisfies SharedDataset,
        };
      },
    }),
    api.get(`${path}/examples`, {
      auth: 'none',
      summary: 'List the examples of a shared dataset; without a limit, all examples',
      params,
      query: SharedExampleQuery,
      responses: { 200: { description: 'The examples', schema: z.array(Example) }, 404: notFound },
      handler: async ({ params: { share_token: token }, query, origin, signal }) => {
        const { workspaceId, id: datasetId } = await findShared(dependencies, token);
        const page = { ...query, limit: query.limit ?? EXAMPLES_PER_DATASET_MAX };
        return streamExamples(store, { workspaceId, datasetId }, { query: page, origin, signal });
      },
    }),
  ];
}

/**
 * Returns the token of a dataset's share, and creates a missing share.
 * @throws HttpError 404 for an unknown dataset.
 */
async function shareDataset(
  { store, clock, addSecrets }: FeedbackDependencies,
  workspaceId: string,
  datasetId: string,
): Promise<string> {
  const token = await store.transaction(async (tx) => {
    await findDataset(tx, workspaceId, datasetId);
    const existing = await tx.datasetShares.tokenOf(workspaceId, datasetId);
    if (existing !== undefined) return existing;
    const created = randomUUID();
    const row = { datasetId, tokenHash: tokenHash(created), createdAt: clock.now() };
    await tx.datasetShares.insert(workspaceId, row, created);
    return created;
  });
  addSecrets([token]);
  return token;
}

/** @throws HttpError 404 if no dataset is shared with this token. */
async function findShared({ store, addSecrets }: FeedbackDependencies, token: string): Promise<DatasetRow> {
  const dataset = await store.datasetShares.findByHash(tokenHash(token));
  if (dataset === undefined) throw new HttpError(404, 'No dataset is shared with this token.');
  // The token is part of the path, so it is registered as a secret for the journal and the log.
  addSecrets([token]);
  return dataset;
}
