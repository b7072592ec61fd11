import type * as z from 'zod';
import { toMoment } from '../../../contract/evaluation.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import { ATTACHMENTS_MAX, RUNS_PER_REQUEST_MAX } from '../../../contract/limits.ts';
import { FeedbackPart, RUN_PARTS, RunChange } from '../../../contract/traced-run.ts';
import type { FeedbackCreate } from '../../../contract/tracing.ts';
import type { Repositories, TracedRunRow } from '../../ports/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { type MultipartPart, PartReader } from '../../server/multipart.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { changeAttachments } from '../datasets/example-changes.ts';
import {
  type FormRequest,
  type NewAttachment,
  readFormParts,
  toAttachment,
} from '../datasets/example-upload.ts';
import { ensureProject } from '../sessions/session-service.ts';
import { readRuns } from './reading.ts';

/** Changes of runs, in the client's order, and feedback. */
export interface Ingestion {
  runs: {
    id: string;
    change: RunChange;
    attachments?: NewAttachment[];
    /** Size in bytes of the form's parts for this run, or absent for JSON bodies, which are small. */
    bytes?: number;
  }[];
  feedback: FeedbackCreate[];
}

/** Changes in a form, keyed by operation and run. */
type FormRuns = Map<string, Ingestion['runs'][number]>;

const PART = /^(post|patch|feedback|attachment)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(.+))?$/is;
const isRunPart = (field: string): field is keyof typeof RUN_PARTS => Object.hasOwn(RUN_PARTS, field);

/**
 * Reads a form that contains runs with their attachments, and feedback.
 * @throws HttpError 400, 413 or 415 for the form; 422 for an invalid or repeated part.
 */
export async function readRunForm(request: FormRequest): Promise<Ingestion> {
  const parts = await readFormParts(request);
  const reader = new PartReader(request.signal);
  const runs: FormRuns = new Map();
  const feedback: FeedbackCreate[] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    const [, operation = '', id = '', field] = PART.exec(part.name) ?? [];
    if (operation === '') throw invalidField(['body', part.name], 'The kind of the part is unknown.');
    const name = part.name.toLowerCase();
    if (seen.has(name)) throw invalidField(['body', part.name], 'The form has this part twice.');
    seen.add(name);
    const kind = operation.toLowerCase();
    const runId = id.toLowerCase();
    if (kind === 'feedback') feedback.push(await reader.json(part, FeedbackPart));
    else if (kind === 'attachment') addAttachment(runs, { id: runId, name: field ?? '', part });
    else await addRunPart(runs, { key: `${kind}.${runId}`, id: runId, field, part }, reader);
    await reader.pause();
  }
  return { runs: [...runs.values()], feedback };
}

/** Returns the changes with this key, or adds an empty entry. @throws HttpError 413 for too many runs. */
function ensureRun(runs: FormRuns, key: string, id: string): Ingestion['runs'][number] {
  const known = runs.get(key);
  if (known !== undefined) return known;
  if (runs.size >= RUNS_PER_REQUEST_MAX) {
    throw new HttpError(
      413,
      `The request has more than ${RUNS_PER_REQUEST_MAX} runs, which is the maximum. Send several requests.`,
    );
  }
  const run = { id, change: {} };
  runs.set(key, run);
  return run;
}

function addAttachment(
  runs: FormRuns,
  { id, name, part }: { id: string; name: string; part: MultipartPart },
): void {
  const run = runs.get(`post.${id}`) ?? ensureRun(runs, `patch.${id}`, id);
  run.attachments = [...(run.attachments ?? []), toAttachment(part, name)];
  run.bytes = (run.bytes ?? 0) + part.data.length;
  if (run.attachments.length > ATTACHMENTS_MAX) {
    throw new HttpError(413, `A run has more than ${ATTACHMENTS_MAX} attachments, which is the maximum.`);
  }
}

async function addRunPart(
  runs: FormRuns,
  { key, id, field, part }: { key: string; id: string; field: string | undefined; part: MultipartPart },
  reader: PartReader,
): Promise<void> {
  const run = ensureRun(runs, key, id);
  run.bytes = (run.bytes ?? 0) + part.data.length;
  if (field === undefined) run.change = { ...(await reader.json(part, RunChange)), ...run.change };
  else if (isRunPart(field)) {
    const value = await reader.json(part, RUN_PARTS[field] as z.ZodType);
    run.change = { ...run.change, [field]: value };
  } else throw invalidField(['body', part.name], 'The kind of the part is unknown.');
}

