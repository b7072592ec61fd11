import * as z from 'zod';
import {
  Done,
  Example,
  ExampleChange,
  ExampleCreate,
  ExampleDeleteQuery,
  ExampleQuery,
  ExamplesChange,
  ExamplesCreate,
  ExamplesDelete,
  ExamplesWritten,
  MetadataOperations,
  VersionQuery,
} from '../../../contract/evaluation.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import { invalidField } from '../../server/http-error.ts';
import { streamJsonArray } from '../../server/respond.ts';
import { routesOf, type Route } from '../../server/route.ts';
import type { EvaluationDependencies } from './dataset-service.ts';
import { DatasetPath, notFound } from './dataset-routes.ts';
import { streamExamples, toExamples } from './example-reading.ts';
import {
  addExamples,
  changeMetadata,
  exampleNotFound,
  removeExamples,
  toUpdate,
  toUpload,
  updateExamples,
} from './example-service.ts';
import { readExampleForm } from './example-upload.ts';
import { findDataset, momentOf } from './versions.ts';

const api = routesOf('tracing', 'workspace');
const ExamplePath = z.object({ example_id: z.guid().toLowerCase() });
const conflict = { description: 'An example has one of the IDs', schema: DetailError };
const written = { description: 'The IDs, and the new version', schema: ExamplesWritten };
const tooLarge = { description: 'The form is too large', schema: DetailError };
const otherType = {
  description: 'The body is not a form, or has an unsupported compression',
  schema: DetailError,
};
const malformed = { description: 'The form is malformed', schema: DetailError };
const FORM = 'multipart/form-data';

/** Creates the routes of examples below the path `base`. */
export function exampleRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  return [
    ...listRoutes(`${base}/examples`, dependencies),
    ...changeRoutes(`${base}/examples`, dependencies),
    ...oneRoutes(`${base}/examples/{example_id}`, dependencies),
  ];
}

function listRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.get(path, {
      summary: 'List examples of a version of a dataset, in the order of their creation',
      query: ExampleQuery,
      responses: { 200: { description: 'The examples', schema: z.array(Example) }, 404: notFound },
      handler: async ({ caller: { workspaceId }, query, origin, signal }) => {
        if (query.dataset === undefined) {
          const view = { ...query, origin };
          return { status: 200, body: await readByIds(dependencies, { workspaceId, view }, query) };
        }
        await findDataset(store, workspaceId, query.dataset);
        return streamExamples(store, { workspaceId, datasetId: query.dataset }, { query, origin, signal });
      },
    }),
    api.post(path, {
      summary: 'Create an example',
      body: ExampleCreate,
      responses: { 200: { description: 'The example', schema: Example }, 404: notFound, 409: conflict },
      handler: async ({ caller: { workspaceId }, body, origin }) => {
        const upload = toUpload(body, dependencies.newId);
        await addExamples(dependencies, { workspaceId, datasetId: body.dataset_id }, [upload]);
        return { status: 200, body: await readExample(dependencies, { workspaceId, origin }, upload.id) };
      },
    }),
    api.delete(path, {
      summary: 'Delete examples; earlier versions keep them',
      query: ExampleDeleteQuery,
      responses: { 200: { description: 'They are deleted', schema: Done }, 404: notFound },
      handler: async ({ caller, query }) => {
        const ids = query.example_ids;
        const count = await removeExamples(dependencies, caller.workspaceId, { ids });
        return { status: 200, body: { message: `${count} examples deleted` } };
      },
    }),
  ];
}

async function readByIds(
  { store }: EvaluationDependencies,
  { workspaceId, view }: { workspaceId: string; view: Parameters<typeof toExamples>[2] },
  { id: ids, as_of: version, limit, offset }: z.infer<typeof ExampleQuery>,
) {
  if (ids === undefined)
    throw invalidField(
      ['query', 'dataset'],
      'The request contains neither dataset nor id: send one of them.',
      'missing',
    );
  const rows = [];
  for (const id of new Set(ids)) {
    const datasetId = version === undefined ? undefined : await store.examples.datasetOf(workspaceId, id);
    const at = datasetId === undefined ? undefined : await momentOf(store, datasetId, version);
    const row = await store.examples.find(workspaceId, id, at);
    if (row !== undefined) rows.push(row);
    if (rows.length === offset + limit) break;
  }
  return toExamples(store, rows.slice(offset), view);
}

/** @throws HttpError 404 for an unknown example. */
async function readExample(
  { store }: EvaluationDependencies,
  { workspaceId, origin }: { workspaceId: string; origin: string },
  id: string,
  version?: string,
) {
  const datasetId = await store.examples.datasetOf(workspaceId, id);
  if (datasetId === undefined) throw exampleNotFound(id);
  const at = version === undefined ? undefined : await momentOf(store, datasetId, version);
  const row = await store.examples.find(workspaceId, id, at);
  if (row === undefined) throw exampleNotFound(id);
  const [example] = await toExamples(store, [row], { origin });
  return example;
}

function changeRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  return [
    api.post(`${path}/bulk`, {
      summary: 'Create examples in one dataset',
      body: ExamplesCreate,
      responses: {
        200: { description: 'The examples', schema: z.array(Example) },
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller: { workspaceId }, body, origin, signal }) => {
        const datasetId = body[0]?.dataset_id ?? '';
        if (body.some((one) => one.dataset_id !== datasetId)) {
          throw invalidField(['body'], 'All examples must belong to one dataset.');
        }
        const { store } = dependencies;
        const uploads = body.map((one) => toUpload(one, dependencies.newId));
        await addExamples(dependencies, { workspaceId, datasetId }, uploads);
        const pages = (async function* () {
          for (const { id } of uploads) {
            const row = await store.examples.find(workspaceId, id);
            if (row !== undefined) yield await toExamples(store, [row], { origin });
          }
        })();
        return streamJsonArray({ pages, signal });
      },
    }),
    api.patch(`${path}/bulk`, {
      summary: 'Change examples of one dataset; omitted fields stay unchanged',
      body: ExamplesChange,
      responses: { 200: { description: 'They are changed', schema: Done }, 404: notFound },
      handler: async ({ caller: { workspaceId }, body }) => {
        const updates = body.map(({ dataset_id: _, attachments_operations: operations, ...rest }) => ({
          ...rest,
          operations,
        }));
        const { count } = await updateExamples(dependencies, { workspaceId }, updates);
        return { status: 200, body: { message: `${count} examples updated` } };
      },
    }),
  ];
}

function oneRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  const params = ExamplePath;
  return [
    api.get(path, {
      summary: 'Read the current state of an example, or its state in a version',
      params,
      query: VersionQuery,
      responses: { 200: { description: 'The example', schema: Example }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { example_id: id }, query, origin }) => ({
        status: 200,
        body: await readExample(dependencies, { workspaceId, origin }, id, query.as_of),
      }),
    }),
    api.patch(path, {
      summary: 'Change an example; omitted fields stay unchanged',
      params,
      body: ExampleChange,
      responses: { 200: { description: 'It is changed', schema: Done }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { example_id: id }, body }) => {
        const { dataset_id: datasetId, attachments_operations: operations, ...rest } = body;
        await updateExamples(dependencies, { workspaceId, ...(datasetId && { datasetId }) }, [
          { ...rest, id, operations },
        ]);
        return { status: 200, body: { message: 'Example updated' } };
      },
    }),
    api.delete(path, {
      summary: 'Delete an example; earlier versions keep it',
      params,
      responses: { 200: { description: 'It is deleted', schema: Done }, 404: notFound },
      handler: async ({ caller, params: { example_id: id } }) => {
        await removeExamples(dependencies, caller.workspaceId, { ids: [id] });
        return { status: 200, body: { message: 'Example deleted' } };
      },
    }),
  ];
}

/** Creates the routes where the official clients upload examples in forms, below the path `base`. */
export function uploadRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  const path = `${base}/datasets/{dataset_id}/examples`;
  const params = DatasetPath;
  const refused = { 400: malformed, 404: notFound, 413: tooLarge, 415: otherType };
  return [
    api.post(path, {
      summary: 'Upload new examples with their attachments, as a form',
      params,
      rawBody: true,
      bodyType: FORM,
      responses: { 201: written, ...refused, 409: conflict },
      handler: async (request) => {
        const key = { workspaceId: request.caller.workspaceId, datasetId: request.params.dataset_id };
        await findDataset(dependencies.store, key.workspaceId, key.datasetId);
        return { status: 201, body: await addExamples(dependencies, key, await readExampleForm(request)) };
      },
    }),
    api.patch(path, {
      summary: 'Change examples and their attachments with a form; omitted fields stay unchanged',
      params,
      rawBody: true,
      bodyType: FORM,
      responses: { 200: written, ...refused },
      handler: async (request) => {
        const key = { workspaceId: request.caller.workspaceId, datasetId: request.params.dataset_id };
        await findDataset(dependencies.store, key.workspaceId, key.datasetId);
        const uploads = await readExampleForm(request);
        return { status: 200, body: await updateExamples(dependencies, key, uploads.map(toUpdate)) };
      },
    }),
    api.patch(`${path}/metadata`, {
      summary: 'Add values to lists in the metadata of examples, or remove them',
      params,
      body: MetadataOperations,
      responses: { 200: written, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { dataset_id: datasetId }, body }) => {
        await findDataset(dependencies.store, workspaceId, datasetId);
        return { status: 200, body: await changeMetadata(dependencies, { workspaceId, datasetId }, body) };
      },
    }),
    api.post(`${base}/datasets/examples/delete`, {
      summary: 'Delete examples; a hard delete also removes them from earlier versions',
      body: ExamplesDelete,
      responses: { 200: { description: 'They are deleted', schema: Done }, 404: notFound },
      handler: async ({ caller, body: { example_ids: ids, hard_delete: erase } }) => {
        const count = await removeExamples(dependencies, caller.workspaceId, { ids, erase: erase === true });
        return { status: 200, body: { message: `${count} examples deleted` } };
      },
    }),
  ];
}
