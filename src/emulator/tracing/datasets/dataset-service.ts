import type {
  Dataset,
  DatasetChange,
  DatasetCreate,
  DatasetDiff,
  DatasetPage,
  DatasetQueryV2,
} from '../../../contract/evaluation.ts';
import { DATASET_TAGS_MAX, DATASETS_MAX } from '../../../contract/limits.ts';
import { createPacer } from '../../../clients/pacer.ts';
import { isSubset } from './matching.ts';
import { isoTime } from '../../ports/clock.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { DatasetCounts, DatasetFilter, DatasetRow, Repositories } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { findDataset, LATEST, tagsOf, versionOf } from './versions.ts';

export type EvaluationDependencies = Pick<EmulatorContext, 'store' | 'clock' | 'newId'>;

/** Creates a dataset. @throws HttpError 409 if the ID or name is in use; 422 for too many datasets. */
export async function createDataset(
  { store, clock, newId }: EvaluationDependencies,
  workspaceId: string,
  body: DatasetCreate,
): Promise<Dataset> {
  const now = clock.now();
  const row: DatasetRow = {
    id: body.id ?? newId(),
    workspaceId,
    name: body.name,
    description: body.description ?? null,
    dataType: body.data_type ?? 'kv',
    extra: extraOf(body) ?? null,
    inputsSchema: body.inputs_schema_definition ?? null,
    outputsSchema: body.outputs_schema_definition ?? null,
    transformations: body.transformations ?? null,
    createdAt: now,
    modifiedAt: now,
  };
  await refuseTaken(
    store.transaction(async (tx) => {
      if ((await tx.datasets.count(workspaceId)) >= DATASETS_MAX) {
        throw new HttpError(
          422,
          `The workspace already has ${DATASETS_MAX} datasets, which is the maximum. Delete a dataset first.`,
        );
      }
      await tx.datasets.insert(row);
      await tx.datasets.addVersion(row.id, now);
    }),
  );
  return toDataset(row, { examples: 0, experiments: 0, lastExperimentAt: null });
}

/** Returns the body's `extra` together with the body's metadata, or `undefined` if neither exists. */
function extraOf({
  extra,
  metadata,
}: Pick<DatasetCreate, 'extra' | 'metadata'>): Record<string, unknown> | undefined {
  if (!metadata) return extra ?? undefined;
  return { ...extra, metadata };
}

async function refuseTaken(written: Promise<void>): Promise<void> {
  await written.catch((cause: unknown) => {
    if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
    throw new HttpError(409, 'Dataset with this name or ID already exists: choose another.', { cause });
  });
}

/** @throws HttpError 404 for an unknown dataset. */
export async function readDataset(
  { store }: EvaluationDependencies,
  workspaceId: string,
  id: string,
): Promise<Dataset> {
  return describe(store, await findDataset(store, workspaceId, id));
}

/** Lists datasets, newest first. With `metadata`, lists only datasets whose metadata contains these fields. */
export async function listDatasets(
  { store }: EvaluationDependencies,
  workspaceId: string,
  { metadata, ...filter }: DatasetFilter & { metadata?: Record<string, unknown> | undefined },
): Promise<Dataset[]> {
  const rows =
    metadata === undefined
      ? await store.datasets.list(workspaceId, filter)
      : await listByMetadata(store, workspaceId, { ...filter, metadata });
  const found: Dataset[] = [];
  for (const row of rows) found.push(await describe(store, row));
  return found;
}