/** Adds new runs, changes existing runs, and sets the project of feedback that arrived before its run. */
export async function storeRuns(
  tx: Repositories,
  dependencies: Pick<EvaluationDependencies, 'clock' | 'newId'>,
  workspaceId: string,
  changes: Ingestion['runs'],
): Promise<void> {
  const ids = [...new Set(changes.map(({ id }) => id))];
  const existing = await readRuns(tx, workspaceId, await tx.tracedRuns.refs(workspaceId, ids));
  const before = new Map(existing.map((row) => [row.id, row]));
  const projects = new Map<string, string>();
  const after = new Map<string, Omit<TracedRunRow, 'ordinal'>>(before);
  for (const { id, change } of changes) {
    const row = after.get(id);
    const projectId = await projectOf(tx, dependencies, { workspaceId, change, row, projects });
    after.set(id, applyChange(row, { id, workspaceId, projectId, change, now: dependencies.clock.now() }));
  }
  for (const { id, attachments } of changes) {
    const row = after.get(id);
    if (row !== undefined && attachments !== undefined) after.set(id, await attach(tx, row, attachments));
  }
  await tx.tracedRuns.insert([...after.values()].filter(({ id }) => !before.has(id)));
  for (const [id, { ordinal, projectId }] of before) {
    const row = after.get(id);
    if (row === undefined) continue;
    await tx.tracedRuns.update({ ...row, ordinal });
    if (row.projectId !== projectId) {
      await tx.attachments.setProject(
        row.attachments.map((one) => one.id),
        row.projectId,
      );
    }
  }
  const byProject = Map.groupBy(after.values(), ({ projectId }) => projectId);
  for (const [projectId, rows] of byProject) {
    await tx.feedbacks.setProject(
      workspaceId,
      rows.map(({ id }) => id),
      projectId,
    );
  }
}

/**
 * Stores the attachments of a run, and returns the run with the attachments. An attachment replaces an earlier
 * attachment with the same name. @throws HttpError 422 for too many attachments.
 */
async function attach(
  tx: Repositories,
  row: Omit<TracedRunRow, 'ordinal'>,
  added: readonly NewAttachment[],
): Promise<Omit<TracedRunRow, 'ordinal'>> {
  const names = added.map(({ id, name }) => ({ id, name }));
  const attachments = changeAttachments(row.attachments, names, undefined, 'A run');
  const kept = new Set(attachments.map(({ id }) => id));
  await tx.attachments.remove(row.attachments.map(({ id }) => id).filter((id) => !kept.has(id)));
  await tx.attachments.insert(
    added
      .filter(({ id }) => kept.has(id))
      .map(({ id, mimeType, content }) => ({
        id,
        datasetId: null,
        projectId: row.projectId,
        mimeType,
        content,
      })),
  );
  return { ...row, attachments };
}

/** Returns the ID of a run's project: from the change, or else from the stored run, or else the default project. */
async function projectOf(
  tx: Repositories,
  dependencies: Pick<EvaluationDependencies, 'clock' | 'newId'>,
  {
    workspaceId,
    change: { session_id: id, session_name: name },
    row,
    projects,
  }: {
    workspaceId: string;
    change: RunChange;
    row: Omit<TracedRunRow, 'ordinal'> | undefined;
    projects: Map<string, string>;
  },
): Promise<string> {
  if (!id && !name && row !== undefined) return row.projectId;
  const key = id ? `id ${id}` : `name ${name ?? ''}`;
  const known = projects.get(key);
  if (known !== undefined) return known;
  if (id && !(await tx.projects.has(workspaceId, id))) {
    throw new HttpError(404, `Tracing project ID ${id} not found.`);
  }
  const found = id || (await ensureProject(tx, dependencies, { workspaceId, name: name ?? undefined }));
  projects.set(key, found);
  return found;
}

/** Returns the run with the fields of a change. Fields of the run that are absent in the change keep their values. */
function applyChange(
  row: Omit<TracedRunRow, 'ordinal'> | undefined,
  {
    id,
    workspaceId,
    projectId,
    change,
    now,
  }: { id: string; workspaceId: string; projectId: string; change: RunChange; now: number },
): Omit<TracedRunRow, 'ordinal'> {
  const startTime = toMoment(change.start_time) ?? row?.startTime ?? now;
  const outputs = change.outputs ?? row?.outputs ?? null;
  const extra = change.extra ?? row?.extra ?? null;
  return {
    id,
    workspaceId,
    projectId,
    traceId: change.trace_id ?? row?.traceId ?? id,
    parentRunId: change.parent_run_id ?? row?.parentRunId ?? null,
    dottedOrder: change.dotted_order ?? row?.dottedOrder ?? '',
    name: change.name ?? row?.name ?? '',
    runType: change.run_type ?? row?.runType ?? 'chain',
    startTime,
    endTime: toMoment(change.end_time) ?? row?.endTime ?? null,
    referenceExampleId: change.reference_example_id ?? row?.referenceExampleId ?? null,
    error: change.error ?? row?.error ?? null,
    tags: change.tags ?? row?.tags ?? [],
    inputs: change.inputs ?? row?.inputs ?? null,
    outputs,
    extra,
    events: change.events ?? row?.events ?? null,
    serialized: change.serialized ?? row?.serialized ?? null,
    attachments: row?.attachments ?? [],
    ...tokensOf(outputs, extra),
  };
}

/** Returns the numbers of tokens in the `usage_metadata` of a run's outputs or metadata. */
function tokensOf(outputs: Record<string, unknown> | null, extra: Record<string, unknown> | null) {
  const metadata = extra?.['metadata'];
  const usage =
    outputs?.['usage_metadata'] ?? (isJsonObject(metadata) ? metadata['usage_metadata'] : undefined);
  const read = (key: string): number | null => {
    const value = isJsonObject(usage) ? usage[key] : undefined;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const [prompt, completion] = [read('input_tokens'), read('output_tokens')];
  const total = prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
  return {
    promptTokens: prompt,
    completionTokens: completion,
    totalTokens: read('total_tokens') ?? total,
  };
}
