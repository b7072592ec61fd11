import { createPacer } from '../../../clients/pacer.ts';
import { parseMoment } from '../../../contract/evaluation.ts';
import { LIST_MAX } from '../../../contract/limits.ts';
import type { RunQuery, RunQueryV2, TracedRun } from '../../../contract/traced-run.ts';
import type {
  ProjectRow,
  Repositories,
  TracedRunFilter,
  TracedRunRef,
  TracedRunRow,
} from '../../ports/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { findDataset } from '../datasets/versions.ts';
import { sizeBatches } from '../size-batches.ts';
import { FilterError, parseRunFilter, type RunFilter } from './filter.ts';
import { toRuns } from './views.ts';

const PAGE_MAX = 100;
/** Number of runs that a filter expression reads at a time. */
const SCANNED = 200;
/** Size in bytes above which a page ends early. A page with a single run can be larger. */
export const PAGE_BYTES = 2 * 1024 * 1024;

/** Runs of a query, and the cursor of the next page, or null at the end. */
export interface RunResult {
  rows: TracedRunRow[];
  next: string | null;
}

/** Query of runs, with the filter expression as a string. */
interface RunSelection extends Omit<TracedRunFilter, 'limit' | 'before' | 'projectId'> {
  ids?: readonly string[] | undefined;
  /** Projects of the runs, in the order of the result, or `undefined` for all runs of the workspace. */
  projects: readonly (string | undefined)[];
  expression: string | undefined;
  limit: number;
  cursor: string | undefined;
}

/** Finds one page of the runs that a query selects: newest first within each project, in the order of the projects. */
export async function queryRuns(
  store: Repositories,
  workspaceId: string,
  { query, signal }: { query: RunQuery; signal: AbortSignal },
): Promise<RunResult> {
  const selection = {
    ids: query.id ?? undefined,
    projects: query.session ?? [undefined],
    traceId: query.trace ?? undefined,
    parentRunId: query.parent_run ?? undefined,
    referenceExampleIds: query.reference_example ?? undefined,
    runType: query.run_type ?? undefined,
    isRoot: query.is_root ?? (query.execution_order === 1 ? true : undefined),
    isError: query.error ?? undefined,
    startedFrom: parseMoment(query.start_time ?? ''),
    expression: query.filter ?? undefined,
    limit: Math.min(query.limit ?? PAGE_MAX, PAGE_MAX),
    cursor: query.cursor ?? undefined,
  };
  return listPage(store, workspaceId, { selection, signal });
}

const DAY_MS = 86_400_000;

/** Finds one page of runs for the API's second version. @throws HttpError 404 for an unknown dataset. */
export async function queryRunsV2(
  { store, clock }: Pick<EvaluationDependencies, 'store' | 'clock'>,
  workspaceId: string,
  { query, signal }: { query: RunQueryV2; signal: AbortSignal },
): Promise<RunResult> {
  const now = clock.now();
  const ofDataset = query.reference_dataset_id
    ? await listExperiments(store, workspaceId, query.reference_dataset_id)
    : undefined;
  const earliest = ofDataset?.reduce((at, one) => Math.min(at, one.startedAt ?? one.createdAt), now);
  const selection = {
    ids: query.ids ?? undefined,
    projects: ofDataset?.map((one) => one.id) ?? query.project_ids ?? [],
    traceId: query.trace_id ?? undefined,
    referenceExampleIds: query.reference_examples ?? undefined,
    runType: query.run_type?.toLowerCase(),
    isRoot: query.is_root ?? undefined,
    isError: query.has_error ?? undefined,
    startedFrom: parseMoment(query.min_start_time ?? '') ?? earliest ?? now - DAY_MS,
    startedTo: parseMoment(query.max_start_time ?? '') ?? now,
    expression: query.filter ?? undefined,
    limit: query.page_size ?? PAGE_MAX,
    cursor: query.cursor ?? undefined,
  };
  return listPage(store, workspaceId, { selection, signal });
}

async function listExperiments(
  store: Repositories,
  workspaceId: string,
  datasetId: string,
): Promise<ProjectRow[]> {
  await findDataset(store, workspaceId, datasetId);
  return store.projects.list(workspaceId, { limit: LIST_MAX, offset: 0, datasetId });
}

/** Parses a filter expression of a request. @throws HttpError 422 with the field and the problem. */
export function parseFilter(text: string, path: (string | number)[]): RunFilter {
  try {
    return parseRunFilter(text);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw invalidField(path, `The filter ${error.message}.`);
  }
}

