import { parseMoment } from '../../../contract/evaluation.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import { PROJECTS_MAX } from '../../../contract/limits.ts';
import type {
  SessionChange,
  SessionCreate,
  TracingProject,
  TracingProjectQuery,
} from '../../../contract/tracing.ts';
import { isoTime } from '../../ports/clock.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { NewProject, ProjectRow, Repositories } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { findDataset } from '../datasets/versions.ts';
import { projectStatistics } from './statistics.ts';

/**
 * Name of the default tracing project for runs. Official clients read the workspace's ID from a list's first project.
 */
const DEFAULT_PROJECT = 'default';
/** Number of projects that are read at a time. */
const PAGE = 500;

/** @throws HttpError 404 for an unknown project. */
export async function findProject(tx: Repositories, workspaceId: string, id: string): Promise<ProjectRow> {
  const found = await tx.projects.get(workspaceId, id);
  if (found === undefined) throw new HttpError(404, `Tracing project ID ${id} not found.`);
  return found;
}

/**
 * Returns the project with a name, or creates the project if it does not exist.
 * @throws HttpError 422 if the workspace has too many projects.
 */
export async function ensureProject(
  tx: Repositories,
  { clock, newId }: Pick<EvaluationDependencies, 'clock' | 'newId'>,
  { workspaceId, name = DEFAULT_PROJECT }: { workspaceId: string; name?: string | undefined },
): Promise<string> {
  const found = await tx.projects.findByName(workspaceId, name);
  if (found !== undefined) return found.id;
  const row = { id: newId(), workspaceId, name, createdAt: clock.now() };
  await insertProject(tx, row);
  return row.id;
}

async function insertProject(tx: Repositories, row: NewProject): Promise<void> {
  if ((await tx.projects.count(row.workspaceId)) >= PROJECTS_MAX) {
    throw new HttpError(
      422,
      `The workspace already has ${PROJECTS_MAX} tracing projects, which is the maximum. Delete a project first.`,
    );
  }
  await tx.projects.insert(row);
}

/**
 * Creates a tracing project. If the body contains the ID of a dataset, the project is an experiment on the dataset.
 * With `upsert`, an existing project with the same name is changed instead.
 * @throws HttpError 404 if the dataset does not exist; 409 if the name or the ID is in use.
 */
export async function createSession(
  { store, clock, newId }: EvaluationDependencies,
  workspaceId: string,
  { body, upsert }: { body: SessionCreate; upsert: boolean },
): Promise<TracingProject> {
  const created = store.transaction(async (tx) => {
    const datasetId = body.reference_dataset_id ?? null;
    if (datasetId !== null) await findDataset(tx, workspaceId, datasetId);
    const existing = upsert ? await tx.projects.findByName(workspaceId, body.name) : undefined;
    if (existing !== undefined) {
      await tx.projects.update(existing.id, changesOf(existing, { ...body, name: null }));
      return existing.id;
    }
    const plan = {
      num_examples: body.num_examples ?? null,
      num_repetitions: body.num_repetitions ?? null,
      evaluator_keys: body.evaluator_keys ?? null,
    };
    const row = {
      id: body.id ?? newId(),
      workspaceId,
      name: body.name,
      createdAt: clock.now(),
      description: body.description ?? null,
      extra: body.extra ?? null,
      datasetId,
      plan,
      startedAt: parseMoment(body.start_time ?? '') ?? null,
      endedAt: parseMoment(body.end_time ?? '') ?? null,
    };
    await insertProject(tx, row);
    return row.id;
  });
  const id = await refuseTaken(created);
  return describe(store, await findProject(store, workspaceId, id), false);
}

async function refuseTaken<T>(written: Promise<T>): Promise<T> {
  return written.catch((cause: unknown) => {
    if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
    throw new HttpError(409, 'Session already exists.', { cause });
  });
}

/**
 * Changes a project, except absent and null fields.
 * @throws HttpError 404 for an unknown project; 409 for a used name.
 */
export async function updateSession(
  { store }: Pick<EvaluationDependencies, 'store'>,
  { workspaceId, id }: { workspaceId: string; id: string },
  change: SessionChange,
): Promise<TracingProject> {
  await refuseTaken(
    store.transaction(async (tx) => {
      const before = await findProject(tx, workspaceId, id);
      await tx.projects.update(id, changesOf(before, change));
    }),
  );
  return describe(store, await findProject(store, workspaceId, id), false);
}