/** Lists one page of datasets, newest first. The cursor is the number of the page's last dataset. */
export async function listDatasetPage(
  dependencies: EvaluationDependencies,
  workspaceId: string,
  query: DatasetQueryV2,
): Promise<DatasetPage> {
  if (query.tag_value_id !== undefined) return { items: [], next_cursor: null };
  // Reads an additional dataset. If the additional dataset exists, a next page exists.
  const found = await listDatasets(dependencies, workspaceId, {
    limit: query.page_size + 1,
    offset: 0,
    metadata: query.metadata,
    ...(query.cursor !== undefined && { before: query.cursor }),
    ...(query.id && { ids: query.id }),
    ...(query.name !== undefined && { name: query.name }),
    ...(query.name_contains !== undefined && { nameContains: query.name_contains }),
    ...(query.data_type && { dataTypes: query.data_type }),
  });
  const page = found.slice(0, query.page_size);
  const last = found.length > page.length ? page.at(-1) : undefined;
  const ordinal = last && (await dependencies.store.datasets.ordinalOf(last.id));
  return {
    items: query.exclude?.includes('example_count')
      ? page.map((dataset) => ({ ...dataset, example_count: null }))
      : page,
    next_cursor: ordinal === undefined ? null : String(ordinal),
  };
}

const SCANNED = 100;

async function listByMetadata(
  store: Repositories,
  workspaceId: string,
  { metadata, limit, offset, ...filter }: DatasetFilter & { metadata: Record<string, unknown> },
): Promise<DatasetRow[]> {
  const pacer = createPacer();
  const found: DatasetRow[] = [];
  for (let read = 0; found.length < offset + limit; read += SCANNED) {
    const rows = await store.datasets.list(workspaceId, { ...filter, limit: SCANNED, offset: read });
    found.push(...rows.filter((row) => isSubset(metadata, row.extra?.['metadata'])));
    if (rows.length < SCANNED) break;
    if (pacer.isDue) await pacer.pause();
  }
  return found.slice(offset, offset + limit);
}

/**
 * Changes a dataset, except absent and null fields.
 * @throws HttpError 404 for an unknown dataset; 409 for a used name.
 */
export async function updateDataset(
  { store, clock }: EvaluationDependencies,
  workspaceId: string,
  id: string,
  change: DatasetChange,
): Promise<Dataset> {
  const modifiedAt = clock.now();
  await refuseTaken(
    store.transaction(async (tx) => {
      await findDataset(tx, workspaceId, id);
      await tx.datasets.update(id, {
        modifiedAt,
        ...(change.name && { name: change.name }),
        ...(typeof change.description === 'string' && { description: change.description }),
        ...((change.extra || change.metadata) && { extra: extraOf(change) ?? null }),
        ...(change.inputs_schema_definition && { inputsSchema: change.inputs_schema_definition }),
        ...(change.outputs_schema_definition && { outputsSchema: change.outputs_schema_definition }),
        ...(change.transformations && { transformations: change.transformations }),
      });
    }),
  );
  return readDataset({ store, clock, newId: () => '' }, workspaceId, id);
}

/** Deletes a dataset with its examples and experiments. @throws HttpError 404 for an unknown dataset. */
export async function removeDataset(
  { store }: EvaluationDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  await store.transaction(async (tx) => {
    await findDataset(tx, workspaceId, id);
    for (;;) {
      const experiments = await tx.projects.list(workspaceId, { limit: 100, offset: 0, datasetId: id });
      if (experiments.length === 0) break;
      for (const project of experiments) await tx.projects.remove(workspaceId, project.id);
    }
    await tx.datasets.remove(id);
  });
}

/** Converts a version to the format of responses. */
export async function describeVersion(tx: Repositories, datasetId: string, asOf: number) {
  const newest = (await tx.datasets.findVersion(datasetId)) ?? asOf;
  return { tags: tagsOf(asOf, newest, await tx.datasets.listTags(datasetId)), as_of: isoTime(asOf) };
}

/**
 * Lists versions, newest first. `search` selects versions with a tag that contains the text.
 * @throws HttpError 404 for an unknown dataset.
 */