/**
 * Reads the keys of runs until the page is full, and then reads the page's runs.
 * @throws HttpError 422 for an invalid filter expression.
 */
async function listPage(
  store: Repositories,
  workspaceId: string,
  { selection, signal }: { selection: RunSelection; signal: AbortSignal },
): Promise<RunResult> {
  const { expression, limit } = selection;
  const filter = expression ? parseFilter(expression, ['body', 'filter']) : undefined;
  const refs: TracedRunRef[] = [];
  let bytes = 0;
  let next: string | null = null;
  search: for await (const { index, found } of readKeys(store, workspaceId, selection)) {
    const passed = await filterRefs(store, { workspaceId, refs: found, signal }, filter && [filter]);
    for (const ref of passed) {
      if (refs.length === limit || (refs.length > 0 && bytes + ref.bytes > PAGE_BYTES)) {
        next = `${index}.${ref.ordinal + 1}`;
        break search;
      }
      refs.push(ref);
      bytes += ref.bytes;
    }
  }
  return { rows: await readRuns(store, workspaceId, refs), next };
}

/** Yields the keys of the selected runs in pages, beginning at the cursor of the selection. */
async function* readKeys(
  store: Repositories,
  workspaceId: string,
  { ids, projects, expression, limit, cursor, ...filter }: RunSelection,
): AsyncGenerator<{ index: number; found: readonly TracedRunRef[] }, void> {
  const [from = 0, before] = cursor === undefined ? [] : cursor.split('.').map(Number);
  if (ids !== undefined) {
    const found = await store.tracedRuns.refs(workspaceId, ids);
    yield { index: 0, found: found.filter(({ ordinal }) => before === undefined || ordinal < before) };
    return;
  }
  const pacer = createPacer();
  // Without a filter expression, an additional run is read. If the additional run exists, a next page exists.
  const size = expression ? SCANNED : limit + 1;
  for (let index = from; index < projects.length; index += 1) {
    let at = index === from ? before : undefined;
    for (;;) {
      const page = { ...filter, projectId: projects[index], before: at, limit: size };
      const found = await store.tracedRuns.list(workspaceId, page);
      yield { index, found };
      if (found.length < size) break;
      at = found.at(-1)?.ordinal;
      if (pacer.isDue) await pacer.pause();
    }
  }
}

/** Returns the keys of the runs that match all filters, or all keys without filters. */
export async function filterRefs<T extends TracedRunRef>(
  store: Repositories,
  { workspaceId, refs, signal }: { workspaceId: string; refs: readonly T[]; signal: AbortSignal },
  filters: readonly RunFilter[] = [],
): Promise<readonly T[]> {
  if (filters.length === 0) return refs;
  const pacer = createPacer(signal);
  const needsFeedback = filters.some((filter) => filter.needsFeedback);
  const passed = new Set<string>();
  for (const batch of sizeBatches(refs)) {
    const ids = batch.map(({ id }) => id);
    const runs = await store.tracedRuns.details(workspaceId, ids);
    const all = needsFeedback ? await store.feedbacks.scoresOfRuns(workspaceId, ids) : [];
    const scores = Map.groupBy(all, ({ runId }) => runId);
    for (const run of runs) {
      const filtered = { run, scores: scores.get(run.id) ?? [] };
      if (filters.every((filter) => filter.matches(filtered))) passed.add(run.id);
    }
    if (pacer.isDue) await pacer.pause();
  }
  return refs.filter(({ id }) => passed.has(id));
}

/** Reads runs in small batches, and returns them in the order of the keys. */
export async function readRuns(
  store: Repositories,
  workspaceId: string,
  refs: readonly TracedRunRef[],
): Promise<TracedRunRow[]> {
  const pacer = createPacer();
  const found = new Map<string, TracedRunRow>();
  for (const batch of sizeBatches(refs)) {
    const ids = batch.map(({ id }) => id);
    for (const run of await store.tracedRuns.find(workspaceId, ids)) found.set(run.id, run);
    if (pacer.isDue) await pacer.pause();
  }
  return refs.flatMap(({ id }) => found.get(id) ?? []);
}

/** @throws HttpError 404 for an unknown run. */
export async function readRun(
  store: Repositories,
  { workspaceId, origin }: { workspaceId: string; origin: string },
  id: string,
): Promise<TracedRun> {
  const [row] = await store.tracedRuns.find(workspaceId, [id]);
  if (row === undefined) throw new HttpError(404, `Run with ID ${id} not found.`);
  const [run] = await toRuns(store, workspaceId, [row], { origin });
  return run ?? { id };
}