/** Returns the columns that a request changes. The keys of the request's `extra` are merged into the stored `extra`. */
function changesOf(before: ProjectRow, { name, description, extra, end_time: end }: SessionChange) {
  const endedAt = parseMoment(end ?? '');
  return {
    ...(name && { name }),
    ...(typeof description === 'string' && { description }),
    ...(extra && { extra: { ...before.extra, ...extra } }),
    ...(endedAt !== undefined && { endedAt }),
  };
}

/** Reads a tracing project. @throws HttpError 404 for an unknown project. */
export async function readSession(
  { store }: Pick<EvaluationDependencies, 'store'>,
  { workspaceId, id }: { workspaceId: string; id: string },
  withStatistics: boolean,
): Promise<TracingProject> {
  return describe(store, await findProject(store, workspaceId, id), withStatistics);
}

/**
 * Lists tracing projects, newest first. A workspace with datasets but without projects gets its default project,
 * because official clients request their first list again until the list contains a project.
 */
export async function listSessions(
  { store, clock, newId }: EvaluationDependencies,
  workspaceId: string,
  query: TracingProjectQuery,
): Promise<TracingProject[]> {
  const rows = await listRows(store, workspaceId, query);
  const isAll = query.offset === 0 && !isFiltered(query);
  if (rows.length === 0 && isAll && (await store.datasets.count(workspaceId)) > 0) {
    await store.transaction((tx) => ensureProject(tx, { clock, newId }, { workspaceId }));
    rows.push(...(await listRows(store, workspaceId, query)));
  }
  const found = [];
  for (const row of rows) found.push(await describe(store, row, query.include_stats));
  return found;
}

function isFiltered(query: TracingProjectQuery): boolean {
  const { name, name_contains: part, id, reference_dataset: dataset, reference_free: isFree } = query;
  return [name, part, id, dataset, isFree].some((one) => one !== undefined);
}

async function listRows(
  store: Repositories,
  workspaceId: string,
  {
    limit,
    offset,
    name,
    name_contains: part,
    id: ids,
    reference_dataset: dataset,
    reference_free: isFree,
  }: TracingProjectQuery,
): Promise<ProjectRow[]> {
  const filter = {
    ...(name !== undefined && { name }),
    ...(dataset !== undefined && { datasetId: dataset }),
  };
  if (part === undefined && ids === undefined && isFree === undefined) {
    return store.projects.list(workspaceId, { limit, offset, ...filter });
  }
  const found: ProjectRow[] = [];
  for (let read = 0; found.length < offset + limit; read += PAGE) {
    const rows = await store.projects.list(workspaceId, { limit: PAGE, offset: read, ...filter });
    found.push(
      ...rows.filter(
        (row) =>
          row.name.includes(part ?? '') &&
          (ids?.includes(row.id) ?? true) &&
          (isFree === undefined || isFree === (row.datasetId === null)),
      ),
    );
    if (rows.length < PAGE) break;
  }
  return found.slice(offset, offset + limit);
}

async function describe(
  store: Repositories,
  row: ProjectRow,
  withStatistics: boolean,
): Promise<TracingProject> {
  const statistics = withStatistics
    ? await projectStatistics(store, row.id)
    : { run_count: await store.tracedRuns.countRoots(row.id) };
  return {
    id: row.id,
    name: row.name,
    tenant_id: row.workspaceId,
    start_time: isoTime(row.startedAt ?? row.createdAt),
    end_time: row.endedAt === null ? null : isoTime(row.endedAt),
    description: row.description,
    extra: row.extra,
    reference_dataset_id: row.datasetId,
    default_dataset_id: null,
    ...statistics,
    ...(withStatistics && { experiment_progress: progressOf(row, statistics.run_count) }),
  };
}

/**
 * Returns the progress of an experiment: the expected number of runs, the number of received runs, and the ratio of
 * these numbers. Returns null for a project that is not an experiment.
 */
function progressOf({ datasetId, plan }: ProjectRow, runs: number) {
  const examples = isJsonObject(plan) ? plan['num_examples'] : undefined;
  if (datasetId === null || typeof examples !== 'number') return null;
  const repetitions = typeof plan?.['num_repetitions'] === 'number' ? plan['num_repetitions'] : 1;
  const expected = examples * Math.max(1, repetitions);
  return {
    expected_run_count: expected,
    run_count: runs,
    run_progress: expected === 0 ? 1 : Math.min(1, runs / expected),
  };
}
