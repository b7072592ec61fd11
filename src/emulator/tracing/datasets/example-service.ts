import {
  type AttachmentOperations,
  type ExampleCreate,
  type ExamplesWritten,
  type MetadataOperations,
  parseMoment,
  SPLITS,
} from '../../../contract/evaluation.ts';
import { EXAMPLES_PER_DATASET_MAX } from '../../../contract/limits.ts';
import { isoTime } from '../../ports/clock.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { AttachmentRef, ExampleRow, Repositories } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import type { EvaluationDependencies } from './dataset-service.ts';
import { applyOperations, changeAttachments, withSplits } from './example-changes.ts';
import { copySources } from './source-runs.ts';
import type { NewAttachment, UploadedExample } from './example-upload.ts';
import { findDataset } from './versions.ts';

type Json = Record<string, unknown>;

export interface DatasetKey {
  workspaceId: string;
  datasetId: string;
}

/** Converts an example from a JSON body to the format of an uploaded example. */
export function toUpload(
  { id, inputs, outputs, dataset_id: _, ...fields }: ExampleCreate,
  newId: () => string,
): UploadedExample {
  return {
    id: id ?? newId(),
    fields,
    inputs: inputs ?? null,
    outputs: outputs ?? null,
    attachments: [],
  };
}

/**
 * Adds examples to a dataset as one new version. Copies the values of source runs into examples that request copies.
 * @throws HttpError 404 for an unknown dataset or source run; 409 for an ID in use; 413 for too large source runs;
 * 422 for too many examples.
 */
export async function addExamples(
  { store, clock }: EvaluationDependencies,
  { workspaceId, datasetId }: DatasetKey,
  sent: readonly UploadedExample[],
): Promise<ExamplesWritten> {
  const uploads = await copySources(store, workspaceId, sent);
  const written = store.transaction(async (tx) => {
    await findDataset(tx, workspaceId, datasetId);
    if ((await tx.examples.count(datasetId)) + uploads.length > EXAMPLES_PER_DATASET_MAX) {
      throw new HttpError(
        422,
        `The dataset would have more than ${EXAMPLES_PER_DATASET_MAX} examples, which is the maximum. Delete examples first.`,
      );
    }
    const asOf = await tx.datasets.addVersion(datasetId, clock.now());
    const position = await tx.examples.nextPosition(datasetId);
    const rows: ExampleRow[] = uploads.map(({ id, fields, inputs, outputs, attachments, copied }, index) => ({
      exampleId: id,
      workspaceId,
      datasetId,
      position: position + index,
      validFrom: asOf,
      validTo: null,
      inputs: inputs ?? {},
      outputs: outputs ?? null,
      metadata: withSplits(fields.metadata ?? null, fields.split),
      attachments: [...namesOf(copied), ...namesOf(attachments)],
      sourceRunId: fields.source_run_id ?? null,
      createdAt: parseMoment(fields.created_at ?? '') ?? asOf,
    }));
    await tx.examples.insert(rows);
    await putAttachments(tx, datasetId, uploads);
    for (const { from, id } of uploads.flatMap(({ copied }) => copied)) {
      await tx.attachments.copyToDataset(from, { id, datasetId });
    }
    return writtenResponse(uploads, asOf);
  });
  return written.catch((cause: unknown) => {
    if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
    throw new HttpError(409, 'An example with one of these IDs already exists.', { cause });
  });
}

const namesOf = (attachments: readonly AttachmentRef[]) => attachments.map(({ id, name }) => ({ id, name }));

async function putAttachments(
  tx: Repositories,
  datasetId: string,
  uploads: readonly Pick<UploadedExample, 'attachments'>[],
): Promise<void> {
  for (const { attachments } of uploads) {
    await tx.attachments.insert(
      attachments.map(({ id, mimeType, content }) => ({ id, datasetId, projectId: null, mimeType, content })),
    );
  }
}

function writtenResponse(examples: readonly { id: string }[], asOf: number): ExamplesWritten {
  return { count: examples.length, example_ids: examples.map(({ id }) => id), as_of: isoTime(asOf) };
}

/** Change of one example. Absent and null fields of the change leave the example's fields unchanged. */
export interface ExampleUpdate {
  id: string;
  inputs?: Json | null | undefined;
  outputs?: Json | null | undefined;
  metadata?: Json | null | undefined;
  split?: string | string[] | null | undefined;
  attachments?: readonly NewAttachment[];
  operations?: AttachmentOperations | null | undefined;
}

/** Returns the update that the parts of a form describe. */
export function toUpdate({ fields, ...rest }: UploadedExample): ExampleUpdate {
  return { ...rest, metadata: fields.metadata, split: fields.split };
}

/**
 * Changes examples of one dataset as one new version. `datasetId` defaults to the dataset of the first example.
 * @throws HttpError 404 if the dataset or one of the examples does not exist.
 */
