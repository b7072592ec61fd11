import type { FeedbackStats } from '../../../contract/evaluation.ts';
import { stringifyExactJson } from '../../../contract/exact-json.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import { UUID } from '../../../contract/patterns.ts';
import type { RunSelect, TracedRun, TracedRunV2 } from '../../../contract/traced-run.ts';
import { isoTime } from '../../ports/clock.ts';
import type { Repositories, TracedRunRow } from '../../ports/store.ts';
import { attachmentUrls } from '../attachments.ts';
import { FeedbackCollector } from '../sessions/statistics.ts';
import { threadIdOf } from './filter.ts';

/** Length of a run's ID. Each step of a dotted order ends with the ID of its run. */
const ID_LENGTH = 36;
/** Maximum length of a preview of inputs, outputs or an error, in characters. */
const PREVIEW_LENGTH = 300;

/** Properties of a response with runs that are the same for all its runs. */
export interface RunView {
  /** ID of the comparative experiment whose feedback the statistics include. */
  comparison?: string | undefined;
  /** Origin of attachments' URLs. */
  origin: string;
}

/**
 * Converts runs to the format of responses, or only the ID and the selected fields if `select` is set. The statistics
 * of feedback exclude feedback of comparative experiments, except the feedback of `comparison`.
 */
export async function toRuns(
  store: Repositories,
  workspaceId: string,
  rows: readonly TracedRunRow[],
  { select, comparison, origin }: RunView & { select?: readonly string[] | null },
): Promise<TracedRun[]> {
  const wanted = select ? new Set(['id', ...select]) : undefined;
  const statistics =
    wanted?.has('feedback_stats') === false
      ? new Map<string, FeedbackStats>()
      : await statisticsOf(store, workspaceId, { rows, comparison });
  const urlsOf = await attachmentUrls(store, rows, origin);
  return rows.map((row) => {
    const run = { ...toRun(row, statistics.get(row.id) ?? {}), s3_urls: urlsOf(row.attachments) };
    if (wanted === undefined) return run;
    return { id: run.id, ...Object.fromEntries(Object.entries(run).filter(([field]) => wanted.has(field))) };
  });
}

async function statisticsOf(
  store: Repositories,
  workspaceId: string,
  { rows, comparison }: { rows: readonly TracedRunRow[]; comparison: string | undefined },
): Promise<Map<string, FeedbackStats>> {
  const scores = await store.feedbacks.scoresOfRuns(
    workspaceId,
    rows.map(({ id }) => id),
  );
  const collectors = new Map<string, FeedbackCollector>();
  for (const score of scores) {
    const { runId, comparativeExperimentId: of } = score;
    if (runId === null || (of !== null && of !== comparison)) continue;
    const collector = collectors.get(runId) ?? new FeedbackCollector();
    collectors.set(runId, collector);
    collector.add(score);
  }
  return new Map([...collectors].map(([id, collector]) => [id, collector.end()]));
}

function toRun(row: TracedRunRow, feedback: FeedbackStats): TracedRun {
  return {
    id: row.id,
    name: row.name,
    run_type: row.runType,
    start_time: isoTime(row.startTime),
    end_time: row.endTime === null ? null : isoTime(row.endTime),
    status: statusOf(row),
    error: row.error,
    inputs: row.inputs ?? {},
    outputs: row.outputs,
    extra: row.extra,
    events: row.events,
    serialized: row.serialized,
    tags: row.tags,
    session_id: row.projectId,
    trace_id: row.traceId,
    dotted_order: row.dottedOrder,
    parent_run_id: row.parentRunId,
    parent_run_ids: ancestorsOf(row),
    reference_example_id: row.referenceExampleId,
    feedback_stats: feedback,
    prompt_tokens: row.promptTokens ?? 0,
    completion_tokens: row.completionTokens ?? 0,
    total_tokens: row.totalTokens ?? 0,
    app_path: pathOf(row),
  };
}

function statusOf({ error, endTime }: Pick<TracedRunRow, 'error' | 'endTime'>) {
  return error !== null ? 'error' : endTime === null ? 'pending' : 'success';
}

/** Returns the IDs of a run's ancestors, beginning with the root. */
function ancestorsOf({ dottedOrder }: Pick<TracedRunRow, 'dottedOrder'>): string[] {
  return dottedOrder
    .split('.')
    .slice(0, -1)
    .map((step) => step.slice(-ID_LENGTH))
    .filter((id) => UUID.test(id));
}