export async function listVersions(
  { store }: EvaluationDependencies,
  { workspaceId, id }: { workspaceId: string; id: string },
  { limit, offset, search }: { limit: number; offset: number; search?: string | undefined },
) {
  await findDataset(store, workspaceId, id);
  const tags = await store.datasets.listTags(id);
  const newest = (await store.datasets.findVersion(id)) ?? 0;
  if (search === undefined) {
    const rows = await store.datasets.listVersions(id, { limit, offset });
    return rows.map(({ asOf }) => ({ tags: tagsOf(asOf, newest, tags), as_of: isoTime(asOf) }));
  }
  const named = [...tags, { datasetId: id, tag: LATEST, asOf: newest }].filter(({ tag }) =>
    tag.includes(search),
  );
  const moments = [...new Set(named.map(({ asOf }) => asOf))].toSorted((a, b) => b - a);
  return moments
    .slice(offset, offset + limit)
    .map((asOf) => ({ tags: tagsOf(asOf, newest, tags), as_of: isoTime(asOf) }));
}

/** Moves a tag to a version. @throws HttpError 404 for an unknown dataset or version; 422 for too many tags. */
export async function tagVersion(
  { store }: EvaluationDependencies,
  { workspaceId, id }: { workspaceId: string; id: string },
  { as_of: version, tag }: { as_of: string; tag: string },
) {
  return store.transaction(async (tx) => {
    await findDataset(tx, workspaceId, id);
    const asOf = await versionOf(tx, id, version);
    const tags = await tx.datasets.listTags(id);
    if (tags.length >= DATASET_TAGS_MAX && !tags.some((one) => one.tag === tag)) {
      throw new HttpError(
        422,
        `The dataset already has ${DATASET_TAGS_MAX} tags, which is the maximum. Move an existing tag, or delete a tag first.`,
      );
    }
    await tx.datasets.putTag({ datasetId: id, tag, asOf });
    return describeVersion(tx, id, asOf);
  });
}

const COMPARED = 1_000;

/**
 * Returns the IDs of examples that differ between two versions.
 * @throws HttpError 404 for an unknown dataset or version.
 */
export async function diffVersions(
  { store }: EvaluationDependencies,
  { workspaceId, id }: { workspaceId: string; id: string },
  { from, to }: { from: string; to: string },
): Promise<DatasetDiff> {
  await findDataset(store, workspaceId, id);
  const before = await statesAt(store, id, await versionOf(store, id, from));
  const after = await statesAt(store, id, await versionOf(store, id, to));
  const both = [...after].filter(([exampleId]) => before.has(exampleId));
  return {
    examples_added: [...after.keys()].filter((exampleId) => !before.has(exampleId)),
    examples_removed: [...before.keys()].filter((exampleId) => !after.has(exampleId)),
    examples_modified: both
      .filter(([exampleId, since]) => before.get(exampleId) !== since)
      .map(([exampleId]) => exampleId),
  };
}

/** Returns the start times of the examples' states that are valid at `at`, keyed by example ID. */
async function statesAt(store: Repositories, id: string, at: number): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  for (let after = -1; ; ) {
    const refs = await store.examples.refs(id, { at, after, limit: COMPARED });
    for (const { exampleId, validFrom } of refs) states.set(exampleId, validFrom);
    const last = refs.at(-1);
    if (last === undefined || refs.length < COMPARED) return states;
    after = last.position;
  }
}

async function describe(tx: Repositories, row: DatasetRow): Promise<Dataset> {
  return toDataset(row, await tx.datasets.counts(row));
}

/** Converts a dataset to the format of responses. */
function toDataset(row: DatasetRow, counts: DatasetCounts): Dataset {
  const metadata = row.extra?.['metadata'];
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    data_type: row.dataType,
    tenant_id: row.workspaceId,
    created_at: isoTime(row.createdAt),
    modified_at: isoTime(row.modifiedAt),
    example_count: counts.examples,
    session_count: counts.experiments,
    last_session_start_time: counts.lastExperimentAt === null ? null : isoTime(counts.lastExperimentAt),
    inputs_schema_definition: row.inputsSchema,
    outputs_schema_definition: row.outputsSchema,
    // The transformations were validated before they were stored.
    transformations: row.transformations as Dataset['transformations'],
    extra: row.extra,
    metadata: typeof metadata === 'object' ? (metadata as Dataset['metadata']) : null,
    externally_managed: false,
  };
}
