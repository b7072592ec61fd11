import type { JobModel, Workflow } from '../model/schema.ts';
import type { Conclusion } from '../types.ts';
import type { Graph, JobEnd } from './turn.ts';
import { visit } from './visit.ts';

/**
 * Runs the jobs of a workflow, each when those it needs are through; jobs that wait for none run side by side. When one
 * of them breaks the harness, the others are waited for before that is thrown.
 */
export async function runGraph(graph: Graph): Promise<JobEnd[]> {
  const { jobs } = graph.loaded.workflow;
  const ends = new Map<string, Promise<JobEnd>>();
  const start = (id: string, model: JobModel): Promise<JobEnd> => {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const end = Promise.all(
      (model.needs ?? []).flatMap((need) => (jobs[need] === undefined ? [] : [start(need, jobs[need])])),
    ).then(async (needs) => visit(graph, id, model, needs, await chain(ends, jobs, model)));
    ends.set(id, end);
    return end;
  };
  const settled = await Promise.allSettled(Object.entries(jobs).map(async ([id, model]) => start(id, model)));
  return settled.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** The results of every job up the chain. They are all through: a job waits for those it needs. */
async function chain(
  ends: ReadonlyMap<string, Promise<JobEnd>>,
  jobs: Workflow['jobs'],
  model: JobModel,
): Promise<Map<string, Conclusion>> {
  const results = new Map<string, Conclusion>();
  const walk = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const end = results.has(id) ? undefined : await ends.get(id);
      if (end === undefined) continue;
      results.set(id, end.result);
      await walk(jobs[id]?.needs ?? []);
    }
  };
  await walk(model.needs ?? []);
  return results;
}