export async function updateExamples(
  { store, clock }: EvaluationDependencies,
  { workspaceId, datasetId }: Omit<DatasetKey, 'datasetId'> & { datasetId?: string | undefined },
  updates: readonly ExampleUpdate[],
): Promise<ExamplesWritten> {
  return changeRows(
    { store, clock },
    { workspaceId, datasetId, ids: updates.map(({ id }) => id) },
    async (tx, rows) => {
      const byId = new Map(updates.map((update) => [update.id, update]));
      const changed = rows.map((row) => applyUpdate(row, byId.get(row.exampleId) ?? { id: row.exampleId }));
      const [first] = rows;
      if (first !== undefined) {
        await putAttachments(
          tx,
          first.datasetId,
          updates.map(({ attachments = [] }) => ({ attachments: [...attachments] })),
        );
      }
      return changed;
    },
  );
}

function applyUpdate(row: ExampleRow, update: ExampleUpdate): ExampleRow {
  const { inputs, outputs, metadata, split, attachments = [], operations } = update;
  return {
    ...row,
    inputs: inputs ?? row.inputs,
    outputs: outputs ?? row.outputs,
    metadata: metadata || split ? withSplits(metadata ?? row.metadata, split, row.metadata) : row.metadata,
    attachments: changeAttachments(row.attachments, namesOf(attachments), operations),
  };
}

/**
 * Changes lists in the metadata of examples as one new version.
 * @throws HttpError 404 for an unknown example; 422 for an invalid operation.
 */
export async function changeMetadata(
  dependencies: Pick<EvaluationDependencies, 'store' | 'clock'>,
  { workspaceId, datasetId }: DatasetKey,
  { example_ids: ids, operations }: MetadataOperations,
): Promise<ExamplesWritten> {
  return changeRows(dependencies, { workspaceId, datasetId, ids }, (_, rows) =>
    rows.map((row) => ({ ...row, metadata: applyOperations(row.metadata, operations) })),
  );
}

/**
 * Adds examples to a split, or removes examples from the split, as one new version.
 * @throws HttpError 404 for an unknown example.
 */
export async function changeSplit(
  dependencies: Pick<EvaluationDependencies, 'store' | 'clock'>,
  key: DatasetKey,
  {
    split_name: name,
    examples,
    remove,
  }: { split_name: string; examples: string[]; remove?: boolean | null | undefined },
): Promise<ExamplesWritten> {
  const operation = remove === true ? 'array_remove' : 'array_add';
  return changeMetadata(dependencies, key, {
    example_ids: examples,
    operations: [{ key: SPLITS, operation, values: [name] }],
  });
}

/** Replaces the current states of one dataset's examples with changed states, as one new version. */
async function changeRows(
  { store, clock }: Pick<EvaluationDependencies, 'store' | 'clock'>,
  { workspaceId, datasetId, ids }: { workspaceId: string; datasetId?: string | undefined; ids: string[] },
  change: (tx: Repositories, rows: readonly ExampleRow[]) => ExampleRow[] | Promise<ExampleRow[]>,
): Promise<ExamplesWritten> {
  return store.transaction(async (tx) => {
    const unique = [...new Set(ids)];
    const rows: ExampleRow[] = [];
    for (const id of unique) {
      const row = await tx.examples.find(workspaceId, id);
      if (row === undefined || row.datasetId !== (datasetId ?? rows[0]?.datasetId ?? row.datasetId)) {
        throw exampleNotFound(id);
      }
      rows.push(row);
    }
    const [first] = rows;
    if (first === undefined) throw new HttpError(404, 'The request contains no ID of an example.');
    const asOf = await tx.datasets.addVersion(first.datasetId, clock.now());
    const changed = await change(tx, rows);
    await tx.examples.end(workspaceId, unique, asOf);
    await tx.examples.insert(changed.map((row) => ({ ...row, validFrom: asOf, validTo: null })));
    return writtenResponse(
      unique.map((id) => ({ id })),
      asOf,
    );
  });
}

/**
 * Deletes examples of any datasets of the workspace. Without `erase`, earlier versions of the datasets still contain
 * the examples.
 * @throws HttpError 404 if none of the examples exists.
 */
export async function removeExamples(
  { store, clock }: Pick<EvaluationDependencies, 'store' | 'clock'>,
  workspaceId: string,
  { ids, erase = false }: { ids: readonly string[]; erase?: boolean },
): Promise<number> {
  return store.transaction(async (tx) => {
    const byDataset = new Map<string, string[]>();
    for (const id of new Set(ids)) {
      const datasetId = erase
        ? await tx.examples.datasetOf(workspaceId, id)
        : (await tx.examples.find(workspaceId, id))?.datasetId;
      if (datasetId !== undefined) byDataset.set(datasetId, [...(byDataset.get(datasetId) ?? []), id]);
    }
    const [first = ''] = ids;
    if (byDataset.size === 0) throw exampleNotFound(first);
    let removed = 0;
    for (const [datasetId, own] of byDataset) {
      const asOf = await tx.datasets.addVersion(datasetId, clock.now());
      removed += erase
        ? await tx.examples.erase(workspaceId, own)
        : await tx.examples.end(workspaceId, own, asOf);
    }
    return removed;
  });
}

/** Creates the 404 for an example that does not exist or belongs to another workspace. */
export function exampleNotFound(id: string): HttpError {
  return new HttpError(404, `Example with ID ${id} not found.`);
}
