import type { RunJob } from '../../ports/worker.ts';

/** Number of steps at which a run is first reported. Each further report follows when the number has doubled. */
const FIRST_REPORT = 100;

/** Counts the steps of one run. */
export interface StepWatch {
  /**
   * Records a stored step. @param ns Its subgraph as named in checkpoints: `name:id|name:id`; empty for the graph
   * itself.
   */
  addStep(ns: string): void;
}

/**
 * Warns about runs with unusually many steps. An edge that leads back forever runs until the recursion limit, which
 * may be thousands of steps away, and would print nothing until then.
 *
 * @param job The run.
 * @param readNodes Reads the nodes that are currently running.
 * @param warn Writes a line to the agent's log.
 */
export function createStepWatch(
  job: Pick<RunJob, 'runId' | 'graphId' | 'config'>,
  readNodes: () => Promise<readonly string[]>,
  warn: (line: string) => void,
): StepWatch {
  let steps = 0;
  let reportAt = FIRST_REPORT;
  const report = async (count: number, ns: string): Promise<void> => {
    // The nodes are unknown if the run has just ended or the worker has exited; the number of steps is still
    // reported.
    const nodes = await readNodes().catch(() => []);
    const inner = ns.split('|').flatMap((part) => part.split(':')[0] || []);
    const within = inner.length === 0 ? '' : `, the last one in the sub-graph ${inner.join(' > ')}`;
    const runs = nodes.length === 0 ? '' : ` It runs ${nodes.join(', ')}.`;
    const { recursion_limit: limit } = job.config;
    const atLimit = typeof limit === 'number' ? `its recursion limit of ${limit}` : 'its recursion limit';
    warn(
      `Run ${job.runId} of graph '${job.graphId}' has taken ${count} steps${within}.${runs} If its edges never lead to the end, it fails at ${atLimit}.`,
    );
  };
  return {
    addStep(ns) {
      steps += 1;
      if (steps < reportAt) return;
      reportAt *= 2;
      void report(steps, ns);
    },
  };
}
