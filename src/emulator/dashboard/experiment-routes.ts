import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import {
  ComparisonQuery,
  ExperimentComparison,
  ExperimentList,
  type ExperimentSummary,
} from '../../contract/dashboard/experiments.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { parseMoment } from '../../contract/evaluation.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import type { DatasetRow, ExampleRef, ProjectRow, Store } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import type { ResponsesByExample, StoredResponse } from './experiment-comparison.ts';

const api = routesOf('dashboard', 'session');

/** Maximum number of listed datasets of a workspace, and of listed experiments and comparisons of a dataset. */
const MAX_DATASETS = 100;
const MAX_EXPERIMENTS = 50;
/** Maximum number of examples that a comparison reads. */
const MAX_CASES = 2_000;
/** Number of examples whose responses are read at a time, because other requests run between two reads. */
const BATCH = 100;
/** Maximum number of responses to `BATCH` examples. */
const MAX_RESPONSES = 2_000;
/** Number of scores that are read at a time. */
const SCORES = 1_000;

/** Creates the routes of experiments: the list of each dataset, and the comparison of two experiments. */
export function experimentRoutes({ context, host }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  return [
    api.get(`${DASHBOARD_API}/experiments`, {
      summary: 'Datasets with their experiments, newest first',
      responses: { 200: { description: 'Experiments', schema: ExperimentList } },
      async handler({ signal }) {
        const datasets: ExperimentList['datasets'] = [];
        for (const { id: workspaceId } of await store.workspaces.list()) {
          for (const dataset of await store.datasets.list(workspaceId, { limit: MAX_DATASETS, offset: 0 })) {
            datasets.push(await describeDataset(store, dataset));
            await setImmediate();
            signal.throwIfAborted();
          }
        }
        const shown = datasets.filter(({ experiments }) => experiments.length > 0);
        return { status: 200, body: host.redactor.redact({ now_ms: clock.now(), datasets: shown }) };
      },
    }),
    api.get(`${DASHBOARD_API}/experiments/{id}`, {
      summary: 'An experiment, compared with another experiment on the same dataset',
      params: z.object({ id: z.guid().toLowerCase() }),
      query: ComparisonQuery,
      responses: {
        200: { description: 'The comparison', schema: ExperimentComparison },
        404: { description: 'The experiment does not exist', schema: DetailError },
      },
      async handler({ params: { id }, query: { baseline: baselineId, margin }, signal }) {
        const candidate = await findExperiment(store, id);
        const baseline = baselineId === undefined ? undefined : await findExperiment(store, baselineId);
        if (baseline !== undefined && baseline.project.datasetId !== candidate.project.datasetId) {
          throw invalidField(['query', 'baseline'], 'must be an experiment on the same dataset');
        }
        const { dataset } = candidate;
        const { refs, leftOut } = await readRefs(store, candidate, signal);
        const examples = await store.examples.read(dataset.workspaceId, refs);
        const ids = examples.map(({ exampleId }) => exampleId);
        const sides = {
          candidate: await readResponses(store, candidate.project, { ids, signal }),
          baseline: baseline && (await readResponses(store, baseline.project, { ids, signal })),
        };
        const { compareExperiments } = await import('./experiment-comparison.ts');
        const body: ExperimentComparison = {
          dataset: { id: dataset.id, name: dataset.name },
          candidate: await summarize(store, candidate.project),
          baseline: baseline === undefined ? null : await summarize(store, baseline.project),
          ...compareExperiments(examples, sides, { margin, seed: `${baselineId ?? ''} ${id}` }),
          left_out: leftOut,
        };
        return { status: 200, body: host.redactor.redact(body) };
      },
    }),
  ];
}

async function describeDataset(
  store: Store,
  { id, workspaceId, name }: DatasetRow,
): Promise<ExperimentList['datasets'][number]> {
  const page = { limit: MAX_EXPERIMENTS, offset: 0 };
  const projects = await store.projects.list(workspaceId, { ...page, datasetId: id });
  const experiments: ExperimentSummary[] = [];
  for (const project of projects) experiments.push(await summarize(store, project));
  const stored = await store.comparativeExperiments.list(id, page);
  return {
    id,
    name,
    examples: (await store.datasets.counts({ id, workspaceId })).examples,
    experiments,
    comparisons: stored.flatMap((row) => {
      const [baseline, candidate] = row.experimentIds;
      if (baseline === undefined || candidate === undefined) return [];
      return [{ id: row.id, name: row.name ?? '', created_ms: row.createdAt, baseline, candidate }];
    }),
  };
}

