import { createPacer } from '../../../clients/pacer.ts';
import type { Example } from '../../../contract/evaluation.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import type { ExampleRef, ProjectRow, Repositories, TracedRunRef } from '../../ports/store.ts';
import { invalidField } from '../../server/http-error.ts';
import { toExamples } from '../datasets/example-reading.ts';
import { findDataset, momentOf } from '../datasets/versions.ts';
import { findProject } from '../sessions/session-service.ts';
import type { RunFilter } from './filter.ts';
import { filterRefs, parseFilter } from './reading.ts';

/** Number of examples whose runs are searched at a time. */
const SEARCHED = 100;
/** Maximum number of runs of one experiment that are read for `SEARCHED` examples. */
const RUNS_MAX = 10_000;

/** Query of a dataset's examples with the root runs of experiments. */
export interface ExperimentRunSelection {
  workspaceId: string;
  datasetId: string;
  experimentIds: readonly string[];
  exampleIds?: readonly string[] | null | undefined;
  /** Filter expressions for the runs of experiments, keyed by experiment ID. */
  filters?: Readonly<Record<string, readonly string[]>> | null | undefined;
}

export interface ExampleRuns {
  example: ExampleRef;
  runs: readonly TracedRunRef[];
}

/** Query whose dataset and experiments exist, and whose filters are parsed. */
export interface CheckedSelection {
  workspaceId: string;
  datasetId: string;
  exampleIds: ReadonlySet<string> | undefined;
  experiments: { id: string; filters: RunFilter[] }[];
  /** Version of the dataset whose examples are read, in epoch milliseconds. */
  at: number;
}

/**
 * Checks a query. The query reads the dataset's version that the first experiment used, or else the newest version.
 * @throws HttpError 404 for an unknown dataset or experiment; 422 for an experiment on another dataset, or an invalid
 * filter.
 */
export async function checkSelection(
  store: Repositories,
  { workspaceId, datasetId, experimentIds, exampleIds, filters }: ExperimentRunSelection,
): Promise<CheckedSelection> {
  await findDataset(store, workspaceId, datasetId);
  const projects: ProjectRow[] = [];
  for (const id of new Set(experimentIds)) {
    const project = await findProject(store, workspaceId, id);
    if (project.datasetId !== datasetId) {
      throw invalidField(['body'], `The project ${id} is not an experiment on this dataset.`);
    }
    projects.push(project);
  }
  return {
    workspaceId,
    datasetId,
    exampleIds: exampleIds ? new Set(exampleIds) : undefined,
    experiments: projects.map(({ id }) => ({
      id,
      filters: (filters?.[id] ?? []).map((text, index) => parseFilter(text, ['body', 'filters', id, index])),
    })),
    at: await momentOf(store, datasetId, versionUsed(projects[0])),
  };
}

function versionUsed(project: ProjectRow | undefined): string | undefined {
  const metadata = project?.extra?.['metadata'];
  const version = isJsonObject(metadata) ? metadata['dataset_version'] : undefined;
  return typeof version === 'string' && version !== '' ? version : undefined;
}

/** Yields the examples that have runs, in the order of creation, beginning after the position `after`. */
export async function* readExampleRuns(
  store: Repositories,
  { workspaceId, datasetId, exampleIds, experiments, at }: CheckedSelection,
  { after: start, signal }: { after: number; signal: AbortSignal },
): AsyncGenerator<ExampleRuns, void> {
  const pacer = createPacer(signal);
  for (let after = start; ; ) {
    const page = await store.examples.refs(datasetId, { at, after, limit: SEARCHED });
    const examples = page.filter(({ exampleId }) => exampleIds?.has(exampleId) ?? true);
    const runs = new Map<string, TracedRunRef[]>(examples.map(({ exampleId }) => [exampleId, []]));
    for (const { id, filters } of examples.length === 0 ? [] : experiments) {
      const found = await store.tracedRuns.ofExamples(id, [...runs.keys()], RUNS_MAX);
      for (const ref of await filterRefs(store, { workspaceId, refs: found, signal }, filters)) {
        runs.get(ref.exampleId)?.push(ref);
      }
    }
    for (const example of examples) {
      const own = runs.get(example.exampleId) ?? [];
      if (own.length > 0) yield { example, runs: own };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < SEARCHED) return;
    after = last.position;
    if (pacer.isDue) await pacer.pause();
  }
}

/** Converts an example to the format of responses. */
export async function readExampleOf(
  store: Repositories,
  { workspaceId, origin }: { workspaceId: string; origin: string },
  ref: ExampleRef,
): Promise<Example | undefined> {
  const rows = await store.examples.read(workspaceId, [ref]);
  const [example] = await toExamples(store, rows, { origin });
  return example;
}
