import { createPacer, type Pacer } from '../../../clients/pacer.ts';
import { EXAMPLE_FIELDS, type Example, type ExampleQuery, splitsOf } from '../../../contract/evaluation.ts';
import { isoTime } from '../../ports/clock.ts';
import type { ExampleRef, ExampleRow, Repositories } from '../../ports/store.ts';
import { invalidField } from '../../server/http-error.ts';
import { isSubset } from './matching.ts';
import { momentOf } from './versions.ts';

/** Maximum size of the JSON of rows that are read together, in bytes. A single row may exceed it. */
const BATCH_BYTES = 256 * 1024;
/** Number of states whose metadata is compared at a time. */
const SCANNED = 500;

type Filter = Pick<ExampleQuery, 'id' | 'splits' | 'metadata'>;

/**
 * Yields one page of a dataset's examples in a version, in small batches and in the order of creation.
 * @throws HttpError 404 for an unknown version.
 */
export async function* readExamples(
  store: Repositories,
  { workspaceId, datasetId }: { workspaceId: string; datasetId: string },
  { limit, offset, as_of: version, ...filter }: Filter & Pick<ExampleQuery, 'limit' | 'offset' | 'as_of'>,
): AsyncGenerator<ExampleRow[], void> {
  const at = await momentOf(store, datasetId, version);
  const { id: ids, splits, metadata } = filter;
  const isFiltered = ids !== undefined || splits !== undefined || metadata !== undefined;
  const refs = isFiltered
    ? await filterRefs(store, { workspaceId, datasetId, at }, { ...filter, limit, offset })
    : await store.examples.refs(datasetId, { at, after: -1, limit, offset });
  yield* readRefs(store, workspaceId, refs);
}

/** Yields the rows of these states in small batches. */
async function* readRefs(
  store: Repositories,
  workspaceId: string,
  refs: readonly ExampleRef[],
): AsyncGenerator<ExampleRow[], void> {
  const pacer = createPacer();
  let batch: ExampleRef[] = [];
  let bytes = 0;
  for (const ref of refs) {
    if (batch.length > 0 && bytes + ref.bytes > BATCH_BYTES) {
      yield await store.examples.read(workspaceId, batch);
      if (pacer.isDue) await pacer.pause();
      [batch, bytes] = [[], 0];
    }
    batch.push(ref);
    bytes += ref.bytes;
  }
  if (batch.length > 0) yield await store.examples.read(workspaceId, batch);
}

async function filterRefs(
  store: Repositories,
  { workspaceId, datasetId, at }: { workspaceId: string; datasetId: string; at: number },
  { limit, offset, ...filter }: Filter & { limit: number; offset: number },
): Promise<ExampleRef[]> {
  const pacer = createPacer();
  const ids = filter.id && new Set(filter.id);
  const found: ExampleRef[] = [];
  for (let after = -1; found.length < offset + limit; ) {
    const page = await store.examples.refs(datasetId, { at, after, limit: SCANNED });
    const named = page.filter(({ exampleId }) => ids?.has(exampleId) ?? true);
    found.push(...(await filterByMetadata(store, workspaceId, named, filter)));
    const last = page.at(-1);
    if (last === undefined || page.length < SCANNED) break;
    after = last.position;
    if (pacer.isDue) await pacer.pause();
  }
  return found.slice(offset, offset + limit);
}

async function filterByMetadata(
  store: Repositories,
  workspaceId: string,
  refs: readonly ExampleRef[],
  { splits, metadata }: Filter,
): Promise<readonly ExampleRef[]> {
  if (splits === undefined && metadata === undefined) return refs;
  const passed = new Set(
    (await store.examples.metadata(workspaceId, refs))
      .filter(
        (row) =>
          (splits === undefined || splitsOf(row.metadata).some((split) => splits.includes(split))) &&
          (metadata === undefined || isSubset(metadata, row.metadata)),
      )
      .map(({ exampleId }) => exampleId),
  );
  return refs.filter(({ exampleId }) => passed.has(exampleId));
}

/** Lists the splits of a version, sorted. @throws HttpError 404 for an unknown version. */
export async function listSplits(
  store: Repositories,
  { workspaceId, datasetId }: { workspaceId: string; datasetId: string },
  version: string | undefined,
): Promise<string[]> {
  const at = await momentOf(store, datasetId, version);
  const pacer: Pacer = createPacer();
  const splits = new Set<string>();
  for (let after = -1; ; ) {
    const page = await store.examples.refs(datasetId, { at, after, limit: SCANNED });
    for (const { metadata } of await store.examples.metadata(workspaceId, page)) {
      for (const split of splitsOf(metadata)) splits.add(split);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < SCANNED) return [...splits].toSorted();
    after = last.position;
    if (pacer.isDue) await pacer.pause();
  }
}

/** Form of examples in a response: their fields, and the origin of attachments' URLs. */
export interface ExampleView {
  select?: ExampleQuery['select'];
  exclude_default_fields?: boolean | undefined;
  origin: string;
}

/** Path of an attachment's URL, without the attachment's ID. */
export const ATTACHMENTS_PATH = '/api/v1/attachments';

/** Returns examples in the form of responses. */
export async function toExamples(
  store: Repositories,
  rows: readonly ExampleRow[],
  view: ExampleView,
): Promise<Example[]> {
  const fields = fieldsOf(view);
  const types = fields.has('attachment_urls')
    ? await store.attachments.mimeTypes(rows.flatMap(({ attachments }) => attachments.map(({ id }) => id)))
    : new Map<string, string>();
  return rows.map((row) => toExample(row, { ...view, fields, types }));
}

function fieldsOf({ select, exclude_default_fields: isExact }: Omit<ExampleView, 'origin'>): Set<string> {
  if (isExact !== true) return new Set(EXAMPLE_FIELDS);
  if (select === undefined) {
    throw invalidField(['query', 'exclude_default_fields'], 'requires select with the fields to return');
  }
  return new Set(['id', ...select]);
}

function toExample(
  row: ExampleRow,
  { fields, types, origin }: { fields: Set<string>; types: Map<string, string>; origin: string },
): Example {
  const urls = Object.fromEntries(
    row.attachments.map(({ name, id }) => [
      `attachment.${name}`,
      {
        presigned_url: `${origin}${ATTACHMENTS_PATH}/${id}`,
        mime_type: types.get(id) ?? 'application/octet-stream',
      },
    ]),
  );
  const whole: Example = {
    id: row.exampleId,
    dataset_id: row.datasetId,
    inputs: row.inputs,
    outputs: row.outputs,
    metadata: row.metadata,
    created_at: isoTime(row.createdAt),
    modified_at: isoTime(row.validFrom),
    name: `#${row.exampleId.slice(0, 4)}`,
    source_run_id: row.sourceRunId,
    attachment_urls: row.attachments.length === 0 ? null : urls,
  };
  return Object.fromEntries(Object.entries(whole).filter(([field]) => fields.has(field))) as Example;
}