async function summarize(store: Store, project: ProjectRow): Promise<ExperimentSummary> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (let after = 0; ; ) {
    const rows = await store.feedbacks.scores(project.id, { after, limit: SCORES });
    for (const { key, score, comparativeExperimentId } of rows) {
      const value = numberOf(score);
      if (value === undefined || comparativeExperimentId !== null) continue;
      const { sum, count } = sums.get(key) ?? { sum: 0, count: 0 };
      sums.set(key, { sum: sum + value, count: count + 1 });
    }
    if (rows.length < SCORES) break;
    after = rows.at(-1)?.ordinal ?? after;
    await setImmediate();
  }
  const metadata = project.extra?.['metadata'];
  const fact = (name: string): unknown => (isJsonObject(metadata) ? metadata[name] : undefined);
  const text = (name: string) => {
    const value = fact(name);
    return typeof value === 'string' ? value : null;
  };
  const pullRequest = fact('pull_request');
  return {
    id: project.id,
    name: project.name,
    started_ms: project.startedAt ?? project.createdAt,
    ended_ms: project.endedAt,
    responses: await store.tracedRuns.countRoots(project.id),
    scores: [...sums].map(([key, { sum, count }]) => ({ key, mean: sum / count, count })),
    deployment: text('deployment'),
    commit: text('commit'),
    pull_request: Number.isInteger(pullRequest) ? Number(pullRequest) : null,
    side: text('side'),
  };
}

/** Returns a score as a number, or `undefined` for feedback without a score. */
function numberOf(score: unknown): number | undefined {
  if (typeof score === 'boolean') return Number(score);
  return typeof score === 'number' && Number.isFinite(score) ? score : undefined;
}

async function findExperiment(
  store: Store,
  id: string,
): Promise<{ project: ProjectRow; dataset: DatasetRow }> {
  for (const { id: workspaceId } of await store.workspaces.list()) {
    const project = await store.projects.get(workspaceId, id);
    const datasetId = project?.datasetId ?? null;
    const dataset = datasetId === null ? undefined : await store.datasets.get(workspaceId, datasetId);
    if (project !== undefined && dataset !== undefined) return { project, dataset };
  }
  throw new HttpError(404, `Experiment ${id} not found, or its dataset was deleted.`);
}

/**
 * Returns the examples in the version of the dataset that an experiment used, so that later changes of the dataset do
 * not change the comparison. An experiment without a version is compared on the current examples.
 */
async function readRefs(
  store: Store,
  { project, dataset }: { project: ProjectRow; dataset: DatasetRow },
  signal: AbortSignal,
): Promise<{ refs: ExampleRef[]; leftOut: number }> {
  const metadata = project.extra?.['metadata'];
  const version = isJsonObject(metadata) ? metadata['dataset_version'] : undefined;
  const used = typeof version === 'string' ? parseMoment(version) : undefined;
  const at = used ?? (await store.datasets.findVersion(dataset.id)) ?? 0;
  const refs = await store.examples.refs(dataset.id, { at, after: -1, limit: MAX_CASES });
  let leftOut = 0;
  for (let last = refs; last.length === MAX_CASES; leftOut += last.length) {
    await setImmediate();
    signal.throwIfAborted();
    const after = last.at(-1)?.position ?? 0;
    last = await store.examples.refs(dataset.id, { at, after, limit: MAX_CASES });
  }
  return { refs, leftOut };
}

async function readResponses(
  store: Store,
  { id, workspaceId }: ProjectRow,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): Promise<ResponsesByExample> {
  const found = new Map<string, StoredResponse[]>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const refs = await store.tracedRuns.ofExamples(id, ids.slice(from, from + BATCH), MAX_RESPONSES);
    const runIds = refs.map((one) => one.id);
    if (runIds.length === 0) continue;
    const runs = new Map((await store.tracedRuns.find(workspaceId, runIds)).map((run) => [run.id, run]));
    const scores = Map.groupBy(
      await store.feedbacks.scoresOfRuns(workspaceId, runIds),
      ({ runId }) => runId ?? '',
    );
    for (const { id: runId, exampleId } of refs) {
      const run = runs.get(runId);
      if (run === undefined) continue;
      const own = (scores.get(runId) ?? []).flatMap(({ key, score, comparativeExperimentId }) => {
        const value = numberOf(score);
        return value === undefined || comparativeExperimentId !== null ? [] : [[key, value] as const];
      });
      const list = found.get(exampleId) ?? [];
      list.push({ run, scores: new Map(own) });
      found.set(exampleId, list);
    }
    await setImmediate();
    signal.throwIfAborted();
  }
  return found;
}
