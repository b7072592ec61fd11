import { createPacer } from '../../../clients/pacer.ts';
import { parseMoment } from '../../../contract/evaluation.ts';
import { UUID } from '../../../contract/patterns.ts';
import type { FeedbackStats, RunQuery, TracedRun } from '../../../contract/traced-run.ts';
import { isoTime } from '../../ports/clock.ts';
import type { Repositories, TracedRunFilter, TracedRunRef, TracedRunRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { FeedbackCollector } from '../sessions/statistics.ts';

const PAGE_MAX = 100;
/** Length of a run's ID. Each step of a dotted order ends with the ID of its run. */
const ID_LENGTH = 36;
/** Size in bytes above which a page ends early. A page with a single run may be larger. */
const PAGE_BYTES = 2 * 1024 * 1024;

/** Runs of a query, and the cursor of the next page; null at the end. */
export interface RunResult {
  rows: TracedRunRow[];
  next: string | null;
}

/** Finds one page of the runs of a query: newest first within each project, in the order of the projects. */
export async function queryRuns(
  store: Repositories,
  workspaceId: string,
  query: RunQuery,
): Promise<RunResult> {
  const limit = Math.min(query.limit ?? PAGE_MAX, PAGE_MAX);
  const isRoot = query.is_root ?? (query.execution_order === 1 ? true : undefined);
  if (query.id) return findByIds(store, workspaceId, query.id);
  const filter = {
    traceId: query.trace ?? undefined,
    parentRunId: query.parent_run ?? undefined,
    referenceExampleIds: query.reference_example ?? undefined,
    runType: query.run_type ?? undefined,
    isRoot,
    isError: query.error ?? undefined,
    startedFrom: parseMoment(query.start_time ?? ''),
  };
  return listPage(store, workspaceId, {
    filter,
    projects: query.session ?? [undefined],
    limit,
    cursor: query.cursor ?? undefined,
  });
}

async function findByIds(
  store: Repositories,
  workspaceId: string,
  ids: readonly string[],
): Promise<RunResult> {
  const rows = await store.tracedRuns.find(workspaceId, ids.slice(0, PAGE_MAX));
  return { rows: rows.toSorted((a, b) => b.ordinal - a.ordinal), next: null };
}

/** Lists runs of several projects, one project after the other. */
async function listPage(
  store: Repositories,
  workspaceId: string,
  {
    filter,
    projects,
    limit,
    cursor,
  }: {
    filter: Omit<TracedRunFilter, 'limit' | 'before' | 'projectId'>;
    projects: readonly (string | undefined)[];
    limit: number;
    cursor: string | undefined;
  },
): Promise<RunResult> {
  const pacer = createPacer();
  const [from = 0, before] = cursor === undefined ? [] : cursor.split('.').map(Number);
  let at = before;
  const refs: TracedRunRef[] = [];
  let bytes = 0;
  let next: string | null = null;
  for (let index = from; index < projects.length && next === null; index += 1) {
    // One more run than needed is requested. If it exists, a next page exists.
    const wanted = limit - refs.length + 1;
    const found = await store.tracedRuns.list(workspaceId, {
      ...filter,
      projectId: projects[index],
      before: at,
      limit: wanted,
    });
    at = undefined;
    for (const ref of found) {
      const isFull = refs.length === limit || (refs.length > 0 && bytes + ref.bytes > PAGE_BYTES);
      if (isFull) {
        next = `${index}.${ref.ordinal + 1}`;
        break;
      }
      refs.push(ref);
      bytes += ref.bytes;
    }
    if (pacer.isDue) await pacer.pause();
  }
  const rows = await store.tracedRuns.find(
    workspaceId,
    refs.map(({ id }) => id),
  );
  const order = new Map(refs.map(({ id }, index) => [id, index]));
  return { rows: rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)), next };
}

/** @throws HttpError 404. */
export async function readRun(store: Repositories, workspaceId: string, id: string): Promise<TracedRun> {
  const [row] = await store.tracedRuns.find(workspaceId, [id]);
  if (row === undefined) throw new HttpError(404, `Run with ID ${id} not found.`);
  const [run] = await toRuns(store, workspaceId, [row]);
  return run ?? { id };
}

/** Returns runs in the form of responses; with `select`, only the ID and these fields. */
export async function toRuns(
  store: Repositories,
  workspaceId: string,
  rows: readonly TracedRunRow[],
  select?: readonly string[] | null,
): Promise<TracedRun[]> {
  const wanted = select ? new Set(['id', ...select]) : undefined;
  const statistics =
    wanted?.has('feedback_stats') === false
      ? new Map<string, FeedbackStats>()
      : await statisticsOf(store, workspaceId, rows);
  return rows.map((row) => {
    const run = toRun(row, statistics.get(row.id) ?? {});
    if (wanted === undefined) return run;
    return { id: run.id, ...Object.fromEntries(Object.entries(run).filter(([field]) => wanted.has(field))) };
  });
}

async function statisticsOf(
  store: Repositories,
  workspaceId: string,
  rows: readonly TracedRunRow[],
): Promise<Map<string, FeedbackStats>> {
  const scores = await store.feedbacks.scoresOfRuns(
    workspaceId,
    rows.map(({ id }) => id),
  );
  const collectors = new Map<string, FeedbackCollector>();
  for (const score of scores) {
    if (score.runId === null) continue;
    const collector = collectors.get(score.runId) ?? new FeedbackCollector();
    collectors.set(score.runId, collector);
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
    status: row.error !== null ? 'error' : row.endTime === null ? 'pending' : 'success',
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
    parent_run_ids: row.dottedOrder
      .split('.')
      .slice(0, -1)
      .map((step) => step.slice(-ID_LENGTH))
      .filter((id) => UUID.test(id)),
    reference_example_id: row.referenceExampleId,
    feedback_stats: feedback,
    prompt_tokens: row.promptTokens ?? 0,
    completion_tokens: row.completionTokens ?? 0,
    total_tokens: row.totalTokens ?? 0,
    app_path: `/o/${row.workspaceId}/projects/p/${row.projectId}/r/${row.id}`,
  };
}