const pathOf = (row: TracedRunRow): string => `/o/${row.workspaceId}/projects/p/${row.projectId}/r/${row.id}`;

/** Converts runs to the format of the API's second version with the selected fields, or by default with only the ID. */
export async function toRunsV2(
  store: Repositories,
  workspaceId: string,
  rows: readonly TracedRunRow[],
  { selects, comparison, origin }: RunView & { selects?: readonly RunSelect[] | null },
): Promise<TracedRunV2[]> {
  const wanted = new Set<RunSelect>(selects ?? ['ID']);
  const statistics = wanted.has('FEEDBACK_STATS')
    ? await statisticsOf(store, workspaceId, { rows, comparison })
    : new Map<string, FeedbackStats>();
  const urlsOf = await attachmentUrls(store, wanted.has('ATTACHMENTS') ? rows : [], origin);
  const datasets = wanted.has('REFERENCE_DATASET_ID')
    ? await datasetsOf(store, workspaceId, rows)
    : new Map<string, string | null>();
  return rows.map((row) => {
    const fields = { ...fieldsV2(row), feedback_stats: () => statistics.get(row.id) ?? {} };
    const readers: Readonly<Record<string, () => unknown>> = {
      ...fields,
      reference_dataset_id: () =>
        row.referenceExampleId === null ? null : (datasets.get(row.projectId) ?? null),
      attachments: () => attachmentsV2(row, urlsOf),
    };
    const entries = [...wanted].map((select) => select.toLowerCase());
    return Object.fromEntries(entries.map((field) => [field, readers[field]?.() ?? null]));
  });
}

function attachmentsV2(
  { attachments }: TracedRunRow,
  urlsOf: Awaited<ReturnType<typeof attachmentUrls>>,
): Record<string, string> {
  const urls = urlsOf(attachments) ?? {};
  return Object.fromEntries(
    attachments.map(({ name }) => [name, urls[`attachment.${name}`]?.presigned_url ?? '']),
  );
}

async function datasetsOf(
  store: Repositories,
  workspaceId: string,
  rows: readonly TracedRunRow[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const id of new Set(rows.map(({ projectId }) => projectId))) {
    found.set(id, (await store.projects.get(workspaceId, id))?.datasetId ?? null);
  }
  return found;
}

/** Returns functions that compute a run's fields, keyed by field, except fields that are not recorded. */
function fieldsV2(row: TracedRunRow): Readonly<Record<string, () => unknown>> {
  const metadata = row.extra?.['metadata'];
  return {
    id: () => row.id,
    name: () => row.name,
    run_type: () => row.runType,
    status: () => statusOf(row).toUpperCase(),
    start_time: () => isoTime(row.startTime),
    end_time: () => (row.endTime === null ? null : isoTime(row.endTime)),
    latency_seconds: () => (row.endTime === null ? null : (row.endTime - row.startTime) / 1_000),
    error: () => row.error,
    error_preview: () => row.error?.slice(0, PREVIEW_LENGTH),
    extra: () => row.extra,
    metadata: () => (isJsonObject(metadata) ? metadata : {}),
    events: () => row.events,
    inputs: () => row.inputs ?? {},
    inputs_preview: () => previewOf(row.inputs),
    outputs: () => row.outputs,
    outputs_preview: () => previewOf(row.outputs),
    manifest: () => row.serialized,
    parent_run_ids: () => ancestorsOf(row),
    project_id: () => row.projectId,
    trace_id: () => row.traceId,
    thread_id: () => threadIdOf(row),
    dotted_order: () => row.dottedOrder,
    is_root: () => row.parentRunId === null,
    reference_example_id: () => row.referenceExampleId,
    is_in_dataset: () => row.referenceExampleId !== null,
    total_tokens: () => row.totalTokens ?? 0,
    prompt_tokens: () => row.promptTokens ?? 0,
    completion_tokens: () => row.completionTokens ?? 0,
    tags: () => row.tags,
    app_path: () => pathOf(row),
  };
}

function previewOf(value: Record<string, unknown> | null): string | null {
  return value === null ? null : stringifyExactJson(value).slice(0, PREVIEW_LENGTH);
}
