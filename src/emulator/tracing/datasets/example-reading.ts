import { createPacer, type Pacer } from '../../../clients/pacer.ts';
import { EXAMPLE_FIELDS, type Example, type ExampleQuery, splitsOf } from '../../../contract/evaluation.ts';
import { isoTime } from '../../ports/clock.ts';
import type { ExampleRef, ExampleRow, Repositories } from '../../ports/store.ts';
import { invalidField } from '../../server/http-error.ts';
import { streamJsonArray } from '../../server/respond.ts';
import type { RouteResponse } from '../../server/route.ts';
import { attachmentUrls } from '../attachments.ts';
import { sizeBatches } from '../size-batches.ts';
import { isSubset } from './matching.ts';
import { momentOf } from './versions.ts';

/** Number of examples that are read, or filtered by metadata, at a time. */
const SCANNED = 500;

type Filter = Pick<ExampleQuery, 'id' | 'splits' | 'metadata'>;

/**
 * Yields one page of a dataset's examples in a version, in small batches and in the order of creation.
 * @throws HttpError 404 for an unknown version.
 */
async function* readExamples(
  store: Repositories,
  { workspaceId, datasetId }: { workspaceId: string; datasetId: string },
  { limit, offset, as_of: version, ...filter }: Filter & Pick<ExampleQuery, 'limit' | 'offset' | 'as_of'>,
): AsyncGenerator<ExampleRow[], void> {
  const at = await momentOf(store, datasetId, version);
  const { id: ids, splits, metadata } = filter;
  const isFiltered = ids !== undefined || splits !== undefined || metadata !== undefined;
  if (isFiltered) {
    const refs = await filterRefs(store, { workspaceId, datasetId, at }, { ...filter, limit, offset });
    yield* readRefs(store, workspaceId, refs);
    return;
  }
  for await (const refs of pageRefs(store, datasetId, { at, limit, offset })) {
    yield* readRefs(store, workspaceId, refs);
  }
}

/** Yields the keys of the examples' states in a version, in pages and in the order of creation. */
async function* pageRefs(
  store: Repositories,
  datasetId: string,
  { at, limit, offset }: { at: number; limit: number; offset: number },
): AsyncGenerator<readonly ExampleRef[], void> {
  let [left, skipped, after] = [limit, offset, -1];
  while (left > 0) {
    const size = Math.min(left, SCANNED);
    const page = await store.examples.refs(datasetId, { at, after, limit: size, offset: skipped });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < size) return;
    [left, skipped, after] = [left - page.length, 0, last.position];
  }
}

/**
 * Responds with one page of a dataset's examples. The examples are read while the response is sent.
 * @throws HttpError 404 for an unknown version; 422 for an invalid selection.
 */
export async function streamExamples(
  store: Repositories,
  key: { workspaceId: string; datasetId: string },
  { query, origin, signal }: { query: Omit<ExampleQuery, 'dataset'>; origin: string; signal: AbortSignal },
): Promise<RouteResponse> {
  const view = { ...query, origin };
  // An invalid selection is rejected before the response begins.
  await toExamples(store, [], view);
  const batches = readExamples(store, key, query);
  const pages = (async function* () {
    for await (const rows of batches) yield await toExamples(store, rows, view);
  })();
  return streamJsonArray({ pages, signal });
}

/** Yields the rows of these states of examples in small batches. */
async function* readRefs(
  store: Repositories,
  workspaceId: string,
  refs: readonly ExampleRef[],
): AsyncGenerator<ExampleRow[], void> {
  const pacer = createPacer();
  for (const batch of sizeBatches(refs)) {
    yield await store.examples.read(workspaceId, batch);
    if (pacer.isDue) await pacer.pause();
  }
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

/** Lists the splits of a version in sorted order. @throws HttpError 404 for an unknown version. */
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

/** Selected fields of examples in a response, and the origin of the attachments' URLs. */
export interface ExampleView {
  select?: ExampleQuery['select'];
  exclude_default_fields?: boolean | undefined;
  origin: string;
}

/** Converts examples to the format of responses. */
export async function toExamples(
  store: Repositories,
  rows: readonly ExampleRow[],
  view: ExampleView,
): Promise<Example[]> {
  const fields = fieldsOf(view);
  const urlsOf = await attachmentUrls(store, fields.has('attachment_urls') ? rows : [], view.origin);
  return rows.map((row) => {
    const example = toExample(row, urlsOf(row.attachments));
    return Object.fromEntries(Object.entries(example).filter(([field]) => fields.has(field))) as Example;
  });
}

function fieldsOf({ select, exclude_default_fields: isExact }: Omit<ExampleView, 'origin'>): Set<string> {
  if (isExact !== true) return new Set(EXAMPLE_FIELDS);
  if (select === undefined) {
    throw invalidField(['query', 'exclude_default_fields'], 'requires select with the fields to return');
  }
  return new Set(['id', ...select]);
}

function toExample(row: ExampleRow, urls: Example['attachment_urls']): Example {
  return {
    id: row.exampleId,
    dataset_id: row.datasetId,
    inputs: row.inputs,
    outputs: row.outputs,
    metadata: row.metadata,
    created_at: isoTime(row.createdAt),
    modified_at: isoTime(row.validFrom),
    name: `#${row.exampleId.slice(0, 4)}`,
    source_run_id: row.sourceRunId,
    attachment_urls: urls,
  };
}
